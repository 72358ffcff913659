/** What a search does next: filters and what is known, and the plan. What the plans find is in property-search.test.ts. */

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { PropertySort } from '#shared/property-choices.ts';
import type { BitmapCounts } from '../bitmaps/bitmap-statements.ts';
import { planBitmaps } from '../bitmaps/plan-bitmaps.ts';
import type { SearchConditions } from '../search-conditions.ts';
import type { KeptPlan } from './kept-plan.ts';
import { type Known, planSearch, type PagePlan } from './plan-search.ts';

/** Words that so many of 100,000 listings have. */
function toWords(listings: number): { words: NonNullable<SearchConditions['words']> } {
  const query = sql`plainto_tsquery('simple', 'oak')`;
  return { words: { text: 'oak', groups: [['oak']], query, indexed: query, listings } };
}

const frequent = toWords(30_000);
const rare = toWords(0);
const box = { west: -98, south: 30, east: -97, north: 31 };

const plan = (
  conditions: SearchConditions,
  known: Known,
  { sort = 'createdAt_desc', offset = 0 }: { sort?: PropertySort; offset?: number } = {},
) => planSearch({ conditions, sort, slice: { offset, limit: 12 } }, known);

test.each<[string, SearchConditions, object | null]>([
  ['no words', { minPrice: 1, agentId: '7' }, null],
  ['words without bounds', { ...frequent, bedrooms: 2 }, null],
  ['rare words', { ...rare, minPrice: 1 }, null],
  ['words that 2,999 have', { ...toWords(2_999), minPrice: 1 }, null],
  [
    'words that 3,000 have',
    { ...toWords(3_000), minPrice: 1 },
    { bounds: ['minPrice'], kinds: [], passedMost: 400, fittingMost: 100 },
  ],
  [
    'frequent words between prices',
    { ...frequent, status: 'For Sale', maxPrice: 9, bedrooms: 2, bathrooms: 1 },
    { bounds: ['status', 'maxPrice'], kinds: ['bedrooms'], passedMost: 4_000, fittingMost: 1_000 },
  ],
  [
    'frequent words of an agent',
    { ...frequent, agentId: '7', maxPrice: 9, propertyType: ['Condo'] },
    { bounds: ['agentId', 'maxPrice'], kinds: [], passedMost: 4_000, fittingMost: 1_000 },
  ],
])('whether few is asked first: %s', (_name, conditions, few) => {
  // Without bits, which would come first.
  expect(plan(conditions, { bits: null })).toEqual(
    few === null
      ? { next: 'count', conditions, withAvailable: conditions.words !== undefined }
      : { next: 'see whether few', few },
  );
});

test('words are looked at in each of few listings', () => {
  const conditions = { ...frequent, minPrice: 1 };
  const { query, text, groups, listings } = frequent.words;
  expect(plan(conditions, { areFew: true })).toEqual({
    next: 'count',
    conditions: { minPrice: 1, words: { text, groups, query, checked: query, listings } },
    withAvailable: true,
  });
  expect(plan(conditions, { areFew: false })).toMatchObject({ next: 'count', conditions });
});

test.each<[string, SearchConditions, number, number, boolean]>([
  ['page 1 of 20,000', frequent, 20_000, 0, false],
  ['page 417 of 20,000', frequent, 20_000, 5_000, true],
  ['page 417 of 9,000', frequent, 9_000, 5_000, false],
  ['page 417 without words', { maxPrice: 5_000 }, 20_000, 5_000, false],
])('a known place is needed: %s', (_name, conditions, total, offset, isNeeded) => {
  const known = { areFew: false, counts: { total, available: 100_000 } };
  const wanted = isNeeded ? 'find place' : 'find page';
  expect(plan(conditions, known, { offset }).next).toBe(wanted);
  // Whether or not there is one, the page is next.
  expect(plan(conditions, { ...known, place: null }, { offset }).next).toBe('find page');
});

const walk = (along: string[], ...steps: number[]) =>
  ({ way: 'walk', along, start: null, skipped: 0, wanted: 12, steps }) as PagePlan;

const kept = (plan: KeptPlan): PagePlan => ({ way: 'by kept plan', kept: plan });

test.each<[string, SearchConditions, PropertySort, number, PagePlan]>([
  ['no matches', {}, 'createdAt_desc', 0, { way: 'nothing' }],
  ['1,000 matches', { maxPrice: 9 }, 'price_asc', 1_000, { way: 'collect' }],
  ['1,001 matches', { maxPrice: 9 }, 'price_asc', 1_001, { way: 'in order' }],
  ['1,200, dense enough', { maxPrice: 9 }, 'price_asc', 1_200, kept({ by: 'order' })],
  [
    'filters that the index of the order has',
    { status: 'For Sale', propertyType: ['Condo'], bedrooms: 2, minPrice: 1 },
    'createdAt_desc',
    9_000,
    kept({ by: 'order' }),
  ],
  ['two types', { propertyType: ['Condo', 'House'] }, 'price_desc', 9_000, { way: 'in order' }],
  [
    'another filter',
    { status: 'For Rent', agentId: '7' },
    'price_desc',
    9_000,
    { way: 'in order' },
  ],
  ['an agent', { agentId: '7' }, 'price_desc', 3, kept({ by: 'agent' })],
  ['10,000 in a box', { bounds: box }, 'createdAt_desc', 10_000, { way: 'collect' }],
  ['10,001 in a box', { bounds: box }, 'createdAt_desc', 10_001, { way: 'in order' }],
])('%s', (_name, conditions, sort, total, page) => {
  const known = { counts: { total, available: 100_000 } };
  expect(plan(conditions, known, { sort })).toEqual({ next: 'find page', conditions, page });
});

