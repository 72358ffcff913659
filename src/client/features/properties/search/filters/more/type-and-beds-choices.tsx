import { Choice } from '../../../../../ui/fields/choice.tsx';
import type { SelectOption } from '../../../../../ui/fields/select.tsx';
import { fieldValue, type PropertyFilters } from '../../query/property-filters.ts';
import { bedsOptions, typeOptions } from '../filter-fields.tsx';

type ChoiceFieldProps = {
  label: string;
  name: string;
  defaultValue: string;
  options: readonly SelectOption[];
};

function ChoiceField({ label, name, defaultValue, options }: ChoiceFieldProps) {
  return (
    <fieldset className="col-span-2 min-w-0">
      <legend className="label">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label: text }) => (
          <Choice
            key={value}
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            className="min-h-11 min-w-11 grow px-3"
          >
            {text}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

/** The home type and minimum bedrooms, for layouts with room for one button per choice. */
export function TypeAndBedsChoices({ filters }: { filters: PropertyFilters }) {
  const type = fieldValue('propertyType', filters);
  return (
    <>
      <ChoiceField
        label="Type"
        name="propertyType"
        defaultValue={type}
        options={typeOptions(filters.propertyType)}
      />
      <ChoiceField
        label="Min. Beds"
        name="bedrooms"
        defaultValue={filters.bedrooms}
        options={bedsOptions(filters.bedrooms)}
      />
    </>
  );
}
