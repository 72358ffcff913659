/** Which bits a search is asked by: those that may match, and those that do. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { priceBoundOf } from '../monthly-cost-condition.ts';
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

/** Bits that listings have, and after `!` those that they do not have; a blank in a name is `_`. */
function toPlan(maybe: string, sure: string | null): Bitmaps {
  const toBits = (text: string) => ({
    withAll: text
      .split(' ')
      .filter((name) => name !== '' && !name.startsWith('!'))
      .map((name) => name.replace('_', ' ')),
    withNone: text
      .split(' ')
      .filter((name) => name.startsWith('!'))
      .map((name) => name.slice(1)),
  });
  return { maybe: toBits(maybe), sure: sure === null ? null : toBits(sure) };
}

const listedAfter = (value: number): BitmapPlan['maybe'] => ({
  withAll: [],
  withNone: [],
  after: [{ day: 'listed', value }],
});

const freeBy = (value: number): BitmapPlan['maybe'] => ({
  withAll: ['For Rent'],
  withNone: [],
  upTo: [{ day: 'free', value }],
});

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
  ['a number between steps', { minSqft: 1_620 }, toPlan('sqft>=1600', 'sqft>=1650')],
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
      maybe: { withAll: ['price>=445000', 'gym'], withNone: ['price>=455000'] },
      sure: null,
    },
  ],
  ['no fee', { maxHoa: 0 }, toPlan('!hoaFee>0', '!hoaFee>0')],
  ['no bathrooms', { bathrooms: 0, parking: 0 }, toPlan('parkingSpaces>=0', 'parkingSpaces>=0')],
  ['pets', { pets: 'cats', furnished: 'yes' }, toPlan('cats furnished', 'cats furnished')],
  [
    'a time at the beginning of a day',
    { listedWithin: 10, now: new Date('2016-01-13') },
    { maybe: listedAfter(1), sure: listedAfter(1) },
  ],
  [
    'a time of a day',
    { listedWithin: 10, now: new Date('2016-01-13T00:00:00.001Z') },
    { maybe: listedAfter(1), sure: listedAfter(2) },
  ],
  ['a time before all days', { listedWithin: 10, now: new Date('2016-01-02') }, undefined],
  ['a time that nobody knows', { listedWithin: 10 }, undefined],
  [
    'a monthly cost',
    { maxMonthly: 900, maxPrice: priceBoundOf({ maxMonthly: 900 }), features: ['gym'] },
    toPlan('gym !monthly>900', 'gym !monthly>900'),
  ],
  [
    'a monthly cost between steps, and a price of its own',
    { maxMonthly: 950, maxPrice: 100_000, features: ['gym'] },
    toPlan('!price>=105000 gym !monthly>1000', '!price>=100000 gym !monthly>900'),
  ],
  [
    'a monthly cost with another loan',
    { maxMonthly: 900, downPayment: 10, features: ['gym'] },
    toPlan('gym', null),
  ],
  ['one below all steps', { maxMonthly: 10 }, toPlan('!monthly>500', null)],
  ['one above all steps', { maxMonthly: 90_000 }, undefined],
  [
    'rents are their cost',
    { maxMonthly: 910, maxPrice: 900, pets: 'dogs', status: 'For Rent' },
    // In the order of the filters.
    withRent(toPlan('!price>=950 dogs', '!price>=900 dogs')),
  ],
  [
    'rents at most a round number',
    { maxMonthly: 900, maxPrice: 900.000_001, pets: 'dogs', status: 'For Rent' },
    withRent(toPlan('dogs !monthly>900', 'dogs !monthly>900')),
  ],
  ['a day', { availableBy: '2026-03-10' }, { maybe: freeBy(68), sure: freeBy(68) }],
  ['a day before all others', { availableBy: '2025-03-10' }, { maybe: freeBy(0), sure: null }],
  ['one after all others', { availableBy: '2040-01-01' }, toPlan('For_Rent', null)],
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
