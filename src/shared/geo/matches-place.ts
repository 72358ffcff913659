/** The spatial filters of a search, calculated for one listing. */

import { type Area, isInArea } from './area.ts';
import { type Bounds, hasPosition, isInBounds, type Position } from './bounds.ts';
import { milesBetween } from './distance.ts';

/** Location filters: in a box, in any of the areas, within some miles of a point; all given ones apply. */
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

/** Returns whether a position matches the location filters. Listings without a position never do. */
export function matchesPlace(position: Position, filters: SpatialFilters): boolean {
  const { bounds, area, near, within } = filters;
  if (!isSpatial(filters)) return true;
  return (
    hasPosition(position) &&
    (bounds === undefined || isInBounds(bounds, position)) &&
    (area === undefined || area.some((each) => isInArea(each, position))) &&
    (near === undefined || milesBetween(near, position) <= (within ?? 0))
  );
}
