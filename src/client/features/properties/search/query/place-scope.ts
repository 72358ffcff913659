/** The place of a place's page (docs/product/places.md, Pages): from its address, and what the API says of it. */

import type { PropertyStatus } from '#shared/property-choices.ts';
import type { Place } from '#shared/schemas/place.ts';
import { apiQuery, type ApiQuery } from '../../../../api/api-queries.ts';
import { readStatusListing, type Listing, type PlaceScope } from './listing-address.ts';

/** The slugs in a place page's path; other spellings are redirected (place-redirect.ts). */
export type PlaceParams = Partial<Record<'state' | 'city' | 'zip', string>>;

/** A listing page with a place. */
export interface PlaceListing extends Listing {
  place: { kind: 'status'; status: PropertyStatus; in: PlaceScope };
}

/** The place's market. */
export function placeQuery({
  status,
  in: { state, city, zip },
}: PlaceListing['place']): ApiQuery<Place> {
  return zip === undefined
    ? apiQuery('GET /places/:state/:city', { params: { state, city }, query: { status } })
    : apiQuery('GET /places/:state/:city/:zip', {
        params: { state, city, zip },
        query: { status },
      });
}

/**
 * Reads the address of a place's page.
 *
 * @param known what the API says of the place; until then its name is made of the address
 */
export function readPlaceListing(
  preset: PropertyStatus,
  params: PlaceParams,
  search: URLSearchParams,
  known?: Place,
): PlaceListing {
  const listing = readStatusListing(preset, search);
  const scope = toScope(params);
  const label = known === undefined ? scope.label : placeTitle(known);
  return {
    ...listing,
    // The path says where.
    filters: { ...listing.filters, city: '', state: '', zipCode: '' },
    place: {
      kind: 'status',
      status: listing.place.kind === 'status' ? listing.place.status : preset,
      in: { ...scope, label },
    },
  };
}

/** A place in a heading: 'Austin, TX', 'Austin, TX 78704'. */
export const placeTitle = ({ city, state, zipCode }: Pick<Place, 'city' | 'state' | 'zipCode'>) =>
  [`${city}, ${state}`, ...(zipCode === undefined ? [] : [zipCode])].join(' ');

function toScope({ state = '', city = '', zip }: PlaceParams): PlaceScope {
  const name = city
    .replaceAll('-', ' ')
    .replace(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
  const label = placeTitle({ city: name, state: state.toUpperCase(), zipCode: zip });
  return { state, city, label, ...(zip === undefined ? {} : { zip }) };
}
