import Search from 'lucide-react/icons/search';
import { Button } from '../../../../ui/actions/button.tsx';
import { iconButtonClass } from '../../../../ui/actions/icon-button.tsx';
import { FirstFilters, HiddenFields, KeywordField } from './filter-fields.tsx';
import { listingHref } from '../query/listing-address.ts';
import { LateCount } from './late-count.tsx';
import { MoreFiltersButton } from './more-filters-button.tsx';
import { activeFilters } from '../query/active-filters.ts';
import {
  FIRST_FILTERS,
  MORE_FILTERS,
  NO_FILTERS,
  PLACE_FILTERS,
} from '../query/property-filters.ts';
import { type PropertyFilterFormProps, useFilterForm } from './use-filter-form.ts';

/** The filters that the form itself shows do not count as 'more filters'. */
const NO_FIRST_FILTERS = Object.fromEntries(
  [...FIRST_FILTERS, ...PLACE_FILTERS].map((name) => [name, '']),
);

/** On phones with scripts these move into a sheet. */
const wideOnly = 'in-data-js:max-md:hidden';

/**
 * The full filter form (docs/product/pages.md, Filter form). A plain form that
 * leads to the same URL without scripts.
 */
export function PropertyFilterForm({
  listing,
  addressErrors,
  totalCount,
}: PropertyFilterFormProps) {
  const { place, filters } = listing;
  const { formProps, draft, errors, choosePlace } = useFilterForm(listing, { addressErrors });
  const action = listingHref(place, NO_FILTERS).split('?')[0];
  return (
    <search>
      <form
        {...formProps}
        action={action}
        className="grid items-start gap-x-3 gap-y-4 md:grid-cols-4 md:rounded-md md:border md:border-line md:bg-surface md:p-5 xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
      >
        <HiddenFields
          place={place}
          filters={filters}
          names={[...MORE_FILTERS, 'status', 'sort', ...PLACE_FILTERS]}
        />
        <div className="relative md:col-span-2 xl:col-span-1">
          <KeywordField
            place={place}
            filters={filters}
            onChoosePlace={choosePlace}
            // Keeps the browser's clear button clear of the search button.
            className="max-md:pr-12"
          />
          <button
            type="submit"
            aria-label="Search"
            className={`${iconButtonClass} needs-js absolute right-0 bottom-0 md:hidden`}
          >
            <Search aria-hidden="true" className="size-5" />
          </button>
        </div>
        <FirstFilters filters={filters} errors={errors} className={wideOnly} />
        <div
          className={`${wideOnly} flex items-center gap-4 flex-wrap gap-y-2 md:col-span-4 xl:col-span-full`}
        >
          <Button type="submit">Apply Filters</Button>
          <MoreFiltersButton
            listing={listing}
            addressErrors={addressErrors}
            totalCount={totalCount}
            first={draft}
            count={activeFilters({ ...filters, ...NO_FIRST_FILTERS }).length}
          />
          <LateCount
            listing={listing}
            draft={draft}
            totalCount={totalCount}
            className="xl:min-w-20"
          />
        </div>
      </form>
    </search>
  );
}
