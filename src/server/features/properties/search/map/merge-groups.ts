/** Brings together what would lie on top of each other: the middles of two squares' homes may be side by side. */

import { northOf, worldPx } from './map-grid.ts';
import type { MapGroup } from './map-entries.ts';

/** As far apart clusters of the usual size do not cover each other, in pixels. */
const APART_PX = 40;

/** The larger ones take in the smaller ones near them; all homes stay counted. */
export function mergeGroups(groups: readonly MapGroup[], zoom: number): MapGroup[] {
  const scale = worldPx(zoom);
  const points = groups
    .map((group) => ({
      group,
      x: (group.longitude / 360) * scale,
      y: northOf(group.latitude) * scale,
      isTaken: false,
    }))
    // The given order decides between equals.
    .toSorted((a, b) => b.group.count - a.group.count);
  return points.flatMap((point, index) => {
    if (point.isTaken) return [];
    const near = points
      .slice(index + 1)
      .filter(
        (other) => !other.isTaken && Math.hypot(other.x - point.x, other.y - point.y) < APART_PX,
      );
    for (const other of near) other.isTaken = true;
    return [near.reduce((sum, other) => merge(sum, other.group), point.group)];
  });
}

function merge(a: MapGroup, b: MapGroup): MapGroup {
  const count = a.count + b.count;
  return {
    count,
    latitude: (a.latitude * a.count + b.latitude * b.count) / count,
    longitude: (a.longitude * a.count + b.longitude * b.count) / count,
    minPrice: Math.min(a.minPrice, b.minPrice),
    maxPrice: Math.max(a.maxPrice, b.maxPrice),
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
    home: null,
  };
}
