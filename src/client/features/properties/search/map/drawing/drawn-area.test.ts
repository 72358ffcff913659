import { expect, test } from 'vitest';
import { toArea } from './drawn-area.ts';

const triangle = (west: number, east: number) => [
  { lat: 50, lng: west },
  { lat: 50, lng: east },
  { lat: 52, lng: (west + east) / 2 },
];

test.each([
  [-98, -97, -98, -97],
  [262, 263, -98, -97],
  [-458, -457, -98, -97],
  [181, 185, -179, -175],
  // Across the antimeridian: only the larger part of the area remains.
  [178, 181, 178, 180],
  [179, 183, -180, -177],
])('an area drawn from %d to %d extends from %d to %d', (from, to, west, east) => {
  const longitudes = toArea(triangle(from, to)).map(({ longitude }) => longitude);
  expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([west, east]);
});

test('clips an area at the North Pole', () => {
  const [corner] = toArea([{ lat: 95, lng: 0 }, ...triangle(-1, 1)]);
  expect(corner).toEqual({ latitude: 90, longitude: 0 });
});
