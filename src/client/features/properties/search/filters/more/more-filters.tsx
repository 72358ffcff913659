import type { ReactNode } from 'react';
import { FEATURE_CODES, FEATURES } from '#shared/property-choices.ts';
import { DEFAULT_DOWN_PAYMENT, DEFAULT_TERM_YEARS } from '#shared/monthly-cost.ts';
import { PROPERTY_FILTERS } from '#shared/properties/property-filters.ts';
import { usePublicSettings } from '../../../../../api/page-data/public-settings.ts';
import { Checkbox } from '../../../../../ui/fields/checkbox.tsx';
import { NumberFilter } from '../filter-fields.tsx';
import { filterGroupsOf } from './filter-groups.ts';
import { Field } from '../../../../../ui/fields/field.tsx';
import { Input } from '../../../../../ui/fields/input.tsx';
import { Select } from '../../../../../ui/fields/select.tsx';
import type { SearchScope } from '../../query/listing-url.ts';
import {
  type FilterErrors,
  type MoreFilter,
  type PropertyFilters,
  valuesOf,
} from '../../query/property-filters.ts';

interface FieldsProps {
  filters: PropertyFilters;
  errors: FilterErrors;
}

/** Returns 'Any', 1+ to 5+, and any other number in the URL. */
function minOptions(value: string) {
  const numbers = ['1', '2', '3', '4', '5'];
  const choices = value === '' || numbers.includes(value) ? numbers : [...numbers, value];
  return [
    { value: '', label: 'Any' },
    ...choices.map((number) => ({ value: number, label: `${number}+` })),
  ];
}

/** Returns options such as 'Last 7 days', and any other number of days in the URL. */
function daysOptions(prefix: 'Last' | 'Next', numbers: readonly string[], value: string) {
  const choices = value === '' || numbers.includes(value) ? numbers : [...numbers, value];
  const label = (days: string) => (days === '1' ? `${prefix} 24 hours` : `${prefix} ${days} days`);
  return [
    { value: '', label: 'Any time' },
    ...choices.map((days) => ({ value: days, label: label(days) })),
  ];
}

const LISTED_DAYS = ['1', '3', '7', '14', '30', '90'];
const OPEN_HOUSE_DAYS = ['1', '3', '7', '14', '30'];

const PETS_OPTIONS = [
  { value: '', label: 'Any' },
  { value: 'cats', label: 'Cats welcome' },
  { value: 'dogs', label: 'Dogs welcome' },
];

const CONTRACT_OPTIONS = [
  { value: '', label: 'Show' },
  { value: 'exclude', label: 'Hide' },
  { value: 'only', label: 'Show only these' },
];

type SelectFilterProps = FieldsProps & {
  name: MoreFilter;
  label: string;
  options: readonly { value: string; label: string }[];
};

function SelectFilter({ name, label, options, filters }: SelectFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} name={name} defaultValue={filters[name]} options={options} />
      )}
    </Field>
  );
}

function TextFilter({
  name,
  filters,
}: {
  name: 'city' | 'state' | 'zipCode';
  filters: PropertyFilters;
}) {
  return (
    <Field label={PROPERTY_FILTERS[name].label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          autoComplete="off"
          defaultValue={filters[name]}
          maxLength={200}
        />
      )}
    </Field>
  );
}

function RateFilter(props: FieldsProps) {
  const { costRates } = usePublicSettings();
  return (
    <NumberFilter
      {...props}
      name="rate"
      label="Interest Rate (%)"
      placeholder={String(costRates.mortgageRate)}
    />
  );
}

type CheckboxFilterProps = {
  name: MoreFilter;
  value: string;
  label: string;
  filters: PropertyFilters;
};

function CheckboxFilter({ name, value, label, filters }: CheckboxFilterProps) {
  return (
    <Checkbox
      name={name}
      value={value}
      defaultChecked={valuesOf(filters[name]).includes(value)}
      label={label}
      className="min-h-11"
    />
  );
}

