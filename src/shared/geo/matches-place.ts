/** The spatial filters of a search, calculated for one listing. */

import { type Area, isInArea } from './area.ts';
import { type Bounds, hasPosition, isInBounds, type Position } from './bounds.ts';
import { milesBetween } from './distance.ts';

/** Where homes are looked for: in a box, in any of some areas, within some miles of a point; all that are given. */
export type SpatialFilters = {
  bounds?: Bounds | undefined;
  area?: readonly Area[] | undefined;
  near?: Position | undefined;
  /** Great-circle miles from `near`. */
  within?: number | undefined;
};

/** Whether a search asks where homes are. */
export function isSpatial({ bounds, area, near }: SpatialFilters): boolean {
  return bounds !== undefined || area !== undefined || near !== undefined;
}

/** Whether a listing is where a search looks for it. One without a position is in no place at all. */
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