const inOrder = (wanted = 12) => kept({ by: 'words in order', words: 'oak', wanted });
const byWords = (kind: string | null) => kept({ by: 'words', words: 'oak', kind });

test.each<[string, SearchConditions, number, PagePlan]>([
  ['dense words', frequent, 30_000, inOrder()],
  ['less dense', { ...frequent, bedrooms: 3 }, 2_000, inOrder()],
  ['so sparse that a walk may end without a page', frequent, 1_900, walk([], 1_048)],
  ['rare words alone', rare, 3, byWords(null)],
  ['rare words', { ...rare, status: 'For Rent' }, 3, byWords('For Rent//0')],
  ['rare words and another filter', { ...rare, maxPrice: 9 }, 3, { way: 'collect' }],
  ['rare words in more listings than are sorted', rare, 1_001, walk([], 1_899)],
  ['close words', { words: { ...rare.words, groups: [['oak', 'oat']] } }, 3, { way: 'collect' }],
])('a plan is kept, or not, for %s', (_name, conditions, total, page) => {
  const known = { areFew: false, counts: { total, available: 100_000 }, place: null };
  expect(plan(conditions, known)).toEqual({ next: 'find page', conditions, page });
});

test.each<[string, SearchConditions, PropertySort, number, PagePlan]>([
  ['1,000 with words', frequent, 'createdAt_desc', 1_000, { way: 'collect' }],
  // So sparse that one walk costs more than to collect all.
  ['1,001 with words', frequent, 'createdAt_desc', 1_001, walk([], 1_899)],
  ['10,000 with words', frequent, 'createdAt_desc', 10_000, walk([], 280, 2_240, 17_920)],
  [
    'by price, of condos for sale',
    { ...frequent, status: 'For Sale', propertyType: ['Condo'], bedrooms: 2 },
    'price_desc',
    10_000,
    walk(['status', 'propertyType'], 280, 2_240, 17_920),
  ],
  [
    'by price, between prices',
    { ...rare, minPrice: 1, maxPrice: 9 },
    'price_asc',
    10_000,
    walk(['minPrice', 'maxPrice'], 148, 1_184, 9_472),
  ],
  [
    'newest, between prices',
    { ...rare, minPrice: 1 },
    'createdAt_desc',
    10_000,
    walk([], 280, 2_240, 17_920),
  ],
])('after a walk by a kept plan that was short: %s', (_name, conditions, sort, total, page) => {
  const counts = { total, available: 100_000 };
  const known = { areFew: false, counts, place: null, isKeptPlanShort: true };
  expect(plan(conditions, known, { sort })).toEqual({ next: 'find page', conditions, page });
});

test('a plan is kept for pages of our own sizes, once it is known how dense matches lie', () => {
  const counts = { total: 9_000, available: 100_000 };
  const page = (conditions: SearchConditions, offset: number, limit: number) =>
    planSearch({ conditions, sort: 'price_asc', slice: { offset, limit } }, { counts });
  const byKeptPlan = { page: { way: 'by kept plan' } };
  const inOrder = { page: { way: 'in order' } };
  expect(page({ bedrooms: 2 }, 0, 24)).toMatchObject(byKeptPlan);
  expect(page({ bedrooms: 2 }, 0, 13)).toMatchObject(inOrder);
  // Where entries are passed over that do not match, the planner looks at how many.
  expect(page({ bedrooms: 2 }, 24, 24)).toMatchObject(inOrder);
  expect(page({}, 8_400, 24)).toMatchObject(byKeptPlan);
  expect(page({ agentId: '7' }, 24, 24)).toMatchObject(byKeptPlan);
  expect(plan({ bedrooms: 2 }, { bits: null })).toMatchObject({
    next: 'count',
    withAvailable: true,
  });
});

test('a walk from a known place skips only what lies between', () => {
  const place = { offset: 4_950, value: '7', id: '9' };
  const known = { counts: { total: 20_000, available: 100_000 }, place };
  expect(plan(frequent, known, { offset: 5_000 })).toMatchObject({
    page: { way: 'walk', start: place, skipped: 50, steps: [565, 4_520, 36_160] },
  });
});

test('the last page wants no more than there is', () => {
  const known = { counts: { total: 1_205, available: 100_000 } };
  expect(plan(frequent, known, { offset: 1_200 })).toMatchObject({ page: { wanted: 5 } });
  expect(plan(frequent, known, { offset: 1_205 })).toMatchObject({ page: { way: 'nothing' } });
});

