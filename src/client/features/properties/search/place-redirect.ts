/** Redirects URLs to place pages (docs/product/places.md, Pages). */

import { redirect } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { placeSlug, stateSlug, zipSlug } from '#shared/properties/place-slugs.ts';
import { readStatusSearch } from './query/listing-url.ts';
import type { PlaceParams } from './query/place-scope.ts';

/**
 * Redirects a URL that names a place in its query, or spells it differently in its path, to the URL
 * of the place's page.
 *
 * @param status the requested page's status
 * @param params the place in the URL's path, if any
 * @throws a redirect, unless the URL names no place or already is the URL of the place's page
 */
export function redirectToPlace(
  status: PropertyStatus,
  request: Request,
  params?: PlaceParams,
): void {
  const path = placePageOf(status, new URL(request.url), params);
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- React Router redirects by throwing
  if (path !== null) throw redirect(path);
}

/**
 * Returns the URL of the place's page; null if the URL names no place or already is that page's URL.
 * The query takes precedence. The path's ZIP code is used only with its city.
 */
function placePageOf(preset: PropertyStatus, url: URL, params: PlaceParams = {}): string | null {
  const { searchParams } = url;
  const param = (name: string) => searchParams.get(name)?.trim() ?? '';
  const state = stateSlug(param('state') || (params.state ?? ''));
  const city = placeSlug(param('city') || (params.city ?? ''));
  if (state === '' || city === '') return null;
  const isSameCity = param('state') === '' && param('city') === '';
  const zip = zipSlug(param('zipCode') || (isSameCity ? (params.zip ?? '') : ''));
  const isCurrentPlace =
    state === params.state && city === params.city && zip === (params.zip ?? '');
  if (isCurrentPlace && ['city', 'state', 'zipCode'].every((name) => param(name) === ''))
    return null;
  const remaining = new URLSearchParams(searchParams);
  for (const name of ['city', 'state', 'zipCode', 'status']) remaining.delete(name);
  const { scope } = readStatusSearch(preset, searchParams);
  const status = scope.kind === 'status' ? scope.status : preset;
  const path = pagePaths.place(status, { state, city, ...(zip === '' ? {} : { zip }) });
  return remaining.size === 0 ? path : `${path}?${remaining.toString()}`;
}
