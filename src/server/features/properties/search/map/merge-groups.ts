/** Merges overlapping clusters: the centers of two squares' homes may be side by side. */

import { northOf, worldPx } from './map-grid.ts';
import type { MapGroup } from './map-entries.ts';

/** As far apart clusters of the usual size do not cover each other, in pixels. */
const APART_PX = 40;

/** The larger ones take in the smaller ones near them; all homes stay counted. */
export function mergeGroups(groups: readonly MapGroup[], zoom: number): MapGroup[] {
  const scale = worldPx(zoom);
  // The given order decides between equals.
  const sorted = groups.toSorted((a, b) => b.count - a.count);
  const xs = Float64Array.from(sorted, ({ longitude }) => (longitude / 360) * scale);
  const ys = Float64Array.from(sorted, ({ latitude }) => northOf(latitude) * scale);
  const isTaken = new Uint8Array(sorted.length);
  return sorted.flatMap((group, index) => {
    if (isTaken[index] === 1) return [];
    const x = xs[index] ?? 0;
    const y = ys[index] ?? 0;
    let all = group;
    // Each with each: of 400 groups, plain numbers are compared sooner than squares of the plane are searched.
    for (let other = index + 1; other < sorted.length; other += 1) {
      const right = (xs[other] ?? 0) - x;
      const down = (ys[other] ?? 0) - y;
      const near = sorted[other];
      if (near === undefined || isTaken[other] === 1) continue;
      if (right * right + down * down >= APART_PX * APART_PX) continue;
      isTaken[other] = 1;
      all = merge(all, near);
    }
    return [all];
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
