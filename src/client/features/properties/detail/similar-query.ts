/** Homes like another one, found with the public search alone. */

import { PRICE_MAX } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PropertySummary } from '../../../api/property-summary.ts';
import { summariesQuery } from '../../../api/query-client.ts';

/** How many are asked for; the nearest in price of the same place are shown. */
const ASKED = 12;
/** How far from a home's price a similar one's may be. */
const PRICE_BELOW = 0.7;
const PRICE_ABOVE = 1.4;

/** Homes of the same kind, status and place, near in price. */
export function similarQuery({ propertyType, status, city, state, price }: Property) {
  return summariesQuery({
    query: {
      searchTerm: `${city} ${state}`,
      propertyType,
      status,
      minPrice: Math.floor(price * PRICE_BELOW),
      maxPrice: Math.min(Math.ceil(price * PRICE_ABOVE), PRICE_MAX),
      limit: ASKED,
    },
  });
}

/** The ones to show: not the home itself, really in its city (a text may merely name it), nearest in price first. */
export function pickSimilar(
  home: Property,
  found: readonly PropertySummary[],
  most: number,
): PropertySummary[] {
  const place = (property: PropertySummary) => `${property.city}, ${property.state}`.toLowerCase();
  return found
    .filter((property) => property._id !== home._id && place(property) === place(home))
    .sort((a, b) => Math.abs(a.price - home.price) - Math.abs(b.price - home.price))
    .slice(0, most);
}
