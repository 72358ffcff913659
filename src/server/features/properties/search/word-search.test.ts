/** Which words the index is asked for; what the searches then find is in property-search.test.ts. */

import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { planSearch } from './plan/plan-search.ts';
import { areFew } from './search-statements.ts';
import type { SearchConditions } from './search-conditions.ts';
import {
  anyOfEach,
  createWordStatistics,
  type SearchWords,
  wordsOf,
  type WordStatistics,
} from './word-search.ts';

/** Of 12,000 listings all have a roof, every second a garden, every hundredth a tower and one a moat. */
const LISTINGS = 12_000;
const statistics = {
  listings: LISTINGS,
  listingsWith: new Map([
    ['roof', LISTINGS],
    ['garden', LISTINGS / 2],
    ['tower', LISTINGS / 100],
  ]),
};
let server: TestApp;
let agentId: string;
let ofNothing: WordStatistics;

beforeAll(async () => {
  server = await startTestApp();
  agentId = (await server.addUser({ role: 'agent' }))._id;
  ofNothing = await createWordStatistics(() => 0)(server.db);
  const idler = await server.addUser({ role: 'agent' });
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select case when g % 500 = 0 then ${agentId}::bigint else ${idler._id}::bigint end, 'Home ' || g,
      'It stands below a roof' || case when g % 2 = 0 then ', garden' else '' end
        || case when g % 100 = 0 then ', tower' else '' end || case when g = 1 then ', moat' else '' end,
      100000 + g, '1 Main Street', 'Salem', 'OR', '97301', 44.9, -123, case when g % 400 = 0 then 6 else 1 end, 1, 900,
      'House', case when g % 2 = 0 then 'For Sale' else 'For Rent' end
    from generate_series(1, ${LISTINGS}) g`.execute(server.db);
  await sql`analyze properties`.execute(server.db);
  return () => server.close();
});

async function textOf(query: RawBuilder<unknown> | undefined): Promise<string | null> {
  if (query === undefined) return null;
  const { rows } = await sql<{ text: string }>`select (${query})::text as text`.execute(server.db);
  return rows[0]?.text ?? null;
}

const textsOf = async ({ query, indexed, checked }: SearchWords) =>
  Promise.all([query, indexed, checked].map(textOf));

test.each([
  // One word, however frequent, is what the index is asked for.
  ['tower', ["'tower'", "'tower'", null], 120],
  ['roof', ["'roof'", "'roof'", null], 12_000],
  ['Garden, tower!', ["'garden' & 'tower'", "'tower' & 'garden'", null], 120],
  ['roof garden', ["'roof' & 'garden'", "'garden'", "'roof'"], 6_000],
  ['ROOF above moat', ["'roof' & 'above' & 'moat'", "'above' & 'moat'", "'roof'"], 0],
  ['roof ¿ •', ["'roof'", "'roof'", null], 12_000],
  // A wide bracket is nothing once it is folded; the index would find nothing for it alone.
  ['roof （', ["'roof'", "'roof'", null], 0],
  ['roof éclair', ["'roof' & 'eclair'", "'eclair' & 'roof'", null], 0],
  ['!?', ['', '', null], 0],
])('%s', async (text, texts, listings) => {
  const words = wordsOf(text, statistics);
  expect(await textsOf(words)).toEqual(texts);
  expect(words.listings).toBe(listings);
});

test('groups of words stay together', async () => {
  const words = anyOfEach([['roof'], ['tower', 'moat']], statistics);
  expect(await textsOf(words)).toEqual([
    "'roof' & ( 'tower' | 'moat' )",
    "'tower' | 'moat'",
    "'roof'",
  ]);
  expect(anyOfEach([['garden', 'tower']], statistics).listings).toBe(6_120);
  expect(await textsOf(anyOfEach([['garden', 'tower']], statistics))).toEqual([
    "'garden' | 'tower'",
    "'garden' | 'tower'",
    null,
  ]);
});

test('statistics come from the database, and again after a minute', async () => {
  let now = 0;
  const read = createWordStatistics(() => now);
  expect(ofNothing).toEqual({ listings: 0, listingsWith: new Map() });
  const first = await read(server.db);
  expect(first.listings).toBe(LISTINGS);
  expect(first.listingsWith.get('roof')).toBeCloseTo(LISTINGS, -3);
  expect(first.listingsWith.get('garden')).toBeCloseTo(LISTINGS / 2, -3);
  // Hardly any listing has it.
  expect(first.listingsWith.has('moat')).toBe(false);
  now = 60_000;
  expect(await read(server.db)).toBe(first);
  now = 60_001;
  expect(await read(server.db)).not.toBe(first);
});

test('a failure is forgotten', async () => {
  const read = createWordStatistics(() => 0);
  const broken = await server.db.startTransaction().execute();
  await expect(sql`nothing`.execute(broken)).rejects.toThrow('syntax error');
  await expect(read(broken)).rejects.toThrow('current transaction is aborted');
  await broken.rollback().execute();
  expect((await read(server.db)).listings).toBe(LISTINGS);
});

/** The words of a search once it is known whether few listings are within its bounds. */
async function chosenWords(conditions: SearchConditions): Promise<SearchWords | undefined> {
  const question = { conditions, sort: 'createdAt_desc', slice: { offset: 0, limit: 12 } } as const;
  const first = planSearch(question, {});
  if (first.next !== 'see whether few') return conditions.words;
  const plan = planSearch(question, { areFew: await areFew(server.db, conditions, first.few) });
  return plan.next === 'count' ? plan.conditions.words : undefined;
}

test.each([
  ['a few listings between prices', { minPrice: 111_850 }, true],
  ['more of them', { minPrice: 111_700 }, false],
  ['a price that all keep', { minPrice: 1 }, false],
  ['more, of which few have the bedrooms', { minPrice: 111_500, bedrooms: 5 }, true],
  ['one agent with few', { agentId: '' }, true],
  ['no bounds', { bedrooms: 5 }, false],
] as const)('frequent words are looked at in %s: %o %s', async (_name, facts, isLookedAt) => {
  const own = 'agentId' in facts ? { agentId } : facts;
  const chosen = await chosenWords({ ...own, words: wordsOf('garden', statistics) });
  expect(chosen?.indexed === undefined).toBe(isLookedAt);
  expect(await textOf(isLookedAt ? chosen?.checked : chosen?.indexed)).toBe("'garden'");
});

test('rare words are never looked at in each listing', async () => {
  const words = wordsOf('tower', statistics);
  expect(await chosenWords({ minPrice: 111_990, words })).toBe(words);
});

test('whether any listing has a word is asked of the index alone, even where the table is shorter', async () => {
  await inTransaction(server.db, null, async (tx) => {
    // In the way of the real one, with so few listings that reading them all is cheaper.
    await sql`create temporary table properties on commit drop as
      select * from public.properties order by id limit 3`.execute(tx);
    await sql`create index on pg_temp.properties using gin (search) where is_available is true`.execute(
      tx,
    );
    await sql`analyze pg_temp.properties`.execute(tx);
    const countScans = async () => {
      const { rows } = await sql<{ scans: number }>`
        select pg_stat_get_xact_numscans('pg_temp.properties'::regclass)::int as scans`.execute(tx);
      return rows[0]?.scans;
    };
    const before = await countScans();
    const { rows } = await sql<{ word: string; isFound: boolean }>`
      select word, is_word_found(word) as "isFound" from unnest(array['moat', 'keep']) word`.execute(
      tx,
    );
    expect(rows).toEqual([
      { word: 'moat', isFound: true },
      { word: 'keep', isFound: false },
    ]);
    expect(await countScans()).toBe(before);
  });
});