/** What bits leave of 100,000 listings. */
const bits = (maybe: number, sure: number, among: number | null = null): BitmapCounts => ({
  maybe,
  sure,
  available: 100_000,
  among,
});

describe('by bits', () => {
  const asked = { features: ['gym' as const] };
  const bitmaps = planBitmaps(asked);
  if (bitmaps === undefined) throw new Error('There are bits of features.');

  test('are counted first', () => {
    expect(plan(asked, {})).toEqual({ next: 'count bits', bitmaps, conditions: asked });
    expect(plan(asked, { bits: null })).toMatchObject({ next: 'count', withAvailable: false });
    expect(plan({ maxPrice: 9 }, {})).toMatchObject({ next: 'count' });
  });

  test.each([
    ['one is unsure', asked, bits(90_000, 89_999), true],
    ['8,000 are unsure', asked, bits(98_000, 90_000), true],
    ['8,001 are unsure', asked, bits(98_001, 90_000), false],
    ['500 are unsure, and words are rare', { ...asked, ...rare }, bits(500, 0), true],
    ['501 are unsure, and words are rare', { ...asked, ...rare }, bits(501, 0), false],
    ['frequent words', { ...asked, ...frequent }, bits(4_000, 0), true],
  ] as const)('decide how a search is counted: %s', (_name, conditions, counted, isByBits) => {
    const counting = plan({ ...conditions, features: ['gym'] }, { bits: counted, areFew: false });
    expect(counting).toMatchObject({ next: 'count', withAvailable: true });
    expect('bitmaps' in counting).toBe(isByBits);
  });

  test('are the count where nothing is open', () => {
    const known = { bits: bits(5_000, 5_000) };
    expect(plan(asked, known)).toMatchObject({
      next: 'find page',
      counts: { total: 5_000, available: 100_000 },
    });
    expect(plan({ ...asked, ...rare }, known)).toMatchObject({ next: 'count' });
  });

  test.each<[string, number, object]>([
    [
      'with homes that the index of the map finds',
      60_000,
      { bitmaps: { among: 'homes on a map' } },
    ],
    // Of 20,000 gyms 4,000 are in the box, as if they were like all others.
    ['with few homes in a box', 20_000, { bitmaps: { among: 'homes on a map' } }],
    ['without, where there are more', 60_001, { next: 'count' }],
  ])('are compared %s', (_name, among, expected) => {
    const conditions = { ...asked, bounds: box, searchTerm: undefined };
    const counting = plan(conditions, { bits: bits(20_000, 19_000, among) });
    expect(counting).toMatchObject({ next: 'count', ...expected });
    expect('bitmaps' in counting).toBe(among <= 60_000);
  });

  test('give homes on a map in order', () => {
    const conditions = { ...asked, bounds: box };
    const known = { bits: bits(20_000, 20_000, 9_000) };
    const page = (total: number) => {
      const found = plan(conditions, { ...known, counts: { total, available: 100_000 } });
      return found.next === 'find page' ? found.page.way : found.next;
    };
    expect([page(10_000), page(10_001)]).toEqual(['collect', 'walk']);
  });

  test('are collected where a walk to a page would take longer', () => {
    const way = (offset: number, counted: BitmapCounts) => {
      const known = { bits: counted, counts: { total: 1_000, available: 100_000 } };
      const found = plan(asked, known, { offset });
      return found.next === 'find page' ? found.page.way : found.next;
    };
    // A listing is read in the time of fifteen entries.
    expect([way(0, bits(1_000, 1_000)), way(96, bits(1_000, 1_000))]).toEqual(['walk', 'walk']);
    expect(way(120, bits(1_000, 1_000))).toBe('collect');
    // What a walk looks at, counts too.
    expect(way(60, bits(8_000, 0))).toBe('walk');
    expect(way(960, bits(8_000, 0))).toBe('collect');
  });

  test.each<[string, SearchConditions, NonNullable<Known['bits']>, number, PagePlan]>([
    ['none matches', asked, bits(9, 0), 0, { way: 'nothing' }],
    ['600 may', asked, bits(600, 500), 550, { way: 'collect', bitmaps }],
    // 100 and as many more than as if they lay evenly as chance takes; collected after all where they do not.
    [
      '2,000 may',
      asked,
      bits(2_000, 1_500),
      1_800,
      { ...walk([], 1_094, 8_752), bitmaps } as PagePlan,
    ],
    [
      '50,000 do',
      asked,
      bits(50_000, 50_000),
      50_000,
      { ...walk([], 136, 1_088, 8_704, 69_632, 100_000), bitmaps } as PagePlan,
    ],
    // One of fifty would be looked at in vain too often.
    ['50,000 may, 1,200 do', asked, bits(50_000, 0), 1_200, { way: 'in order' }],
  ])('decide how a page is found: %s', (_name, conditions, counted, total, page) => {
    const known = { bits: counted, counts: { total, available: 100_000 } };
    expect(plan(conditions, known)).toEqual({ next: 'find page', conditions, page });
  });
});
