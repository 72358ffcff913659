import { expect, test } from 'vitest';
import { readFilters } from './read-filters.ts';

/** A search of so many characters, each of its own. */
const searchOf = (number: number, characters: number) =>
  JSON.stringify({ city: `Town ${number}`, features: `pool${','.repeat(characters)}` });

test('short searches are read once', () => {
  const filters = readFilters(searchOf(0, 10));
  expect(filters).toEqual({ city: 'Town 0', features: ['pool'] });
  for (let number = 1; number < 1_000; number += 1) readFilters(searchOf(number, 10));
  expect(readFilters(searchOf(0, 10))).toBe(filters);
});

test('of very long ones few stay in memory', () => {
  const first = searchOf(0, 13_000);
  const filters = readFilters(first);
  expect(readFilters(first)).toBe(filters);
  for (let number = 1; number < 400; number += 1) readFilters(searchOf(number, 13_000));
  expect(readFilters(first)).not.toBe(filters);
});
