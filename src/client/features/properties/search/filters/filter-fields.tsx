import { MIN_BEDS_CHOICES, MAX_SEARCH_TERM_LENGTH } from '#shared/limits.ts';
import { DEFAULT_PROPERTY_SORT, PROPERTY_TYPES } from '#shared/property-choices.ts';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { PlaceInput } from '../../../../forms/place-field/place-input.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import type { SearchScope } from '../query/listing-url.ts';
import {
  fieldValue,
  type FilterErrors,
  type NumberName,
  type PropertyFilters,
} from '../query/property-filters.ts';

/** Returns 'All', each type, and the combination of types in the URL, if any. */
export function typeOptions(types: string) {
  return [
    { value: 'all', label: 'All' },
    ...PROPERTY_TYPES.map((type) => ({ value: type, label: type })),
    ...(types.includes(',') ? [{ value: types, label: types.replaceAll(',', ' or ') }] : []),
  ];
}

/**
 * Returns 'Any', 1+ to 5+ (docs/product/pages.md, Filter form), and any other number in the URL.
 */
export function bedsOptions(bedrooms: string) {
  const numbers = MIN_BEDS_CHOICES.map(String);
  const choices = bedrooms === '' || numbers.includes(bedrooms) ? numbers : [...numbers, bedrooms];
  return [{ value: '', label: 'Any' }, ...choices.map((value) => ({ value, label: `${value}+` }))];
}

export interface KeywordFieldProps {
  scope: SearchScope;
  filters: PropertyFilters;
  onChoosePlace: (chosen: ChosenPlace, input: HTMLInputElement) => void;
  /** Class of the input. */
  className?: string;
}

/** The keyword field, with place suggestions. */
export function KeywordField({ scope, filters, onChoosePlace, className }: KeywordFieldProps) {
  return (
    <Field label="Keyword">
      {(control) => (
        <PlaceInput
          {...control}
          statusOf={() => (scope.kind === 'status' ? scope.status : filters.status || undefined)}
          onChoose={onChoosePlace}
          type="search"
          name="searchTerm"
          defaultValue={filters.searchTerm}
          maxLength={MAX_SEARCH_TERM_LENGTH}
          placeholder="City, address, ZIP"
          enterKeyHint="search"
          className={className}
        />
      )}
    </Field>
  );
}

/** The home type. */
export function TypeField({ filters }: { filters: PropertyFilters }) {
  return (
    <Field label="Type">
      {(control) => (
        <Select
          {...control}
          name="propertyType"
          defaultValue={fieldValue('propertyType', filters)}
          options={typeOptions(filters.propertyType)}
        />
      )}
    </Field>
  );
}

/** The minimum number of bedrooms. */
export function BedsField({ filters }: { filters: PropertyFilters }) {
  return (
    <Field label="Min. Beds">
      {(control) => (
        <Select
          {...control}
          name="bedrooms"
          defaultValue={filters.bedrooms}
          options={bedsOptions(filters.bedrooms)}
        />
      )}
    </Field>
  );
}

export interface NumberFilterProps {
  name: NumberName;
  label: string;
  /** Shown while the field is empty. */
  placeholder?: string;
  filters: PropertyFilters;
  errors: FilterErrors;
  /** The on-screen keyboard. */
  inputMode?: 'numeric' | 'decimal';
}

/** A numeric filter. */
export function NumberFilter(props: NumberFilterProps) {
  const { name, label, placeholder = 'Any', filters, errors, inputMode = 'decimal' } = props;
  return (
    <Field label={label} error={errors[name]}>
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          defaultValue={fieldValue(name, filters)}
          placeholder={placeholder}
          maxLength={20}
          className="figures"
        />
      )}
    </Field>
  );
}

/** The price range in US dollars. */
export function PriceFields(props: { filters: PropertyFilters; errors: FilterErrors }) {
  return (
    <>
      <NumberFilter
        {...props}
        name="minPrice"
        label="Min. Price"
        placeholder="No min"
        inputMode="numeric"
      />
      <NumberFilter
        {...props}
        name="maxPrice"
        label="Max. Price"
        placeholder="No max"
        inputMode="numeric"
      />
    </>
  );
}

export interface HiddenFieldsProps {
  scope: SearchScope;
  filters: PropertyFilters;
  /** The filters without a control in the form. */
  names: readonly (keyof PropertyFilters)[];
  /** Whether to submit the agent of an agent's page. Only one part of a form can submit it. */
  includesAgent?: boolean;
}

/** Filters that a form submits as hidden fields. */
export function HiddenFields({ scope, filters, names, includesAgent = true }: HiddenFieldsProps) {
  const values = [
    ...(includesAgent && scope.kind === 'agent'
      ? [['agentId', scope.agentId] as const, ['agentName', scope.agentName] as const]
      : []),
    ...names.map((name) => [name, filters[name]] as const),
  ];
  return values.map(([name, value]) =>
    value === '' || (name === 'sort' && value === DEFAULT_PROPERTY_SORT) ? null : (
      <input key={name} type="hidden" name={name} value={value} />
    ),
  );
}
