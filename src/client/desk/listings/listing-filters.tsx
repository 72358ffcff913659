import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { useGoTo } from '../desk-address.ts';
import { SortSelect } from '../sort-select.tsx';
import { LISTING_SORT_OPTIONS, type ListingSearch } from './listing-search.ts';

const STATUS_FILTER = [
  { value: '', label: 'Any Status' },
  { value: 'For Sale', label: 'For Sale' },
  { value: 'For Rent', label: 'For Rent' },
];
const AVAILABILITY_FILTER = [
  { value: '', label: 'Any Availability' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Sold/Rented' },
];

export interface ListingFiltersProps {
  search: ListingSearch;
  /** What the search box is called: 'Search properties'. */
  label: string;
  /** The address of the same search with something changed, on its first page. */
  hrefWith: (changed: Partial<ListingSearch>) => string;
}

/** What narrows down a desk's listings (spec section 2, Admin property management). */
export function ListingFilters({ search, label, hrefWith }: ListingFiltersProps) {
  const goTo = useGoTo();
  return (
    <>
      <SearchBox
        label={label}
        placeholder="Search by title, address, city..."
        value={search.searchTerm}
        delayMs={SEARCH_DEBOUNCE_MS}
        onSearch={(text) => goTo(hrefWith({ searchTerm: text }), { typed: true })}
        className="min-w-0 flex-1 max-xl:basis-full xl:max-w-md"
      />
      <Select
        aria-label="Status"
        options={STATUS_FILTER}
        value={search.status}
        onChange={(event) =>
          goTo(hrefWith({ status: event.target.value as ListingSearch['status'] }))
        }
        className="flex-1 xl:w-36 xl:flex-none"
      />
      <Select
        aria-label="Availability"
        options={AVAILABILITY_FILTER}
        value={search.availability}
        onChange={(event) =>
          goTo(hrefWith({ availability: event.target.value as ListingSearch['availability'] }))
        }
        className="flex-1 xl:w-44 xl:flex-none"
      />
      <SortSelect
        options={LISTING_SORT_OPTIONS}
        current={search.sort}
        hrefOf={(sort) => hrefWith({ sort: sort as ListingSearch['sort'] })}
        className="max-sm:basis-full xl:hidden"
      />
    </>
  );
}
