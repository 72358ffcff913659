import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { cx } from '../../../ui/class-names.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterSheetButton } from './filters/filter-sheet-button.tsx';
import { listingTitle, type Listing } from './query/listing-address.ts';
import { useAskedListing } from './query/use-asked-listing.ts';
import { ListingCount } from './results/listing-count.tsx';
import { ListingOutputs } from './results/listing-outputs.tsx';
import { ListingResults } from './results/listing-results.tsx';
import { LateMap } from './map/late-map.tsx';
import { useLiftByCards } from './map/use-lift-by-cards.ts';
import { ViewSwitch } from './map/view-switch.tsx';
import { PropertyFilterForm } from './filters/property-filter-form.tsx';
import { findFilterErrors } from './query/property-filters.ts';
import { PropertySortSelect } from './filters/property-sort.tsx';
import { LateRecentlyViewed } from '../recently-viewed/late-recently-viewed.tsx';
import { useListingResults } from './results/use-listing-results.ts';
import './map-page.css';

export interface PropertyListingProps {
  listing: Listing;
  /** Above the heading: the way here. */
  trail?: ReactNode;
  /** Beside the order: what can be done with the search. */
  actions?: ReactNode;
  /** Below the heading: who the agent is. */
  children?: ReactNode;
}

/** A listing page: heading, filters, count, order and results (docs/product/pages.md, Listing pages). */
export function PropertyListing({ listing, trail, actions, children }: PropertyListingProps) {
  const [search] = useSearchParams();
  const addressErrors = findFilterErrors(search);
  const { results, isSearching } = useListingResults(listing);
  const asked = useAskedListing(listing);
  const count = useRef<HTMLOutputElement>(null);
  const focusCount = useCallback(() => count.current?.focus({ preventScroll: true }), []);
  useFocusOnTurn(listing.page, focusCount);

  const isMap = listing.filters.view === 'map';
  const [liftedId, setLiftedId] = useState<string | null>(null);
  const cards = useRef<HTMLDivElement>(null);
  useLiftByCards(cards, isMap, setLiftedId);

  const totalCount = results.data?.totalCount;
  const searchedFor = results.data?.searchedFor ?? null;
  return (
    <div className={cx('column', isMap ? MAP_PAGE : 'pt-8 pb-20 lg:pt-12')}>
      {trail}
      <h1
        className={cx(
          'display text-xl [overflow-wrap:anywhere]',
          isMap && 'in-data-js:max-md:sr-only',
        )}
      >
        {listingTitle(listing.place)}
      </h1>
      {children}
      <div className={cx('mt-6', isMap && 'in-data-js:max-md:hidden')}>
        <PropertyFilterForm
          listing={listing}
          addressErrors={addressErrors}
          totalCount={totalCount}
        />
      </div>
      <div className={cx('relative', isMap && 'map-results')}>
        <FilterSheetButton
          listing={listing}
          addressErrors={addressErrors}
          totalCount={totalCount}
        />
        <div className="mt-4 empty:hidden">
          <FilterChips listing={asked} onEmptied={focusCount} />
        </div>
        <div
          className={cx(
            'mt-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2',
            isMap ? 'mb-3 max-md:mt-3' : 'mb-6',
          )}
        >
          <ListingCount totalCount={totalCount} isSearching={isSearching} focusRef={count} />
          <div className="flex flex-wrap items-center gap-3">
            {actions}
            <ViewSwitch listing={asked} />
            <div className={cx(isMap && 'in-data-js:max-lg:hidden')}>
              <PropertySortSelect listing={asked} />
            </div>
          </div>
        </div>
        {searchedFor !== null && (
          <p className="mb-6 rounded-sm bg-sunken px-4 py-3">
            Showing homes for <strong className="font-semibold">“{searchedFor}”</strong>
          </p>
        )}
        {isMap ? (
          <>
            <p className="mb-6 rounded-sm bg-sunken px-4 py-3 in-data-js:hidden">
              The map needs JavaScript. These are the same homes as a list.
            </p>
            <div className="map-split">
              <div className="map-frame needs-js">
                <LateMap listing={listing} liftedId={liftedId} onLift={setLiftedId} />
              </div>
              <div ref={cards} className="in-data-js:max-lg:hidden">
                <ListingResults
                  listing={listing}
                  results={results}
                  isStale={isSearching}
                  liftedId={liftedId}
                />
              </div>
            </div>
          </>
        ) : (
          <ListingResults listing={listing} results={results} isStale={isSearching} />
        )}
      </div>
      <div className={cx(isMap && 'in-data-js:max-lg:hidden')}>
        <ListingOutputs listing={listing} />
        <LateRecentlyViewed />
      </div>
    </div>
  );
}

/** As wide as the window; on a phone it ends where the window does, below the top bar. */
const MAP_PAGE = 'map-page pt-4 pb-10 lg:max-w-none lg:pt-8';

/** When the page turns, the keyboard starts from the results and not from where the pages' links were. */
function useFocusOnTurn(page: number, focus: () => void) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focus();
  }, [page, focus]);
}
