/**
 * Explains briefly how a home is similar to another (docs/product/listings.md, Similar
 * homes). Pure.
 */

import { milesBetween } from '#shared/geo/distance.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { SimilarHome } from './similar-query.ts';

/** Homes within this distance are in the same area. */
const SAME_AREA_MILES = 1.5;
/** Maximum relative difference of similar prices and sizes. */
const MAX_RELATIVE_DIFFERENCE = 0.15;

const isClose = (a: number, b: number) =>
  Math.abs(a - b) <= Math.max(a, b) * MAX_RELATIVE_DIFFERENCE;

/**
 * Returns up to two reasons, such as `Same area, similar price`: the location, then other
 * similarities.
 *
 * @returns at least the status, which similar homes always share
 */
export function similarReason(home: Property, other: SimilarHome): string {
  const place = placeReason(home, other);
  const others = [
    isClose(home.price, other.price) && 'similar price',
    isClose(home.sqft, other.sqft) && 'similar size',
    home.bedrooms === other.bedrooms && 'same number of bedrooms',
    home.propertyType === other.propertyType && `also ${TYPE_LABELS[home.propertyType]}`,
  ].filter((reason) => reason !== false);
  const reasons = [...(place === null ? [] : [place]), ...others].slice(0, 2);
  const text = reasons.join(', ') || `also ${home.status.toLowerCase()}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const TYPE_LABELS = { House: 'a house', Apartment: 'an apartment', Condo: 'a condo' } as const;

function placeReason(home: Property, other: SimilarHome): string | null {
  const isMapped = home.latitude && home.longitude && other.latitude && other.longitude;
  if (isMapped && milesBetween(home, other) <= SAME_AREA_MILES) return 'same area';
  const isSameCity =
    home.city.toLowerCase() === other.city.toLowerCase() &&
    home.state.toLowerCase() === other.state.toLowerCase();
  return isSameCity ? 'same city' : null;
}
