import { afterEach, describe, expect, test, vi } from 'vitest';
import { AREA_POINTS_MAX, AREAS_MAX } from '#shared/limits.ts';
import type { CachedResponse } from './cached-response.ts';
import type { ComeAndGone, Dependency, MatchCount } from './dependencies.ts';
import { type PublicChange, readChange } from './public-changes.ts';
import { createResponseCache } from './response-cache.ts';

afterEach(() => vi.useRealTimers());

const responseOf = (text: string, dependsOn?: readonly Dependency[]): CachedResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  etag: text,
  ...(dependsOn === undefined ? {} : { dependsOn }),
});

const home = (facts: Record<string, unknown> = {}) => ({
  id: 1,
  agent_id: 7,
  is_available: true,
  status: 'For Sale',
  price: 100,
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  address: '1 Elm',
  latitude: 30,
  longitude: -97,
  bedrooms: 3,
  features: [],
  created_at: '2026-01-01',
  words: 'garden house',
  ...facts,
});

/** A change of a listing from these facts to those; null where it is not there. */
const change = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): PublicChange =>
  readChange(JSON.stringify({ before: before && home(before), after: after && home(after) }));

const list = (facts: Partial<Extract<Dependency, { kind: 'list' }>> = {}): Dependency => ({
  kind: 'list',
  search: {},
  sort: 'createdAt_desc',
  ids: ['2', '3'],
  ...facts,
});
const cheap = change({ price: 100 }, { price: 90 });

test.each<[string, Dependency | undefined, PublicChange, boolean]>([
  ['the listing itself', { kind: 'listing', id: '1' }, cheap, true],
  ['another listing', { kind: 'listing', id: '2' }, cheap, false],
  ['a list that shows it', list({ ids: ['1'] }), cheap, true],
  ['a list that does not', list(), cheap, false],
  ['a list by price', list({ sort: 'price_asc' }), cheap, true],
  ['a list that it comes into', list({ search: { maxPrice: 95 } }), cheap, true],
  ['a list that it leaves', list({ search: { minPrice: 95 } }), cheap, true],
  ['a list of other homes', list({ search: { minPrice: 500 }, ids: ['1'] }), cheap, false],
  ['a list by its words', list({ search: { searchTerm: 'Garden' }, ids: ['1'] }), cheap, true],
  ['a list by other words', list({ search: { searchTerm: 'pool' }, ids: ['1'] }), cheap, false],
  [
    'a list by words that are folded',
    list({ search: { searchTerm: 'pöol' }, ids: ['1'] }),
    cheap,
    true,
  ],
  [
    'a list by a word that the database takes for a number and another one',
    list({ search: { searchTerm: '4e7c98' }, ids: ['1'] }),
    change({ words: '4e7 c98' }, { words: '4e7 c98', is_available: false }),
    true,
  ],
  ['a list of new homes', list({ search: { listedWithin: 1 }, ids: ['1'] }), cheap, true],
  ['a list of reduced homes', list({ search: { reduced: 'true' } }), cheap, true],
  ['a list by monthly cost', list({ search: { maxMonthly: 500 } }), cheap, true],
  ['a list by words that it may have', list({ search: { searchTerm: 'pöol' } }), cheap, true],
  ['such a list elsewhere', list({ search: { reduced: 'true', city: 'Dallas' } }), cheap, false],
  [
    'a map of its city',
    { kind: 'search', search: { city: 'austin' }, held: 'available' },
    cheap,
    true,
  ],
  [
    'a map elsewhere',
    { kind: 'search', search: { city: 'Dallas' }, held: 'available' },
    cheap,
    false,
  ],
  ['homes without a position', { kind: 'search', search: {}, held: 'unmapped' }, cheap, false],
  [
    'that are sold',
    { kind: 'search', search: {}, held: 'available' },
    change({ is_available: false }, { is_available: false, price: 1 }),
    false,
  ],
  [
    'that are sold, by their place',
    { kind: 'search', search: {}, held: 'all' },
    change({ is_available: false }, { is_available: false, price: 1 }),
    true,
  ],
  ['places, by a price', { kind: 'places' }, cheap, false],
  ['places, by a new home', { kind: 'places' }, change(null, {}), true],
  ['agents, by a price', { kind: 'agents' }, cheap, false],
  ['agents, by a sale', { kind: 'agents' }, change({}, { is_available: false }), true],
  ['every listing', { kind: 'listings' }, cheap, true],
  ['nobody knows what', undefined, cheap, true],
  ['a listing, by anything', { kind: 'listing', id: '2' }, { kind: 'anything' }, true],
])('what is made of %s', async (_name, dependency, heard, isDropped) => {
  const cache = createResponseCache(1024 * 1024);
  cache.setLive(true);
  const response = responseOf('old', dependency && [dependency]);
  await cache.get('a', async () => response);
  cache.hear(heard);
  expect(cache.peek('a') === undefined).toBe(isDropped);

  // The same for what is under way meanwhile.
  cache.drop();
  const { promise, resolve } = Promise.withResolvers<CachedResponse>();
  const making = cache.get('a', () => promise);
  cache.hear(heard);
  const joining = cache.get('a', async () => responseOf('new'));
  resolve(response);
  expect((await making).etag).toBe('old');
  expect((await joining).etag).toBe(isDropped ? 'new' : 'old');
  expect(cache.peek('a')?.etag).toBe(isDropped ? 'new' : 'old');
});

