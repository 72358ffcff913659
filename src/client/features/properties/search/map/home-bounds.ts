/** Finds where a search's homes are, for the first view of its map (docs/product/map.md, The screen). */

import type { Bounds } from '#shared/geo/bounds.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';

/** The maximum gap between a group and a home or group that joins it. */
const MAX_GAP_DEGREES = 12;

interface Group {
  count: number;
  bounds: Bounds;
}

/**
 * Returns the box around the largest groups of nearby homes; null if there are no homes.
 *
 * @param minShare the minimum share of the homes in the box: 1 for all homes
 */
export function boundsOfHomes({ homes, clusters }: PropertyMap, minShare: number): Bounds | null {
  const entries: Group[] = [
    ...homes.map(({ latitude, longitude }) => ({
      count: 1,
      bounds: { west: longitude, south: latitude, east: longitude, north: latitude },
    })),
    ...clusters.map(({ count, bounds: [west, south, east, north] }) => ({
      count,
      bounds: { west, south, east, north },
    })),
  ];
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const [largest, ...others] = groupNearby(entries).toSorted((a, b) => b.count - a.count);
  if (largest === undefined) return null;
  return others.reduce(
    (included, group) =>
      included.count < total * minShare ? mergeGroups(included, group) : included,
    largest,
  ).bounds;
}

function groupNearby(entries: readonly Group[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    let next = entry;
    // A grown group may now be near another one.
    for (;;) {
      const near = groups.findIndex((group) => isNearby(group.bounds, next.bounds));
      const [group] = near === -1 ? [] : groups.splice(near, 1);
      if (group === undefined) break;
      next = mergeGroups(group, next);
    }
    groups.push(next);
  }
  return groups;
}

const isNearby = (a: Bounds, b: Bounds) =>
  Math.max(a.west - b.east, b.west - a.east, a.south - b.north, b.south - a.north) <=
  MAX_GAP_DEGREES;

function mergeGroups(a: Group, b: Group): Group {
  return {
    count: a.count + b.count,
    bounds: {
      west: Math.min(a.bounds.west, b.bounds.west),
      south: Math.min(a.bounds.south, b.bounds.south),
      east: Math.max(a.bounds.east, b.bounds.east),
      north: Math.max(a.bounds.north, b.bounds.north),
    },
  };
}
