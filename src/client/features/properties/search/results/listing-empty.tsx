import { useQueries } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { totalOf } from '#shared/format/numbers.ts';
import { EmptyState } from '../../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import {
  countSingleRelaxations,
  singleFilterSearches,
  relaxations,
  type Relaxation,
} from '../query/relaxations.ts';
import { countQuery } from '../query/listing-queries.ts';
import { withoutFilters } from '../query/property-filters.ts';

/** Maximum number of suggestions to show. Those that drop one filter come first. */
const MAX_SHOWN = 6;

/** The empty state: a message, and suggested searches with their numbers of homes. */
export function ListingEmpty({ search }: { search: SearchState }) {
  const { scope, filters } = search;
  const suggestions = useCountedRelaxations(relaxations(scope, filters));
  const singleCount = countSingleRelaxations(filters);
  const singles = suggestions.slice(0, singleCount);
  const singleFilterSuggestions = useCountedRelaxations(
    singles.some(canHelp) ? [] : singleFilterSearches(scope, filters),
  );
  const shownSuggestions = [
    ...singles,
    ...singleFilterSuggestions,
    ...suggestions.slice(singleCount),
  ]
    .filter(canHelp)
    .slice(0, MAX_SHOWN);
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" className="size-7" />}
      title="No Properties Found"
      actions={
        shownSuggestions.length === 0 &&
        activeFilters(filters).length > 0 && (
          <LinkButton
            href={searchHref(scope, withoutFilters(filters))}
            keepScroll
            variant="secondary"
          >
            Clear all filters
          </LinkButton>
        )
      }
    >
      <p>Your search and filters did not match any properties. Try adjusting your criteria.</p>
      {shownSuggestions.length > 0 && (
        <ul
          aria-label="Suggested searches"
          className="mt-6 divide-y divide-line border-y border-line text-left"
        >
          {shownSuggestions.map(({ relaxation, count }) => (
            <li key={relaxation.label}>
              <Link
                href={searchHref(relaxation.scope, relaxation.filters)}
                keepScroll
                className="group flex min-h-12 items-center justify-between gap-6 py-2"
              >
                <span className="min-w-0 [overflow-wrap:anywhere] text-ink underline-offset-4 group-hover:underline">
                  {relaxation.label}
                </span>
                {count !== undefined && (
                  <>
                    <span className="sr-only">, </span>
                    <span className="figures text-sm font-semibold whitespace-nowrap text-brand">
                      {totalOf(count, 'home')}
                    </span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}

interface CountedRelaxation {
  relaxation: Relaxation;
  /** Undefined while it is loading, after it failed, and if the loader did not request it. */
  count: number | undefined;
  /** Whether the count is loading or failed. */
  isUnknown: boolean;
}

/** A suggestion with an unknown count may have results, so show it without a number. */
const canHelp = ({ count, isUnknown }: CountedRelaxation) => (count ?? 0) > 0 || isUnknown;

/** Returns suggestions with the counts that the page's loader requested, as they arrive. */
function useCountedRelaxations(searches: readonly Relaxation[]): CountedRelaxation[] {
  const counts = useQueries({
    queries: searches.map(({ scope, filters }) => ({
      ...countQuery(scope, filters),
      enabled: false,
    })),
  });
  return searches.map((relaxation, index) => {
    const result = counts[index];
    const isRequested = result?.status === 'error' || result?.fetchStatus === 'fetching';
    const count = result?.data?.totalCount;
    return { relaxation, count, isUnknown: count === undefined && isRequested };
  });
}
