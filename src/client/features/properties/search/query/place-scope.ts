/** The place of a place page (docs/product/places.md, Pages), from its URL and the API. */

import type { PropertyStatus } from '#shared/property-choices.ts';
import type { Place } from '#shared/schemas/place.ts';
import { apiQuery, type ApiQuery } from '../../../../api/api-queries.ts';
import { readStatusSearch, type SearchState, type PlaceScope } from './listing-url.ts';

/** The slugs in the path of a place page. Other spellings are redirected (place-redirect.ts). */
export type PlaceParams = Partial<Record<'state' | 'city' | 'zip', string>>;

/** The search state of a place page. */
export interface PlaceSearchState extends SearchState {
  scope: { kind: 'status'; status: PropertyStatus; in: PlaceScope };
}

/** Fetches the place's market. */
export function placeQuery({
  status,
  in: { state, city, zip },
}: PlaceSearchState['scope']): ApiQuery<Place> {
  return zip === undefined
    ? apiQuery('GET /places/:state/:city', { params: { state, city }, query: { status } })
    : apiQuery('GET /places/:state/:city/:zip', {
        params: { state, city, zip },
        query: { status },
      });
}

/**
 * Reads the URL of a place page.
 *
 * @param place the API's data; until it has loaded, the name is derived from the slugs
 */
export function readPlaceSearch(
  preset: PropertyStatus,
  params: PlaceParams,
  searchParams: URLSearchParams,
  place?: Place,
): PlaceSearchState {
  const search = readStatusSearch(preset, searchParams);
  const scope = toScope(params);
  const label = place === undefined ? scope.label : placeTitle(place);
  return {
    ...search,
    // The path already names the place.
    filters: { ...search.filters, city: '', state: '', zipCode: '' },
    scope: {
      kind: 'status',
      status: search.scope.kind === 'status' ? search.scope.status : preset,
      in: { ...scope, label },
    },
  };
}

/** Returns the name of a place for a heading: 'Austin, TX', 'Austin, TX 78704'. */
export const placeTitle = ({ city, state, zipCode }: Pick<Place, 'city' | 'state' | 'zipCode'>) =>
  [`${city}, ${state}`, ...(zipCode === undefined ? [] : [zipCode])].join(' ');

function toScope({ state = '', city = '', zip }: PlaceParams): PlaceScope {
  const name = city
    .replaceAll('-', ' ')
    .replace(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
  const label = placeTitle({ city: name, state: state.toUpperCase(), zipCode: zip });
  return { state, city, label, ...(zip === undefined ? {} : { zip }) };
}