/** The control of each filter in 'More filters'. A missing filter is a compile error. */
const CONTROLS = {
  bathrooms: (props) => (
    <SelectFilter
      {...props}
      name="bathrooms"
      label="Min. Baths"
      options={minOptions(props.filters.bathrooms)}
    />
  ),
  parking: (props) => (
    <SelectFilter
      {...props}
      name="parking"
      label="Min. Parking"
      options={minOptions(props.filters.parking)}
    />
  ),
  minSqft: (props) => (
    <NumberFilter {...props} name="minSqft" label="Min. Sqft" placeholder="No min" />
  ),
  maxSqft: (props) => (
    <NumberFilter {...props} name="maxSqft" label="Max. Sqft" placeholder="No max" />
  ),
  minLotSqft: (props) => (
    <NumberFilter {...props} name="minLotSqft" label="Min. Lot Size (sqft)" placeholder="No min" />
  ),
  minYearBuilt: (props) => (
    <NumberFilter {...props} name="minYearBuilt" label="Built After" placeholder="Any year" />
  ),
  maxHoa: (props) => (
    <NumberFilter {...props} name="maxHoa" label="Max. HOA/mo" placeholder="No max" />
  ),
  maxMonthly: (props) => (
    <NumberFilter {...props} name="maxMonthly" label="Max. Monthly Cost" placeholder="No max" />
  ),
  downPayment: (props) => (
    <NumberFilter
      {...props}
      name="downPayment"
      label="Down Payment (%)"
      placeholder={String(DEFAULT_DOWN_PAYMENT)}
    />
  ),
  rate: (props) => <RateFilter {...props} />,
  termYears: (props) => (
    <NumberFilter
      {...props}
      name="termYears"
      label="Loan Term (years)"
      placeholder={String(DEFAULT_TERM_YEARS)}
    />
  ),
  listedWithin: (props) => (
    <SelectFilter
      {...props}
      name="listedWithin"
      label="Listed"
      options={daysOptions('Last', LISTED_DAYS, props.filters.listedWithin)}
    />
  ),
  openHouseWithin: (props) => (
    <SelectFilter
      {...props}
      name="openHouseWithin"
      label="Open House"
      options={daysOptions('Next', OPEN_HOUSE_DAYS, props.filters.openHouseWithin)}
    />
  ),
  underContract: (props) => (
    <SelectFilter
      {...props}
      name="underContract"
      label="Under Contract"
      options={CONTRACT_OPTIONS}
    />
  ),
  pets: (props) => <SelectFilter {...props} name="pets" label="Pets" options={PETS_OPTIONS} />,
  availableBy: ({ filters }) => (
    <Field label="Available By">
      {(control) => (
        <Input {...control} type="date" name="availableBy" defaultValue={filters.availableBy} />
      )}
    </Field>
  ),
  city: ({ filters }) => <TextFilter name="city" filters={filters} />,
  state: ({ filters }) => <TextFilter name="state" filters={filters} />,
  zipCode: ({ filters }) => <TextFilter name="zipCode" filters={filters} />,
  reduced: ({ filters }) => (
    <CheckboxFilter
      name="reduced"
      value="true"
      label="Price cut in the last 30 days"
      filters={filters}
    />
  ),
  furnished: ({ filters }) => (
    <CheckboxFilter name="furnished" value="yes" label="Furnished" filters={filters} />
  ),
  features: ({ filters }) => (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3">
      {FEATURE_CODES.map((code) => (
        <CheckboxFilter
          key={code}
          name="features"
          value={code}
          label={FEATURES[code]}
          filters={filters}
        />
      ))}
    </div>
  ),
} satisfies Record<MoreFilter, (props: FieldsProps) => ReactNode>;

const FULL_WIDTH = new Set<MoreFilter>(['reduced', 'furnished', 'features']);

/** The controls of 'More filters' by group, each a grid of two columns. */
export function MoreFilters({ scope, ...props }: FieldsProps & { scope: SearchScope }) {
  return [...filterGroupsOf(scope)].map(([group, names]) => (
    <fieldset key={group} className="filter-group">
      <legend className="display text-lg">{group}</legend>
      {names.map((name) => (
        <div key={name} className={FULL_WIDTH.has(name) ? 'col-span-full' : 'min-w-0'}>
          {CONTROLS[name](props)}
        </div>
      ))}
    </fieldset>
  ));
}
