import { useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { totalOf } from '#shared/format/numbers.ts';
import { EmptyState } from '../../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { listingHref, type Listing } from '../query/listing-address.ts';
import { countSingles, lastResorts, relaxations, type Relaxation } from '../query/relaxations.ts';
import { countQuery } from '../query/listing-queries.ts';
import { NO_FILTERS } from '../query/property-filters.ts';

/** How many ways out are shown, in their order: the gentlest first. */
const SHOWN_MOST = 6;

/** Nothing was found: says so, and which filter to relax for how many homes. */
export function ListingEmpty({ listing }: { listing: Listing }) {
  const { place, filters } = listing;
  const findCounts = useKnownCounts();
  const tries = findCounts(relaxations(place, filters));
  const singleCount = countSingles(filters);
  const singles = tries.slice(0, singleCount);
  // Suggestions without a count were not requested (listing-load.ts).
  const needsMore = singles.every(({ count = 0 }) => count === 0);
  const resorts = findCounts(needsMore ? lastResorts(place, filters) : []);
  const useful = [...singles, ...resorts, ...tries.slice(singleCount)]
    .filter(({ count = 0 }) => count > 0)
    .slice(0, SHOWN_MOST);
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" className="size-7" />}
      title="No Properties Found"
      actions={
        useful.length === 0 &&
        activeFilters(filters).length > 0 && (
          <LinkButton
            href={listingHref(place, { ...NO_FILTERS, sort: filters.sort })}
            keepScroll
            variant="secondary"
          >
            Clear all filters
          </LinkButton>
        )
      }
    >
      <p>Your search and filters did not match any properties. Try adjusting your criteria.</p>
      {useful.length > 0 && (
        <ul
          aria-label="What to relax"
          className="mt-6 divide-y divide-line border-y border-line text-left"
        >
          {useful.map(({ relaxation, count = 0 }) => (
            <li key={relaxation.label}>
              <Link
                href={listingHref(relaxation.place, relaxation.filters)}
                keepScroll
                className="group flex min-h-12 items-center justify-between gap-6 py-2"
              >
                <span className="min-w-0 [overflow-wrap:anywhere] text-ink underline-offset-4 group-hover:underline">
                  {relaxation.label}
                </span>
                <span className="sr-only">, </span>
                <span className="figures text-sm font-semibold whitespace-nowrap text-brand">
                  {totalOf(count, 'home')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}

/**
 * Suggestions with their counts, as loaded with the page; undefined if the loader did not request them. Read without
 * subscribing: they are as old as the page.
 */
function useKnownCounts() {
  const queries = useQueryClient();
  return (tries: readonly Relaxation[]) =>
    tries.map((relaxation) => {
      const { queryKey } = countQuery(relaxation.place, relaxation.filters);
      const known = queries.getQueryData(queryKey);
      return { relaxation, count: known?.totalCount };
    });
}
