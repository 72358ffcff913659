/** Which bits a search is asked by: those that may match, and those that do. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SearchConditions } from '../search-conditions.ts';
import { type BitmapPlan, planBitmaps } from './plan-bitmaps.ts';

const query = sql`plainto_tsquery('simple', 'oak')`;
const words = { text: 'oak', query, indexed: query, listings: 30_000 };

/** Bits that listings have, and after `!` those that they do not have. */
function toPlan(maybe: string, sure: string | null): BitmapPlan {
  const toBits = (text: string) => ({
    withAll: text.split(' ').filter((name) => name !== '' && !name.startsWith('!')),
    withNone: text
      .split(' ')
      .filter((name) => name.startsWith('!'))
      .map((name) => name.slice(1)),
  });
  return { maybe: toBits(maybe), sure: sure === null ? null : toBits(sure) };
}

/** The same of homes for rent, which the first filter is. */
function withRent({ maybe, sure }: BitmapPlan): BitmapPlan {
  const add = (bits: BitmapPlan['maybe']) => ({ ...bits, withAll: ['For Rent', ...bits.withAll] });
  return { maybe: add(maybe), sure: sure === null ? null : add(sure) };
}

test.each<[string, SearchConditions, BitmapPlan | undefined]>([
  ['nothing', {}, undefined],
  ['what other indexes know', { minPrice: 5, bedrooms: 2, propertyType: ['Condo'] }, undefined],
  ['what no bits know', { city: 'Austin', openHouseWithin: 7 }, undefined],
  ['words', { words }, undefined],
  ['features', { features: ['pool', 'gym'] }, toPlan('pool gym', 'pool gym')],
  [
    'a type beside',
    { propertyType: ['Condo'], features: ['gym'] },
    toPlan('Condo gym', 'Condo gym'),
  ],
  [
    'two types',
    { propertyType: ['Condo', 'House'], features: ['gym'] },
    toPlan('!Apartment gym', '!Apartment gym'),
  ],
  ['a round number', { minSqft: 1_500 }, toPlan('sqft>=1500', 'sqft>=1500')],
  ['another number', { minSqft: 1_600 }, toPlan('sqft>=1500', 'sqft>=1750')],
  ['one below all', { minLotSqft: 10 }, undefined],
  ['one above all', { minSqft: 20_000 }, toPlan('sqft>=10000', null)],
  ['at most', { maxSqft: 1_600 }, toPlan('!sqft>1750', '!sqft>1500')],
  ['at most a round number', { maxSqft: 1_500 }, toPlan('!sqft>1500', '!sqft>1500')],
  [
    'at most a price',
    { features: ['gym'], maxPrice: 650 },
    toPlan('!price>=700 gym', '!price>=600 gym'),
  ],
  ['no fee', { maxHoa: 0 }, toPlan('!hoaFee>0', '!hoaFee>0')],
  ['no bathrooms', { bathrooms: 0, parking: 0 }, toPlan('parkingSpaces>=0', 'parkingSpaces>=0')],
  ['pets', { pets: 'cats', furnished: 'yes' }, toPlan('cats furnished', 'cats furnished')],
  ['what depends on the time', { reduced: 'true', pets: 'dogs' }, toPlan('dogs reduced', null)],
  [
    'days in between',
    { listedWithin: 10 },
    { maybe: { withAll: ['listed within 14'], withNone: [] }, sure: null },
  ],
  ['a monthly cost', { maxMonthly: 900, features: ['gym'] }, toPlan('gym', null)],
  [
    'rents are their cost',
    { maxMonthly: 900, maxPrice: 900, pets: 'dogs', status: 'For Rent' },
    // In the order of the filters.
    withRent(toPlan('!price>=1000 dogs', '!price>=900 dogs')),
  ],
  [
    'a day',
    { availableBy: '2026-03-10' },
    {
      maybe: { withAll: ['free by 2026-04-01'], withNone: [] },
      sure: { withAll: ['free by 2026-03-01'], withNone: [] },
    },
  ],
  ['facts and words', { words, bathrooms: 2 }, toPlan('bathrooms>=2', null)],
  ['facts and a place', { city: 'Austin', bathrooms: 2 }, toPlan('bathrooms>=2', null)],
])('%s', (_name, conditions, plan) => {
  expect(planBitmaps(conditions)).toEqual(plan);
});
