/** Which bits a search is asked by: those that may match, and those that do. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SearchConditions } from '../search-conditions.ts';
import { type BitmapPlan, planBitmaps } from './plan-bitmaps.ts';

const query = sql`plainto_tsquery('simple', 'oak')`;
const toWords = (...each: (string | string[])[]) => ({
  text: each.join(' '),
  groups: each.map((word) => [word].flat()),
  query,
  indexed: query,
  listings: 30_000,
});
/** But for what bits leave open. */
type Bitmaps = Omit<BitmapPlan, 'open'>;

const terms = new Set(['word oak', 'word 12', 'city austin', 'state tx']);

/** Bits that listings have, and after `!` those that they do not have. */
function toPlan(maybe: string, sure: string | null): Bitmaps {
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
function withRent({ maybe, sure }: Bitmaps): Bitmaps {
  const add = (bits: BitmapPlan['maybe']) => ({ ...bits, withAll: ['For Rent', ...bits.withAll] });
  return { maybe: add(maybe), sure: sure === null ? null : add(sure) };
}

test.each<[string, SearchConditions, Bitmaps | undefined]>([
  ['nothing', {}, undefined],
  ['what other indexes know', { minPrice: 5, bedrooms: 2, propertyType: ['Condo'] }, undefined],
  ['what no bits know', { city: 'Austin', zipCode: '78704' }, undefined],
  ['rare words', { words: toWords('moat') }, undefined],
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
  ['another number', { minSqft: 1_600 }, toPlan('sqft>=1600', 'sqft>=1600')],
  ['a number between steps', { minSqft: 1_620 }, toPlan('sqft>=1600', 'sqft>=1700')],
  ['one below all', { minLotSqft: 10 }, undefined],
  ['one above all', { minSqft: 20_000 }, toPlan('sqft>=10000', null)],
  ['at most', { maxSqft: 1_600 }, toPlan('!sqft>1600', '!sqft>1600')],
  ['at most a round number', { maxSqft: 1_500 }, toPlan('!sqft>1500', '!sqft>1500')],
  [
    'at most a price',
    { features: ['gym'], maxPrice: 650 },
    toPlan('!price>=700 gym', '!price>=650 gym'),
  ],
  [
    'between prices closer than the steps',
    { features: ['gym'], minPrice: 449_000, maxPrice: 451_000 },
    {
      maybe: { withAll: ['price>=440000', 'gym'], withNone: ['price>=460000'] },
      sure: null,
    },
  ],
  ['no fee', { maxHoa: 0 }, toPlan('!hoaFee>0', '!hoaFee>0')],
  ['no bathrooms', { bathrooms: 0, parking: 0 }, toPlan('parkingSpaces>=0', 'parkingSpaces>=0')],
  ['pets', { pets: 'cats', furnished: 'yes' }, toPlan('cats furnished', 'cats furnished')],
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
    withRent(toPlan('!price>=950 dogs', '!price>=900 dogs')),
  ],
  [
    'a day',
    { availableBy: '2026-03-10' },
    {
      maybe: { withAll: ['free by 2026-03-15'], withNone: [] },
      sure: { withAll: ['free by 2026-03-08'], withNone: [] },
    },
  ],
  ['facts and rare words', { words: toWords('moat'), bathrooms: 2 }, toPlan('bathrooms>=2', null)],
  ['facts and a small place', { city: 'Salem', bathrooms: 2 }, toPlan('bathrooms>=2', null)],
])('%s', (_name, conditions, plan) => {
  expect(planBitmaps(conditions)).toEqual(
    plan === undefined ? undefined : { ...plan, open: expect.any(Array) },
  );
});

/** Names of terms have blanks. */
const exactly = (...withAll: string[]): Bitmaps => {
  const bits = { withAll, withNone: [] };
  return { maybe: bits, sure: bits };
};

test.each<[string, SearchConditions, Bitmaps | undefined]>([
  ['a frequent word', { words: toWords('Oak') }, exactly('word oak')],
  ['several', { words: toWords('oak', '12') }, exactly('word oak', 'word 12')],
  ['a rare one beside', { words: toWords('oak', 'moat') }, { ...exactly('word oak'), sure: null }],
  ['one of several', { words: toWords(['oak', 'moat']), pets: 'cats' }, toPlan('cats', null)],
  ['what may be another word', { words: toWords('oák') }, undefined],
  // They match nothing.
  ['signs', { words: toWords(), pets: 'cats' }, toPlan('cats', null)],
  ['a large city', { city: ' AUSTIN.' }, exactly('city austin')],
  ['a state', { state: 'Texas', city: 'Salem' }, { ...exactly('state tx'), sure: null }],
  ['what may be folded otherwise', { city: 'Austin☃' }, undefined],
])('terms: %s', (_name, conditions, plan) => {
  expect(planBitmaps(conditions, terms)).toEqual(
    plan === undefined ? undefined : { ...plan, open: expect.any(Array) },
  );
});

const box = { west: -98, south: 30, east: -97, north: 31 };

test.each<[string, SearchConditions, Bitmaps | undefined]>([
  ['open houses alone', { openHouseWithin: 7 }, { ...exactly(), among: 'open houses' }],
  [
    'open houses with facts',
    { openHouseWithin: 7, minSqft: 1_600 },
    { ...toPlan('sqft>=1600', 'sqft>=1600'), among: 'open houses' },
  ],
  [
    'prices that were cut',
    { reduced: 'true', pets: 'dogs' },
    { ...toPlan('dogs reduced', 'dogs reduced'), among: 'cut prices' },
  ],
  [
    'open houses with cut prices',
    { reduced: 'true', openHouseWithin: 7 },
    { ...toPlan('reduced', null), among: 'open houses' },
  ],
  ['a box alone', { bounds: box, minSqft: 1_600, bedrooms: 1 }, undefined],
  // The index of the map has square feet as well.
  [
    'a box with features',
    { bounds: box, minSqft: 1_620, features: ['gym'] },
    { ...toPlan('sqft>=1600 gym', 'sqft>=1600 gym'), among: 'homes on a map' },
  ],
  [
    'a box with open houses',
    { bounds: box, openHouseWithin: 7, features: ['gym'] },
    { ...toPlan('gym', null), among: 'homes on a map' },
  ],
])('beside an index: %s', (_name, conditions, plan) => {
  expect(planBitmaps(conditions)).toEqual(
    plan === undefined ? undefined : { ...plan, open: expect.any(Array) },
  );
});

test.each<[string, SearchConditions, BitmapPlan['open']]>([
  ['nothing', { features: ['gym'], minSqft: 1_600, words: toWords('oak') }, []],
  ['a number between steps', { features: ['gym'], minSqft: 1_620 }, ['minSqft']],
  [
    'words and a place',
    { pets: 'cats', words: toWords('oak', 'moat'), city: 'Salem' },
    ['city', 'searchTerm'],
  ],
  // Even where an index says it: a walk in order goes without.
  ['open houses', { openHouseWithin: 7 }, ['openHouseWithin']],
])('left open: %s', (_name, conditions, open) => {
  expect(planBitmaps(conditions, terms)?.open.toSorted()).toEqual(open);
});