test.each<[string, MatchCount, ComeAndGone | undefined]>([
  ['of all', { search: {}, isExact: true }, { come: 0, gone: 0 }],
  ['elsewhere, by words', { search: { city: 'Dallas' }, isExact: false }, { come: 0, gone: 0 }],
  ['that it comes to', { search: { maxPrice: 95 }, isExact: true }, { come: 1, gone: 0 }],
  ['that it leaves', { search: { minPrice: 95 }, isExact: true }, { come: 0, gone: 1 }],
  ['of all, by words', { search: {}, isExact: false }, undefined],
  ['of reduced homes', { search: { reduced: 'true' }, isExact: true }, undefined],
  [
    'of reduced homes elsewhere',
    { search: { reduced: 'true', city: 'Dallas' }, isExact: true },
    { come: 0, gone: 0 },
  ],
])('the number %s', async (_name, count, expected) => {
  let isAnswering = true;
  const cache = createResponseCache(1024 * 1024, { catchUp: async () => isAnswering });
  cache.setLive(true);
  cache.hear(change({ price: 100 }, { price: 100, bedrooms: 4 }));
  const countedAt = cache.cacheVersion() ?? -1;
  expect(cache.comeAndGone(count, countedAt)).toEqual({ come: 0, gone: 0 });
  expect(await cache.isOfVersion(countedAt)).toBe(true);
  cache.hear(cheap);
  expect(cache.comeAndGone(count, countedAt)).toEqual(expected);
  expect(await cache.isOfVersion(countedAt)).toBe(false);
  isAnswering = false;
  expect(await cache.isOfVersion(countedAt + 1)).toBe(false);
  cache.hear({ kind: 'anything' });
  expect(cache.comeAndGone(count, countedAt)).toBeUndefined();
  const later = cache.cacheVersion() ?? -1;
  cache.setLive(false);
  expect(cache.comeAndGone(count, later)).toBeUndefined();
});

describe('an import', () => {
  test('drops everything, at most once a second', async () => {
    vi.useFakeTimers();
    const cache = createResponseCache(1024 * 1024);
    cache.setLive(true);
    const make = () => cache.get('a', async () => responseOf('a', []));
    await make();
    cache.hear({ kind: 'import' });
    expect(cache.peek('a')).toBeUndefined();
    await make();
    cache.hear({ kind: 'import' });
    cache.hear({ kind: 'import' });
    vi.advanceTimersByTime(999);
    expect(cache.peek('a')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(cache.peek('a')).toBeUndefined();
  });
});

test('more changes than can be compared drop everything', async () => {
  const clock = { now: 0 };
  const cache = createResponseCache(64 * 1024 * 1024, { now: () => clock.now });
  cache.setLive(true);
  const fill = async () => {
    for (let bedrooms = 1; bedrooms <= 1_000; bedrooms += 1)
      await cache.get(String(bedrooms), async () =>
        responseOf('a', [
          { kind: 'search', search: { bedrooms: bedrooms + 9 }, held: 'available' },
        ]),
      );
  };
  await fill();
  for (let count = 0; count < 500; count += 1) cache.hear(cheap);
  expect(cache.counts().entries).toBe(1_000);
  cache.hear(cheap);
  expect(cache.counts().entries).toBe(0);
  await fill();
  clock.now = 1_000;
  cache.hear(cheap);
  expect(cache.counts().entries).toBe(1_000);
});

describe('searches with areas of very many corners', () => {
  /** Far away from every listing. */
  const searchOf = (index: number) => ({
    area: Array.from({ length: AREAS_MAX }, () =>
      Array.from({ length: AREA_POINTS_MAX }, (_, at) => ({
        latitude: 60 + index,
        longitude: at / 10,
      })),
    ),
  });
  const fill = async (cache: ReturnType<typeof createResponseCache>, count: number) => {
    for (let index = 0; index < count; index += 1)
      await cache.get(String(index), async () =>
        responseOf('a', [{ kind: 'search', search: searchOf(index), held: 'available' }]),
      );
  };

  test('count as many comparisons as they take', async () => {
    const cache = createResponseCache(64 * 1024 * 1024, { now: () => 0 });
    cache.setLive(true);
    await fill(cache, 10);
    for (let count = 0; count < 400; count += 1) cache.hear(cheap);
    expect(cache.counts().entries).toBe(10);
    for (let count = 0; count < 100; count += 1) cache.hear(cheap);
    expect(cache.counts().entries).toBe(0);
  });

  test('count as the memory that they take, as long as they are cached', async () => {
    const cache = createResponseCache(64 * 1024 * 1024);
    cache.setLive(true);
    await fill(cache, 10);
    const areaBytes = JSON.stringify(searchOf(0)).length;
    expect(cache.counts().bytes).toBeGreaterThan(10 * areaBytes);
    cache.drop();
    expect(cache.counts().bytes).toBe(0);
  });
});

test('a response that was begun a thousand changes ago is not cached', async () => {
  const cache = createResponseCache(1024 * 1024);
  cache.setLive(true);
  const { promise, resolve } = Promise.withResolvers<CachedResponse>();
  const making = cache.get('a', () => promise);
  for (let count = 0; count < 1_000; count += 1) cache.hear(cheap);
  resolve(responseOf('a', [{ kind: 'listing', id: '2' }]));
  await making;
  expect(cache.peek('a')).toBeUndefined();
});

test('who cannot catch up drops everything', async () => {
  for (const [catchUp, isKept] of [
    [async () => true, true],
    [async () => false, false],
    [() => Promise.reject(new Error('away')), false],
  ] as const) {
    const cache = createResponseCache(1024 * 1024, { catchUp });
    cache.setLive(true);
    await cache.get('a', async () => responseOf('a', []));
    await cache.catchUp();
    expect(cache.peek('a') !== undefined).toBe(isKept);
  }
});
