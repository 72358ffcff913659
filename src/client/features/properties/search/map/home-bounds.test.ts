import { expect, test } from 'vitest';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { boundsOfHomes } from './home-bounds.ts';

const cluster = (count: number, bounds: [number, number, number, number]) => ({
  latitude: bounds[1],
  longitude: bounds[0],
  count,
  minPrice: 1,
  maxPrice: 2,
  bounds,
});
const home = (longitude: number, latitude: number) => ({
  _id: `${longitude},${latitude}`,
  latitude,
  longitude,
  price: 1,
  status: 'For Sale' as const,
  propertyType: 'House' as const,
  bedrooms: 1,
});
const mapOf = (entries: Pick<PropertyMap, 'clusters' | 'homes'>): PropertyMap => ({
  total: 0,
  unmapped: 0,
  ...entries,
});

const TEXAS = cluster(60, [-106, 26, -94, 36]);
const CALIFORNIA = cluster(25, [-124, 33, -115, 42]);
const MAINE = cluster(11, [-71, 43, -67, 47]);
const ALASKA = home(-149.9, 61.2);
const HAWAII = home(-157.9, 21.3);

test('ignores up to a tenth of the homes if they are far away', () => {
  const map = mapOf({ clusters: [MAINE, TEXAS, CALIFORNIA], homes: [ALASKA, HAWAII] });
  const mainland = { west: -124, south: 26, east: -67, north: 47 };
  expect(boundsOfHomes(map, 0.9)).toEqual(mainland);
  expect(boundsOfHomes(map, 1)).toEqual({ ...mainland, west: -157.9, south: 21.3, north: 61.2 });
});

test('includes each group with more than a tenth of the homes', () => {
  const map = mapOf({ clusters: [cluster(7, [-97, 30, -97, 30])], homes: [HAWAII] });
  expect(boundsOfHomes(map, 0.9)).toEqual({ west: -157.9, south: 21.3, east: -97, north: 30 });
});

test('groups distant homes if others bridge the gap', () => {
  // 20 degrees apart, with a home in between that comes last.
  const map = mapOf({
    clusters: [cluster(95, [-120, 40, -120, 40])],
    homes: [home(-100, 40), home(-110, 40)],
  });
  expect(boundsOfHomes(map, 0.9)).toEqual({ west: -120, south: 40, east: -100, north: 40 });
});

test('returns null if there are no homes', () => {
  expect(boundsOfHomes(mapOf({ clusters: [], homes: [] }), 0.9)).toBeNull();
});
