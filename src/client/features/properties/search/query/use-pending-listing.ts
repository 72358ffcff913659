import { useLocation, useNavigation } from 'react-router';
import { readPage } from '../../../../api/page-data/list-url.ts';
import type { Listing } from './listing-url.ts';
import { readFilters } from './property-filters.ts';

/**
 * Returns the search being loaded, or else the one shown. Links that change one part of a search
 * build on it, so that a change still loading is not lost.
 *
 * @param shown the search in the URL
 */
export function usePendingListing(shown: Listing): Listing {
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  if (coming?.pathname !== pathname) return shown;
  const search = new URLSearchParams(coming.search);
  const { status, ...filters } = readFilters(search);
  const { place } = shown;
  return {
    place,
    // On a status page the path sets the status.
    filters: { ...filters, status: place.kind === 'status' ? '' : status },
    page: readPage(search),
  };
}
