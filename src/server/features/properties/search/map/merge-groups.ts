/** Merges overlapping clusters: homes in adjacent squares can be close to the shared edge. */

import { toMercatorY, worldPx } from '#shared/geo/mercator.ts';
import type { MapGroup } from './map-entries.ts';

/** The minimum distance between clusters. Clusters of the usual size do not overlap at this distance. */
const MIN_DISTANCE_PX = 40;

/** Merges smaller clusters into larger nearby clusters. All homes are still counted. */
export function mergeGroups(groups: readonly MapGroup[], zoom: number): MapGroup[] {
  const scale = worldPx(zoom);
  // The sort is stable: clusters with equal counts keep their order.
  const sorted = groups.toSorted((a, b) => b.count - a.count);
  const xs = Float64Array.from(sorted, ({ longitude }) => (longitude / 360) * scale);
  const ys = Float64Array.from(sorted, ({ latitude }) => toMercatorY(latitude) * scale);
  const isMerged = new Uint8Array(sorted.length);
  return sorted.flatMap((group, index) => {
    if (isMerged[index] === 1) return [];
    const x = xs[index] ?? 0;
    const y = ys[index] ?? 0;
    let merged = group;
    // For 400 groups, comparing all pairs is faster than a spatial index.
    for (let other = index + 1; other < sorted.length; other += 1) {
      const dx = (xs[other] ?? 0) - x;
      const dy = (ys[other] ?? 0) - y;
      const candidate = sorted[other];
      if (candidate === undefined || isMerged[other] === 1) continue;
      if (dx * dx + dy * dy >= MIN_DISTANCE_PX * MIN_DISTANCE_PX) continue;
      isMerged[other] = 1;
      merged = merge(merged, candidate);
    }
    return [merged];
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
