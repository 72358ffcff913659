import { expect, test } from 'vitest';
import { mergePins } from './merge-pins.ts';
import { toPins } from './pins.ts';

/** Returns a position in pixels on a map where a degree is 100 pixels. */
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  x: longitude * 100,
  y: latitude * 100,
});

const home = (_id: string, longitude: number) =>
  ({
    _id,
    latitude: 0,
    longitude,
    price: 500_000,
    status: 'For Sale',
    propertyType: 'House',
    bedrooms: 3,
  }) as const;

const mergePinsAt = (longitudes: number[]) =>
  mergePins(
    toPins({
      total: longitudes.length,
      unmapped: 0,
      homes: longitudes.map((longitude, index) => home(String(index + 1), longitude)),
      clusters: [],
    }),
    pointOf,
  );

test('merges pins within 40 pixels', () => {
  const pins = mergePinsAt([0, 0.39, 2]);
  expect(pins.map(({ kind, label, name, ids }) => ({ kind, label, name, ids }))).toEqual([
    { kind: 'cluster', label: '2', name: '2 homes', ids: ['1', '2'] },
    { kind: 'home', label: '$500K', name: '$500K, House, 3 beds, For Sale', ids: ['3'] },
  ]);
  expect(pins[0]).toMatchObject({
    longitude: 0.195,
    count: 2,
    bounds: { west: 0, south: 0, east: 0.39, north: 0 },
  });
});

test('merges overlapping price pins even if they are more than 40 pixels apart', () => {
  // '$500K' is 60 pixels wide and 28 high.
  expect(mergePinsAt([0, 0.59]).map(({ label }) => label)).toEqual(['2']);
  expect(mergePinsAt([0, 0.6])).toHaveLength(2);
  const isMerged = (latitude: number) =>
    mergePins(
      toPins({
        total: 2,
        unmapped: 0,
        homes: [home('1', 0), { ...home('2', 0.41), latitude }],
        clusters: [],
      }),
      pointOf,
    ).length === 1;
  expect(isMerged(0.27)).toBe(true);
  expect(isMerged(0.28)).toBe(false);
});

test('merges a growing group with the pins that it now overlaps', () => {
  expect(mergePinsAt([0, 0.55, 0.39]).map(({ label }) => label)).toEqual(['3']);
  const row = mergePinsAt([0, 0.3, 0.6, 0.9, 1.2, 1.5]).map(({ longitude }) => longitude);
  for (const [index, longitude] of row.slice(1).entries())
    expect(longitude - (row[index] ?? 0)).toBeGreaterThanOrEqual(0.4);
});

test('merges a cluster with a pin whose label it would cover', () => {
  // A cluster of two is 36 pixels wide, and a price pin is 60.
  expect(mergePinsAt([0, 0.1, 0.52]).map(({ label }) => label)).toEqual(['3']);
  expect(mergePinsAt([0, 0.1, 0.56]).map(({ label }) => label)).toEqual(['2', '$500K']);
});

test('omits IDs if a server cluster absorbs a home', () => {
  const [pin] = mergePins(
    toPins({
      total: 9,
      unmapped: 0,
      homes: [home('1', 0)],
      clusters: [
        {
          latitude: 0,
          longitude: 0.2,
          count: 8,
          minPrice: 1,
          maxPrice: 2,
          bounds: [0.1, 0, 0.3, 0],
        },
      ],
    }),
    pointOf,
  );
  expect(pin).toMatchObject({ kind: 'cluster', label: '9', ids: [], status: null });
});
