/** The input and the parts of a map. */

import type { Bounds } from '#shared/geo/bounds.ts';
import type { MapHome } from '#shared/schemas/properties/property-map.ts';
import type { SearchConditions } from '../search-conditions.ts';

/** Conditions with the box that the map shows. */
export type MapConditions = SearchConditions & { bounds: Bounds };

/** Homes of one square of the grid: its longitudes go on beyond 180 where the map crosses the antimeridian. */
export type MapGroup = Bounds & {
  count: number;
  latitude: number;
  longitude: number;
  minPrice: number;
  maxPrice: number;
  /** The one home of a group of one. */
  home: MapHome | null;
};

/** Everything that matches, as homes and as groups of at least one. */
export type MapEntries = { homes: MapHome[]; groups: MapGroup[] };
