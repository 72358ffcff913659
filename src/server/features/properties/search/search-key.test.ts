import { expect, test } from 'vitest';
import { MAX_AREA_POINTS, MAX_AREAS } from '#shared/limits.ts';
import { searchKey } from './search-conditions.ts';

test('keys of searches with large areas are short and distinct', () => {
  const buildAreas = (west: number) =>
    Array.from({ length: MAX_AREAS }, (_area, index) =>
      Array.from({ length: MAX_AREA_POINTS }, (_corner, cornerIndex) => ({
        latitude: 30 + cornerIndex / 1_000,
        longitude: west + index + (cornerIndex % 2),
      })),
    );
  const key = searchKey({ area: buildAreas(-97) });
  expect(key.length).toBeLessThan(100);
  expect(searchKey({ area: buildAreas(-97) })).toBe(key);
  expect(searchKey({ area: buildAreas(-97.00001) })).not.toBe(key);
});
