import { expect, test } from 'vitest';
import { pinPrice, toPins } from './pins.ts';

test.each([
  [595_000, '$595K'],
  [1_250_000, '$1.25M'],
  [2_450, '$2,450'],
  [9_999, '$9,999'],
  [10_000, '$10K'],
  [0, '$0'],
])('formats %d as %s', (price, text) => expect(pinPrice(price)).toBe(text));

const home = {
  latitude: 30.2,
  longitude: -97.7,
  price: 595_000,
  status: 'For Sale',
  propertyType: 'House',
  bedrooms: 3,
} as const;

test('returns a pin for each home, spot with several homes, and cluster', () => {
  const pins = toPins({
    total: 16,
    unmapped: 0,
    homes: [
      { _id: '1', ...home },
      { _id: '2', ...home, price: 2_000 },
      { _id: '3', ...home, latitude: 30.3 },
    ],
    clusters: [
      {
        latitude: 31,
        longitude: -97,
        count: 13_000,
        minPrice: 2_000,
        maxPrice: 1_250_000,
        bounds: [-98, 30, -96, 32],
      },
    ],
  });
  expect(pins.map(({ kind, label, ids }) => ({ kind, label, ids }))).toEqual([
    { kind: 'spot', label: '2 homes', ids: ['1', '2'] },
    { kind: 'home', label: '$595K', ids: ['3'] },
    { kind: 'cluster', label: '13K', ids: [] },
  ]);
  expect(pins.map(({ name }) => name)).toEqual([
    '2 homes at one spot',
    '$595K, House, 3 beds, For Sale',
    '13K homes, $2,000 to $1.25M',
  ]);
  expect(new Set(pins.map(({ key }) => key)).size).toBe(3);
});
