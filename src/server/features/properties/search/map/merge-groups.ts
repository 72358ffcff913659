/** Merges overlapping clusters: the homes of two squares can be close to their common side. */

import { northOf, worldPx } from './map-grid.ts';
import type { MapGroup } from './map-entries.ts';

/** The distance from which clusters of the usual size do not overlap. */
const APART_PX = 40;

/** Merges smaller clusters into larger ones nearby; all homes stay counted. */
export function mergeGroups(groups: readonly MapGroup[], zoom: number): MapGroup[] {
  const scale = worldPx(zoom);
  // A stable sort preserves the given order of equal counts.
  const sorted = groups.toSorted((a, b) => b.count - a.count);
  const xs = Float64Array.from(sorted, ({ longitude }) => (longitude / 360) * scale);
  const ys = Float64Array.from(sorted, ({ latitude }) => northOf(latitude) * scale);
  const isMerged = new Uint8Array(sorted.length);
  return sorted.flatMap((group, index) => {
    if (isMerged[index] === 1) return [];
    const x = xs[index] ?? 0;
    const y = ys[index] ?? 0;
    let all = group;
    // Compares all pairs: for 400 groups, that is faster than a spatial index.
    for (let other = index + 1; other < sorted.length; other += 1) {
      const right = (xs[other] ?? 0) - x;
      const down = (ys[other] ?? 0) - y;
      const near = sorted[other];
      if (near === undefined || isMerged[other] === 1) continue;
      if (right * right + down * down >= APART_PX * APART_PX) continue;
      isMerged[other] = 1;
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
