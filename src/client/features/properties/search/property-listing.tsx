import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { cx } from '../../../ui/class-names.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterSheetButton } from './filters/filter-sheet-button.tsx';
import { searchTitle, type SearchState } from './query/listing-url.ts';
import { usePendingSearch } from './query/use-pending-search.ts';
import { ListingCount } from './results/listing-count.tsx';
import { ListingFeeds } from './results/listing-feeds.tsx';
import { ListingResults } from './results/listing-results.tsx';
import { LazySearchMap } from './map/lazy-search-map.tsx';
import { useHighlightByCards } from './map/use-highlight-by-cards.ts';
import { ViewSwitch } from './map/view-switch.tsx';
import { PropertyFilterForm } from './filters/property-filter-form.tsx';
import { findFilterErrors } from './query/property-filters.ts';
import { PropertySortSelect } from './filters/property-sort.tsx';
import { LazyRecentlyViewed } from '../recently-viewed/lazy-recently-viewed.tsx';
import { useSearchResults } from './results/use-search-results.ts';
import './search-bar.css';
import './map-page.css';

export interface PropertyListingProps {
  search: SearchState;
  /** Above the heading: breadcrumbs and market. */
  trail?: ReactNode;
  /** Next to the sort order: actions for the search. */
  actions?: ReactNode;
  /** Below the heading: the agent. */
  children?: ReactNode;
}

/**
 * A listing page: heading, filters, count, sort order, and results (docs/product/pages.md, Listing
 * pages).
 */
export function PropertyListing({ search, trail, actions, children }: PropertyListingProps) {
  const [searchParams] = useSearchParams();
  const urlErrors = findFilterErrors(searchParams);
  const { results, isSearching } = useSearchResults(search);
  const pending = usePendingSearch(search);
  const count = useRef<HTMLOutputElement>(null);
  const focusCount = useCallback(() => count.current?.focus({ preventScroll: true }), []);
  useFocusOnPageChange(search.page, focusCount);

  const isMap = search.filters.view === 'map';
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const cards = useRef<HTMLDivElement>(null);
  useHighlightByCards(cards, isMap, setHighlightedId);

  const showCard = useCallback((id: string) => {
    const card = cards.current?.querySelector(`[data-property-id="${id}"]`);
    card?.scrollIntoView({ block: 'nearest' });
  }, []);

  const totalCount = results.data?.totalCount;
  const searchedFor = results.data?.searchedFor ?? null;
  const form = { search, urlErrors, totalCount };
  return (
    <div className={cx(isMap && 'map-page')}>
      <div className="search-bar print:hidden" data-search-bar>
        <div className="column flex items-center gap-2">
          <PropertyFilterForm {...form} />
          <FilterSheetButton {...form} />
          <ViewSwitch search={pending} />
        </div>
      </div>
      <div className={cx('map-split', isMap ? '' : 'column pt-1 pb-20 md:pt-3')}>
        {isMap && (
          <div className="map-frame needs-js">
            <LazySearchMap
              search={search}
              highlightedId={highlightedId}
              onHighlight={setHighlightedId}
              onChoose={showCard}
            />
          </div>
        )}
        <div ref={cards} className={cx(isMap && 'map-list')}>
          {trail}
          <div className="listing-head">
            <h1
              className={cx(
                'display text-lg leading-6 [overflow-wrap:anywhere]',
                isMap ? 'md:min-w-full' : 'md:text-xl',
                isMap && 'in-data-js:max-md:sr-only',
              )}
            >
              {searchTitle(search.scope)}
            </h1>
            <div className="listing-tools">
              <ListingCount totalCount={totalCount} isSearching={isSearching} focusRef={count} />
              <FilterChips search={pending} onEmptied={focusCount} />
              <div className="flex items-center gap-2 max-md:shrink-0 md:ml-auto md:flex-wrap">
                <div className={cx(isMap && 'in-data-js:max-md:hidden')}>
                  <PropertySortSelect search={pending} />
                </div>
                {actions}
              </div>
            </div>
          </div>
          {children}
          <div className={cx(isMap && 'in-data-js:max-md:hidden')}>
            {searchedFor !== null && (
              <p className="mb-4 rounded-sm bg-sunken px-4 py-3">
                Showing homes for <strong className="font-semibold">“{searchedFor}”</strong>
              </p>
            )}
            {isMap && (
              <p className="mb-6 rounded-sm bg-sunken px-4 py-3 in-data-js:hidden">
                The map needs JavaScript. These are the same homes as a list.
              </p>
            )}
            <ListingResults
              search={search}
              results={results}
              isStale={isSearching}
              highlightedId={highlightedId}
            />
            <ListingFeeds search={search} />
            <LazyRecentlyViewed />
          </div>
        </div>
      </div>
    </div>
  );
}

/**
 * Moves focus to the result count when the user goes to another page of results, because the page
 * links are no longer in the same place.
 */
function useFocusOnPageChange(page: number, focus: () => void) {
  const previousPage = useRef(page);
  useEffect(() => {
    if (previousPage.current === page) return;
    previousPage.current = page;
    focus();
  }, [page, focus]);
}
