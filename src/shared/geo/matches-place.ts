/** Applies the location filters of a search to a listing. */

import { type Area, isInArea } from './area.ts';
import { type Bounds, hasPosition, isInBounds, type Position } from './bounds.ts';
import { milesBetween } from './distance.ts';

/** Location filters: in a box, in any of the areas, and within a distance of a point. All filters that are set must match. */
export type SpatialFilters = {
  bounds?: Bounds | undefined;
  area?: readonly Area[] | undefined;
  near?: Position | undefined;
  /** Great-circle miles from `near`. */
  within?: number | undefined;
};

/** Returns whether a search has a location filter. */
export function isSpatial({ bounds, area, near }: SpatialFilters): boolean {
  return bounds !== undefined || area !== undefined || near !== undefined;
}

/** Returns whether a position matches all location filters. A listing without a position matches only without filters. */
export function matchesPlace(position: Position, filters: SpatialFilters): boolean {
  const { bounds, area, near, within } = filters;
  if (!isSpatial(filters)) return true;
  return (
    hasPosition(position) &&
    (bounds === undefined || isInBounds(bounds, position)) &&
    (area === undefined || area.some((candidate) => isInArea(candidate, position))) &&
    (near === undefined || milesBetween(near, position) <= (within ?? 0))
  );
}
