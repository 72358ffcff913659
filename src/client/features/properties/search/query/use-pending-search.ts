import { useLocation, useNavigation } from 'react-router';
import { readPage } from '../../../../api/page-data/list-url.ts';
import type { SearchState } from './listing-url.ts';
import { readFilters } from './property-filters.ts';

/**
 * Returns the search that is being loaded or, if none is, the one on screen. Links that change part
 * of a search start from it so that a change that is still loading is not lost.
 *
 * @param current the search in the URL
 */
export function usePendingSearch(current: SearchState): SearchState {
  const { pathname } = useLocation();
  const { location: nextLocation } = useNavigation();
  if (nextLocation?.pathname !== pathname) return current;
  const searchParams = new URLSearchParams(nextLocation.search);
  const { status, ...filters } = readFilters(searchParams);
  const { scope } = current;
  return {
    scope,
    // On a status page the path sets the status.
    filters: { ...filters, status: scope.kind === 'status' ? '' : status },
    page: readPage(searchParams),
  };
}
