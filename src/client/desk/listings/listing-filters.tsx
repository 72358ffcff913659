import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useGoTo } from '../desk-address.ts';
import { FilterSelect } from '../filter-select.tsx';
import { LISTING_SORT_OPTIONS, type ListingSearch } from './listing-search.ts';

const STATUS_FILTER = [
  { value: '', label: 'Any Status' },
  { value: 'For Sale', label: 'For Sale' },
  { value: 'For Rent', label: 'For Rent' },
] as const;
const AVAILABILITY_FILTER = [
  { value: '', label: 'Any Availability' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Sold/Rented' },
] as const;

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
      <FilterSelect
        label="Status"
        options={STATUS_FILTER}
        value={search.status}
        hrefOf={(status) => hrefWith({ status })}
        className="xl:w-36 xl:flex-none"
      />
      <FilterSelect
        label="Availability"
        options={AVAILABILITY_FILTER}
        value={search.availability}
        hrefOf={(availability) => hrefWith({ availability })}
        className="xl:w-44 xl:flex-none"
      />
      <FilterSelect
        label="Sort by"
        options={LISTING_SORT_OPTIONS}
        value={search.sort}
        hrefOf={(sort) => hrefWith({ sort })}
        className="max-sm:basis-full xl:hidden"
      />
    </>
  );
}
