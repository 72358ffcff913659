import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { matchesSearch, type SearchedProperty } from '#shared/matches-search.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { parseSearch } from './search-filters.ts';
import { buildHomeKeys, buildSearchKeys } from './search-keys.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');

const home: fc.Arbitrary<SearchedProperty> = fc
  .record({
    city: fc.constantFrom('Austin', 'AUSTIN', 'St. Paul', 'Coeur d’Alene'),
    state: fc.constantFrom('TX', 'Texas', 'MN'),
    zipCode: fc.constantFrom('78704', '55101', '78704-1200'),
    price: fc.oneof(
      fc.constantFrom(0, 1, 499_999, 500_000, 1e11),
      fc.integer({ min: 0, max: 2e6 }),
    ),
    bedrooms: fc.integer({ min: 0, max: 5 }),
    propertyType: fc.constantFrom('House' as const, 'Apartment' as const, 'Condo' as const),
    status: fc.constantFrom('For Sale' as const, 'For Rent' as const),
    latitude: fc.constantFrom(30.27, 30.4, 44.95, 0),
    longitude: fc.constantFrom(-97.74, -97.5, -93.09, 179.9),
    description: fc.constantFrom(
      'A quiet house with a gazebo.',
      'Near the Café, sunny rooms on lot 12e34f.',
      'On Saint Mary’s Street, unit 5.',
    ),
  })
  .map((facts) => buildProperty(facts));

const area = fc.constantFrom(
  { bounds: '-97.9,30.1,-97.6,30.5' },
  { bounds: '170,-20,-170,60' },
  { bounds: '-125,25,-66,49' },
  { near: '30.3,-97.7', within: '10' },
  { near: '30.3,179.95', within: '20' },
  {},
);

const filters = fc.record(
  {
    city: fc.constantFrom('austin', 'st paul', 'coeur dalene'),
    state: fc.constantFrom('tx', 'Minnesota'),
    zipCode: fc.constantFrom('78704', '78704 1200'),
    searchTerm: fc.constantFrom(
      'gazebo',
      'quiet house',
      'cafe',
      'austin',
      '12e34f',
      '12E34',
      'st',
      'marys st apt 5',
    ),
    propertyType: fc.constantFrom('House', 'House,Condo'),
    status: fc.constantFrom('For Sale', 'For Rent'),
    minPrice: fc.oneof(fc.constantFrom(1, 500_000), fc.integer({ min: 0, max: 2e6 })),
    maxPrice: fc.oneof(fc.constantFrom(0, 499_999, 1e11), fc.integer({ min: 0, max: 2e6 })),
    bedrooms: fc.integer({ min: 1, max: 4 }),
  },
  {},
);
/** Combines only a few filters because few homes match many filters. */
const search = fc
  .tuple(
    filters,
    area,
    fc.subarray(
      ['city', 'state', 'zipCode', 'searchTerm', 'propertyType', 'status', 'minPrice', 'maxPrice'],
      { maxLength: 3 },
    ),
  )
  .map(([allFilters, areaFilters, names]) =>
    Object.fromEntries([
      ...Object.entries(allFilters).filter(([name]) => names.includes(name)),
      ...Object.entries(areaFilters),
    ]),
  );

test('a home shares a key with every search that it matches', () => {
  let matchCount = 0;
  fc.assert(
    fc.property(home, search, (property, input) => {
      const { filters } = parseSearch(input);
      const keys = buildSearchKeys(filters);
      if (keys.length === 0 || !matchesSearch(property, filters, NOW, DEFAULT_COST_RATES)) return;
      matchCount += 1;
      const keysOfHome = new Set(buildHomeKeys(property));
      expect(keys.some((key) => keysOfHome.has(key))).toBe(true);
    }),
    { numRuns: 5_000, seed: 11 },
  );
  // Most pairs do not match and are not checked.
  expect(matchCount).toBeGreaterThan(20);
});

test('a search has few keys, even with a price range', () => {
  const range = { city: 'Austin', minPrice: 123_456, maxPrice: 9_876_543 };
  const { filters } = parseSearch({ ...range, propertyType: 'House,Condo' });
  expect(buildSearchKeys(filters).length).toBeLessThan(30);
});

test('homes in another city, with another status, or above the maximum price share no key with a search', () => {
  const { filters } = parseSearch({ city: 'Austin', status: 'For Sale', maxPrice: 500_000 });
  const keys = new Set(buildSearchKeys(filters));
  const sharesKey = (facts: Parameters<typeof buildProperty>[0]) =>
    buildHomeKeys(
      buildProperty({ city: 'Austin', status: 'For Sale', price: 400_000, ...facts }),
    ).some((key) => keys.has(key));
  expect(sharesKey({})).toBe(true);
  expect([
    sharesKey({ city: 'Boston' }),
    sharesKey({ status: 'For Rent' }),
    sharesKey({ price: 900_000 }),
  ]).toEqual([false, false, false]);
});
