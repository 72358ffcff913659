import { expect, test } from 'vitest';
import type { Area } from '#shared/geo/area.ts';
import { AREA_POINTS_MAX, AREAS_MAX } from '#shared/limits.ts';
import { searchKey } from '../features/properties/search/search-conditions.ts';
import { shortKey } from './short-key.ts';

test('a short text is its own key', () => {
  expect(shortKey('{"bedrooms":3}')).toBe('{"bedrooms":3}');
});

test('keys of searches with large areas are short and distinct', () => {
  const areasAt = (west: number): Area[] =>
    Array.from({ length: AREAS_MAX }, (_area, index) =>
      Array.from({ length: AREA_POINTS_MAX }, (_corner, at) => ({
        latitude: 30 + at / 1_000,
        longitude: west + index + (at % 2),
      })),
    );
  const key = searchKey({ area: areasAt(-97) });
  expect(key.length).toBeLessThan(100);
  expect(searchKey({ area: areasAt(-97) })).toBe(key);
  expect(searchKey({ area: areasAt(-97.00001) })).not.toBe(key);
});
