import { pagePaths } from '#shared/page-paths.ts';
import type { Place } from '#shared/schemas/place.ts';
import { placeTitle, type PlaceSearchState } from './query/place-scope.ts';

/**
 * Returns the breadcrumbs of a place: the home page, all homes of the status, the city, and the ZIP
 * code, if any.
 */
export function trailOf(
  { status, in: scope }: PlaceSearchState['scope'],
  market: Place | undefined,
): { label: string; path: string }[] {
  const { state, city, zip, label } = scope;
  const cityName =
    market === undefined ? label : placeTitle({ city: market.city, state: market.state });
  return [
    { label: 'Home', path: pagePaths.home() },
    { label: status, path: status === 'For Rent' ? pagePaths.forRent() : pagePaths.forSale() },
    { label: cityName, path: pagePaths.place(status, { state, city }) },
    ...(zip === undefined
      ? []
      : [{ label: market?.zipCode ?? zip, path: pagePaths.place(status, { state, city, zip }) }]),
  ];
}
