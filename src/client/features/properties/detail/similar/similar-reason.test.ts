import { expect, test } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { summarizeSimilar } from './similar-query.ts';
import { similarReason } from './similar-reason.ts';

const home = buildProperty({ price: 500_000, sqft: 1800, bedrooms: 3, propertyType: 'House' });

test.each([
  [{}, 'Same area, similar price'],
  [{ price: 300_000 }, 'Same area, similar size'],
  [{ latitude: 30.6 }, 'Same city, similar price'],
  [{ latitude: 0 }, 'Same city, similar price'],
  [{ latitude: 30.6, city: 'Round Rock' }, 'Similar price, similar size'],
  [
    { latitude: 30.6, city: 'Round Rock', price: 900_000, sqft: 900 },
    'Same number of bedrooms, also a house',
  ],
  [
    {
      latitude: 30.6,
      city: 'Round Rock',
      price: 900_000,
      sqft: 900,
      bedrooms: 1,
      propertyType: 'Condo',
    },
    'Also for sale',
  ],
] as const)('describes %o as %s', (facts, reason) => {
  const other = buildProperty({
    price: 510_000,
    sqft: 1790,
    bedrooms: 3,
    propertyType: 'House',
    ...facts,
  });
  expect(similarReason(home, summarizeSimilar(other))).toBe(reason);
});
