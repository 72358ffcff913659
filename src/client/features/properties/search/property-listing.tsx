import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterSheetButton } from './filters/filter-sheet-button.tsx';
import { listingTitle, type Listing } from './query/listing-address.ts';
import { ListingCount } from './results/listing-count.tsx';
import { ListingResults } from './results/listing-results.tsx';
import { PropertyFilterForm } from './filters/property-filter-form.tsx';
import { findFilterErrors } from './query/property-filters.ts';
import { PropertySortSelect } from './filters/property-sort.tsx';
import { RecentlyViewed } from '../recently-viewed/recently-viewed.tsx';
import { useListingResults } from './results/use-listing-results.ts';

export interface PropertyListingProps {
  listing: Listing;
  /** Below the heading: who the agent is. */
  children?: ReactNode;
}

/** A listing page: heading, filters, count, order and results (spec section 2, Listing pages). */
export function PropertyListing({ listing, children }: PropertyListingProps) {
  const [search] = useSearchParams();
  const addressErrors = findFilterErrors(search);
  const { results, isSearching } = useListingResults(listing);
  const count = useRef<HTMLOutputElement>(null);
  const focusCount = useCallback(() => count.current?.focus({ preventScroll: true }), []);
  useFocusOnTurn(listing.page, focusCount);

  const totalCount = results.data?.totalCount;
  const searchedFor = results.data?.searchedFor ?? null;
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <h1 className="display text-xl [overflow-wrap:anywhere]">{listingTitle(listing.place)}</h1>
      {children}
      <div className="mt-6">
        <PropertyFilterForm
          listing={listing}
          addressErrors={addressErrors}
          totalCount={totalCount}
        />
      </div>
      <div className="relative">
        <FilterSheetButton
          listing={listing}
          addressErrors={addressErrors}
          totalCount={totalCount}
        />
        <div className="mt-4 empty:hidden">
          <FilterChips listing={listing} onEmptied={focusCount} />
        </div>
        <div className="mt-5 mb-6 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <ListingCount totalCount={totalCount} isSearching={isSearching} focusRef={count} />
          <PropertySortSelect listing={listing} />
        </div>
        {searchedFor !== null && (
          <p className="mb-6 rounded-sm bg-sunken px-4 py-3">
            Showing homes for <strong className="font-semibold">“{searchedFor}”</strong>
          </p>
        )}
        <ListingResults listing={listing} results={results} isStale={isSearching} />
      </div>
      <RecentlyViewed />
    </div>
  );
}

/** When the page turns, the keyboard starts from the results and not from where the pages' links were. */
function useFocusOnTurn(page: number, focus: () => void) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focus();
  }, [page, focus]);
}
