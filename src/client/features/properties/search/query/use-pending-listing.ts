import { useLocation, useNavigation } from 'react-router';
import { readPage } from '../../../../api/page-data/list-url.ts';
import type { Listing } from './listing-url.ts';
import { readFilters } from './property-filters.ts';

/**
 * Returns the search being loaded, or else the one shown. Links that change one part of a search
 * start from it, so a change that is still loading is not lost.
 *
 * @param current the search in the URL
 */
export function usePendingListing(current: Listing): Listing {
  const { pathname } = useLocation();
  const { location: nextLocation } = useNavigation();
  if (nextLocation?.pathname !== pathname) return current;
  const search = new URLSearchParams(nextLocation.search);
  const { status, ...filters } = readFilters(search);
  const { place } = current;
  return {
    place,
    // On a status page the path sets the status.
    filters: { ...filters, status: place.kind === 'status' ? '' : status },
    page: readPage(search),
  };
}
