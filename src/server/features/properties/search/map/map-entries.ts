/** The input and results of a map search. */

import type { Bounds } from '#shared/geo/bounds.ts';
import type { MapHome } from '#shared/schemas/properties/property-map.ts';
import type { SearchConditions } from '../search-conditions.ts';

/** Search conditions with the visible bounds of the map. */
export type MapConditions = SearchConditions & { bounds: Bounds };

/**
 * Homes in a grid square, or in several after merging. Longitudes can exceed 180 if the map crosses
 * the antimeridian.
 */
export type MapGroup = Bounds & {
  count: number;
  latitude: number;
  longitude: number;
  minPrice: number;
  maxPrice: number;
  /** The home of a single-home group; otherwise null. */
  home: MapHome | null;
};

/** All matches as single homes and groups. */
export type MapEntries = { homes: MapHome[]; groups: MapGroup[] };
