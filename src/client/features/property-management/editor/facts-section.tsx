import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import {
  FACT_NAMES,
  type FactName,
  type NumberName,
  PROPERTY_FIELDS,
  type PropertyField,
} from '#shared/properties/property-fields.ts';
import { FURNISHED_LABELS, PETS_LABELS } from '#shared/properties/fact-labels.ts';
import { FEATURE_CODES, FEATURES } from '#shared/property-choices.ts';
import { cx } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { FormSection } from '../../../forms/form-section.tsx';
import type { ListingFormApi } from './listing-fields.tsx';
import { NumberInput } from './number-input.tsx';

type PlainFact = Exclude<FactName, 'features'>;

type InputSpec = { hint?: string; choices?: Record<string, string> };

/**
 * The input of each fact, most common first. Numbers missing here share a default and come last; any
 * other missing fact is a compile error.
 */
const INPUTS: Record<Exclude<PlainFact, NumberName>, InputSpec> &
  Partial<Record<NumberName, InputSpec>> = {
  yearBuilt: {},
  parkingSpaces: {},
  availableFrom: {},
  pets: { choices: PETS_LABELS },
  leaseMonths: { hint: '1 is month to month' },
  deposit: { hint: 'US dollars' },
  furnished: { choices: FURNISHED_LABELS },
  hoaFee: { hint: 'US dollars per month' },
  taxAnnual: { hint: 'US dollars per year' },
  lotSqft: { hint: 'Square feet' },
  stories: {},
  virtualTourUrl: { hint: 'Starts with https://' },
  mlsNumber: { hint: 'As assigned by the MLS' },
};

// Facts listed in INPUTS come first.
const FACTS_IN_ORDER = new Set<FactName>([...(Object.keys(INPUTS) as PlainFact[]), ...FACT_NAMES]);
const ORDERED_FACTS = [...FACTS_IN_ORDER].filter((name): name is PlainFact => name !== 'features');

/** The optional facts, collapsed by default. Opens if a fact has an error. */
export function FactsSection({ form }: { form: ListingFormApi }) {
  const { errors } = form.formState;
  const status = useWatch({ control: form.control, name: 'status' });
  const values = useWatch({ control: form.control, name: [...FACT_NAMES] });
  const hasError = FACT_NAMES.some((name) => errors[name] !== undefined);
  const filledCount = values.filter((value) => value !== undefined && value !== '').length;
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = wasOpened || hasError;
  const shownFacts = ORDERED_FACTS.filter((name) => {
    const field: PropertyField = PROPERTY_FIELDS[name];
    return field.only === undefined || field.only === status;
  });
  return (
    <FormSection
      title="Facts and features"
      text="Optional, but each detail helps buyers find the home."
    >
      <details
        open={isOpen}
        onToggle={(event) => setWasOpened(event.currentTarget.open)}
        className="group rounded-md border border-line"
      >
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            {isOpen ? 'Hide facts and features' : 'Add facts and features'}
            {filledCount > 0 && (
              <span className="font-normal text-ink-soft"> · {filledCount} filled in</span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 transition-transform', isOpen && 'rotate-180')}
          />
        </summary>
        <div className="grid gap-5 border-t border-line p-4">
          <div className="grid grid-cols-2 items-start gap-5 md:grid-cols-3">
            {shownFacts.map((name) => (
              <Fact key={name} name={name} form={form} />
            ))}
          </div>
          <FeatureCheckboxes form={form} />
        </div>
      </details>
    </FormSection>
  );
}

function Fact({ name, form }: { name: PlainFact; form: ListingFormApi }) {
  const { label, kind }: PropertyField = PROPERTY_FIELDS[name];
  const { hint, choices }: InputSpec = INPUTS[name] ?? {};
  const field = form.register(name);
  return (
    <Field
      label={label}
      {...(hint === undefined ? {} : { hint })}
      error={form.formState.errors[name]?.message}
      {...(kind === 'url' ? { className: 'col-span-2 md:col-span-3' } : {})}
    >
      {(control) => {
        if (choices !== undefined) {
          const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
          return (
            <Select
              {...control}
              {...field}
              options={[{ value: '', label: 'Not specified' }, ...options]}
            />
          );
        }
        if (kind === 'day') return <Input {...control} {...field} type="date" />;
        if (kind === 'url') return <Input {...control} {...field} type="url" autoComplete="off" />;
        if (kind === 'text') return <Input {...control} {...field} autoComplete="off" />;
        return (
          <NumberInput
            {...control}
            {...field}
            min={0}
            {...(kind === 'money' ? { step: 'any' } : {})}
          />
        );
      }}
    </Field>
  );
}

/** Like the request, the form stores features as one string of codes. */
function FeatureCheckboxes({ form }: { form: ListingFormApi }) {
  const { field } = useController({ control: form.control, name: 'features' });
  const selectedCodes = new Set((field.value ?? '').split(',').filter((code) => code !== ''));
  function toggle(code: string) {
    const next = new Set(selectedCodes);
    if (!next.delete(code)) next.add(code);
    field.onChange(FEATURE_CODES.filter((feature) => next.has(feature)).join(','));
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Features</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-4">
        {FEATURE_CODES.map((code) => (
          <Checkbox
            key={code}
            label={FEATURES[code]}
            checked={selectedCodes.has(code)}
            onChange={() => toggle(code)}
            className="min-h-11"
          />
        ))}
      </div>
    </fieldset>
  );
}
