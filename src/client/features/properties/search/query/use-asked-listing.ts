import { useLocation, useNavigation } from 'react-router';
import { readPage } from '../../../../api/page-data/list-address.ts';
import type { Listing } from './listing-address.ts';
import { readFilters } from './property-filters.ts';

/**
 * What a user has asked of a listing page: the search that is on its way, or the one that is shown. Links that change
 * one thing of a search start from here, so that what was changed just before is not lost while it loads.
 *
 * @param shown what the URL says
 */
export function useAskedListing(shown: Listing): Listing {
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  if (coming?.pathname !== pathname) return shown;
  const search = new URLSearchParams(coming.search);
  const { status, ...filters } = readFilters(search);
  const { place } = shown;
  return {
    place,
    // Of a status' own page the status is the path's.
    filters: { ...filters, status: place.kind === 'status' ? '' : status },
    page: readPage(search),
  };
}
