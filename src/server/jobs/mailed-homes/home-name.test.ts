import { expect, test } from 'vitest';
import { describeHome } from './home-name.ts';

const FACTS = { type: 'House', status: 'For Sale', bedrooms: 3, price: 450_000 } as const;

test.each([
  [{}, '3-bed house for $450,000'],
  [{ type: 'Condo', status: 'For Rent', bedrooms: 1, price: 2_400 }, '1-bed condo for $2,400/mo'],
  [{ type: 'Apartment', bedrooms: 0 }, 'studio apartment for $450,000'],
  [{ bedrooms: 0 }, 'house for $450,000'],
  // Could be a phone number.
  [{ price: 5_035_550_199 }, '3-bed house'],
  // A deleted listing.
  [{ type: null, status: null, bedrooms: null }, 'home for $450,000'],
  [{ type: null, status: null, bedrooms: null, price: null }, 'home'],
] as const)('describes a home with %j', (facts, expected) => {
  expect(describeHome({ ...FACTS, ...facts })).toBe(expected);
});
