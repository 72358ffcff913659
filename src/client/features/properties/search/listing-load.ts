/** Loaders for listing pages. */

import { redirect, redirectDocument } from 'react-router';
import type { PageScope } from '../../../api/page-data/page-data.ts';
import { withoutEmptyValues, type SearchState } from './query/listing-url.ts';
import { propertiesQuery } from './query/listing-queries.ts';
import { extentQuery, needsExtent } from './map/map-queries.ts';
import { fetchListingEmpty } from './results/lazy-listing-empty.tsx';

/**
 * Runs a listing page's search, and finds the map's extent if it depends on the results. If there are
 * no results, counts the homes for searches with fewer filters.
 */
export async function loadSearch(page: PageScope, search: SearchState): Promise<void> {
  const { scope, filters } = search;
  const [results] = await Promise.all([
    page.prefetch(propertiesQuery(search)),
    filters.view === 'map' && needsExtent(filters) && page.prefetch(extentQuery(scope, filters)),
  ]);
  if (results?.totalCount !== 0) return;
  const [{ loadRelaxations }] = await Promise.all([
    import('./results/load-relaxations.ts'),
    fetchListingEmpty(),
  ]);
  await loadRelaxations(page, search);
}

/**
 * Redirects a URL with empty or default form values to the URL without them, so that every search
 * has only one URL.
 *
 * @throws a redirect, if there are such values
 */
export function redirectToCleanUrl(request: Request): void {
  const clean = withoutEmptyValues(new URL(request.url));
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- React Router redirects by throwing
  if (clean !== null) throw redirect(clean);
}

/**
 * Reloads a URL that names a place in its query from the server, which has the rules for comparing
 * names (place-redirect.ts).
 *
 * @throws a redirect that loads the document, if the query names a place
 */
export function redirectToPlaceDocument(request: Request): void {
  const { pathname, search, searchParams } = new URL(request.url);
  const namesPlace =
    (searchParams.has('city') && searchParams.has('state')) ||
    (pathname.split('/').length > 2 && /[?&](city|state|zipCode)=/.test(search));
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- React Router redirects by throwing
  if (namesPlace) throw redirectDocument(pathname + search);
}
