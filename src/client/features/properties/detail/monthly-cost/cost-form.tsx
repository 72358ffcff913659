import { useState } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { useHydrated } from '../../../../ui/timing/use-hydrated.ts';
import { type CostInput, type CostValues, readCostInput } from './cost-inputs.ts';

/** The names of the editable fields. The down payment has two linked fields. */
type FieldName = CostInput | 'downDollars';

const FIELDS: readonly { name: FieldName; label: string }[] = [
  { name: 'downPayment', label: 'Down payment (%)' },
  { name: 'downDollars', label: 'Down payment ($)' },
  { name: 'rate', label: 'Interest rate (%)' },
  { name: 'termYears', label: 'Loan term (years)' },
  { name: 'taxAnnual', label: 'Property tax ($/yr)' },
  { name: 'insuranceAnnual', label: 'Home insurance ($/yr)' },
  { name: 'hoaFee', label: 'HOA ($/mo)' },
];

export interface CostFormProps {
  /** US dollars. */
  price: number;
  values: CostValues;
  /** @param value null restores the initial value */
  onChange: (name: CostInput, value: number | null) => void;
  onReset: () => void;
}

/** The inputs for the monthly cost. An invalid input does not change the cost. */
export function CostForm({ price, values, onChange, onReset }: CostFormProps) {
  // Inputs do nothing before hydration.
  const isReady = useHydrated();
  // The texts of fields that are being edited or are invalid. All other fields show their value.
  const [pendingTexts, setPendingTexts] = useState<Partial<Record<FieldName, string>>>({});
  const parseField = (name: FieldName, text: string) =>
    name === 'downDollars' ? readCostInput('downPayment', text, price) : readCostInput(name, text);
  const formatValue = (name: FieldName) => {
    if (name === 'downDollars') return formatNumber(Math.round((price * values.downPayment) / 100));
    const isAnnual = name === 'taxAnnual' || name === 'insuranceAnnual';
    return formatNumber(isAnnual ? Math.round(values[name]) : values[name]);
  };
  const errorOf = (name: FieldName) => {
    const text = pendingTexts[name];
    const parsed = text === undefined ? undefined : parseField(name, text);
    return parsed !== undefined && 'error' in parsed ? parsed.error : undefined;
  };

  function change(name: FieldName, text: string) {
    setPendingTexts({ ...pendingTexts, [name]: text });
    const parsed = parseField(name, text);
    if ('error' in parsed) return;
    if (name !== 'downDollars') onChange(name, parsed.value);
    else if (parsed.value === null || price === 0) onChange('downPayment', null);
    else onChange('downPayment', (parsed.value / price) * 100);
  }

  function clearValidText(name: FieldName) {
    if (errorOf(name) !== undefined) return;
    const { [name]: _removed, ...others } = pendingTexts;
    setPendingTexts(others);
  }

  return (
    <div className="needs-js mt-5 border-t border-line pt-5">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-4 sm:grid-cols-3 xl:grid-cols-4">
        {FIELDS.map(({ name, label }) => (
          <Field key={name} label={label} error={errorOf(name)}>
            {(control) => (
              <Input
                {...control}
                readOnly={!isReady}
                inputMode="decimal"
                autoComplete="off"
                maxLength={16}
                value={pendingTexts[name] ?? formatValue(name)}
                onChange={(event) => change(name, event.target.value)}
                onBlur={() => clearValidText(name)}
                className="figures"
              />
            )}
          </Field>
        ))}
      </div>
      <Button
        variant="quiet"
        size="sm"
        className="mt-3 -ml-3.5"
        onClick={() => {
          setPendingTexts({});
          onReset();
        }}
      >
        Reset to defaults
      </Button>
    </div>
  );
}
