/** Which index is asked for what when all matches are collected. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SearchConditions } from '../search-conditions.ts';
import { type MatchPlan, planMatch } from './plan-match.ts';

const query = sql`plainto_tsquery('simple', 'oak')`;
const frequent = {
  words: { text: 'oak', groups: [['oak']], query, indexed: query, listings: 30_000 },
};
const rare = { words: { ...frequent.words, listings: 0 } };
const lookedAt = {
  words: { text: 'oak', groups: [['oak']], query, checked: query, listings: 30_000 },
};

const any = (...plainly: string[]) => ({ by: 'any index', plainly }) as MatchPlan;
/** The index of words alone, or joined by another one that is asked for some filters. */
const alone = (kind: string | null, ...inEach: string[]) =>
  ({ by: 'words', kind, isJoined: false, plainly: [], inEach }) as MatchPlan;
const joined = (kind: string | null, plainly: string[], ...inEach: string[]) =>
  ({ by: 'words', kind, isJoined: true, plainly, inEach }) as MatchPlan;

test.each<[string, SearchConditions, MatchPlan]>([
  ['nothing', {}, any()],
  ['no words', { maxPrice: 9, bedrooms: 2 }, any('maxPrice', 'bedrooms')],
  ['words in each listing', { ...lookedAt, maxPrice: 9 }, any('maxPrice')],
  ['words', frequent, alone(null)],
  ['a status', { ...frequent, status: 'For Sale' }, alone('For Sale//0')],
  ['one type', { ...frequent, propertyType: ['Condo'], bedrooms: 2 }, alone('/Condo/2')],
  [
    'two types',
    { ...frequent, propertyType: ['Condo', 'House'], bedrooms: 2 },
    alone('//2', 'propertyType'),
  ],
  ['twelve bedrooms', { ...frequent, bedrooms: 12 }, alone('//10', 'bedrooms')],
  ['facts', { ...frequent, bathrooms: 2, pets: 'dogs' }, alone(null, 'bathrooms', 'pets')],
  [
    'prices',
    { ...frequent, status: 'For Sale', bedrooms: 2, maxPrice: 9, bathrooms: 1 },
    joined(null, ['maxPrice', 'status', 'bedrooms'], 'bathrooms'),
  ],
  [
    'prices of a type',
    { ...frequent, status: 'For Sale', propertyType: ['Condo'], bedrooms: 2, maxPrice: 9 },
    joined('For Sale/Condo/2', ['maxPrice', 'status']),
  ],
  [
    'rare words and prices of a type',
    { ...rare, propertyType: ['Condo'], minPrice: 1 },
    alone('/Condo/0', 'minPrice'),
  ],
  [
    'rare words of an agent',
    { ...rare, agentId: '7', bedrooms: 2 },
    alone(null, 'agentId', 'bedrooms'),
  ],
])('%s', (_name, conditions, plan) => {
  expect(planMatch(conditions)).toEqual(plan);
});
