/** What the index of the map is asked beside positions (migration 0028). No SQL and no database. */

import { widthOf } from '#shared/geo/bounds.ts';
import { isSpatial } from '#shared/geo/matches-place.ts';
import type { FilterName } from '#shared/properties/property-filters.ts';
import type { SearchConditions } from '../search-conditions.ts';

/** In a wider box an index of prices may have fewer homes than the box, in degrees. */
const WIDE_DEGREES = 15;

/**
 * Filters that are looked at in what the index of the map finds, although it has their columns. They stand in it behind
 * status and type: where a search asks for neither one of them, PostgreSQL 18 looks at each entry whether it could skip
 * to the next status and type, which costs more than all the rest (a state with two bedrooms at a million listings:
 * 31 ms of the processor, and 21 without).
 */
export function lookedAtBesidePositions(conditions: SearchConditions): ReadonlySet<FilterName> {
  const { status, propertyType, bounds, near } = conditions;
  const isOfOneKind = status !== undefined || propertyType?.length === 1;
  if (!isSpatial(conditions) || isOfOneKind) return new Set();
  const isNarrow = near !== undefined || (bounds !== undefined && widthOf(bounds) <= WIDE_DEGREES);
  return new Set([
    'propertyType',
    'bedrooms',
    ...(isNarrow ? (['minPrice', 'maxPrice'] as const) : []),
  ]);
}
