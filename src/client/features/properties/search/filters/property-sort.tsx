import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PropertySort } from '#shared/property-choices.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { HiddenFields } from './filter-fields.tsx';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { FORM_FILTERS, NO_FILTERS, PLACE_FILTERS, readFilters } from '../query/property-filters.ts';

const OPTIONS = [
  { value: 'createdAt_desc', label: 'Newest' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
] as const satisfies { value: PropertySort; label: string }[];

/**
 * The sort order of the results (docs/product/pages.md, Listing pages). Changes apply immediately.
 * Without JavaScript, a button submits them.
 */
export function PropertySortSelect({ search }: { search: SearchState }) {
  const { scope, filters } = search;
  const navigate = useNavigate();
  const [selectedSort, setSelectedSort] = useState(filters.sort);
  // The URL takes precedence, for example after going back.
  const [urlSort, setUrlSort] = useState(filters.sort);
  if (urlSort !== filters.sort) {
    setUrlSort(filters.sort);
    setSelectedSort(filters.sort);
  }
  return (
    <form action={searchHref(scope, NO_FILTERS).split('?')[0]} className="flex items-center gap-2">
      <HiddenFields scope={scope} filters={filters} names={[...FORM_FILTERS, ...PLACE_FILTERS]} />
      <Field label="Sort by" labelHidden>
        {(control) => (
          <Select
            {...control}
            name="sort"
            value={selectedSort}
            onChange={(event) => {
              const { sort } = readFilters(new Map([['sort', event.currentTarget.value]]));
              setSelectedSort(sort);
              void navigate(searchHref(scope, { ...filters, sort }), { preventScrollReset: true });
            }}
            options={OPTIONS}
            className="w-auto"
          />
        )}
      </Field>
      <noscript>
        <Button type="submit" variant="secondary">
          Sort
        </Button>
      </noscript>
    </form>
  );
}
