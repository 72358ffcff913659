import { expect, test } from 'vitest';
import { serializeAreas } from '#shared/geo/area.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { readConditions, readFilters } from './read-filters.ts';

/** Creates a distinct search with a given number of extra characters. */
const buildSearch = (number: number, characters: number) =>
  JSON.stringify({ city: `Town ${number}`, features: `pool${','.repeat(characters)}` });

test('short searches are parsed once', () => {
  const filters = readFilters(buildSearch(0, 10));
  expect(filters).toEqual({ city: 'Town 0', features: ['pool'] });
  for (let number = 1; number < 1_000; number += 1) readFilters(buildSearch(number, 10));
  expect(readFilters(buildSearch(0, 10))).toBe(filters);
});

test('only a few very long searches are cached', () => {
  const first = buildSearch(0, 13_000);
  const filters = readFilters(first);
  expect(readFilters(first)).toBe(filters);
  for (let number = 1; number < 400; number += 1) readFilters(buildSearch(number, 13_000));
  expect(readFilters(first)).not.toBe(filters);
});

test('SQL conditions use copies of the cached areas', () => {
  const corners = [
    { latitude: 30, longitude: -98 },
    { latitude: 31, longitude: -98 },
    { latitude: 31, longitude: -97 },
  ];
  const search = { area: serializeAreas([corners]) };
  const cachedArea = readFilters(JSON.stringify(search))?.area;
  const storedSearch = { search, filters: null };
  const conditions = readConditions(storedSearch, {
    now: new Date(),
    costRates: DEFAULT_COST_RATES,
  });
  expect(conditions?.area).toEqual([corners]);
  expect(conditions?.area?.[0]).not.toBe(cachedArea?.[0]);
});
