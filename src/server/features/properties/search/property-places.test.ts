/** Which places are known, and how long they are used; whole searches are in property-search.test.ts. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { COUNT_MAX_AGE_MS } from '#shared/limits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createFindPlace } from './property-places.ts';
import { planSearch } from './plan/plan-search.ts';
import { findIds } from './search-statements.ts';
import { allWords, type SearchWords } from './word-search.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  for (let price = 1; price <= 120; price += 1) await server.addProperty(agent, { price });
  return () => server.close();
});

const toWords = (query: SearchWords['query'], text = 'house') => ({
  text,
  query,
  indexed: query,
  groups: [[text]],
  listings: 0,
});
const houses = { words: toWords(allWords('house')) };

function start() {
  const clock = { now: 0, cacheVersion: 1 as number | null };
  const find = createFindPlace({
    now: () => clock.now,
    cacheVersion: () => clock.cacheVersion,
    waitMs: 60_000,
  });
  return { clock, find };
}

test('knows the last place before an offset, or at it', async () => {
  const { find } = start();
  const placeOf = async (offset: number) =>
    (await find(server.db, houses, 'price_desc', offset))?.offset;
  expect(await placeOf(0)).toBe(0);
  expect(await placeOf(49)).toBe(0);
  expect(await placeOf(50)).toBe(50);
  expect(await placeOf(9_000)).toBe(100);
});

test('looks again when listings have changed and the time of a large count is over', async () => {
  const { clock, find } = start();
  const valueAt = async () => Number((await find(server.db, houses, 'price_asc', 50))?.value);
  expect(await valueAt()).toBe(51);
  await sql`update properties set price = 1000 where price = 7`.execute(server.db);
  clock.now = 2 * COUNT_MAX_AGE_MS;
  expect(await valueAt()).toBe(51);
  clock.cacheVersion = 2;
  expect(await valueAt()).toBe(52);
  await sql`update properties set price = 1000 where price = 8`.execute(server.db);
  clock.cacheVersion = null;
  clock.now += COUNT_MAX_AGE_MS;
  expect(await valueAt()).toBe(52);
  clock.now += 1;
  expect(await valueAt()).toBe(53);
});

test('does without where they take too long, and knows them later', async () => {
  const holding = await server.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(8)`.execute(holding);
  const slow = {
    words: toWords(
      sql`(select plainto_tsquery('simple', 'house' || left(pg_advisory_xact_lock_shared(8)::text, 0)))`,
      'slow',
    ),
  };
  const find = createFindPlace({ now: () => 0, cacheVersion: () => 1, waitMs: 0 });
  const placeOf = async () => (await find(server.db, slow, 'price_asc', 60))?.offset;
  expect(await placeOf()).toBeUndefined();
  await holding.rollback().execute();
  await expect.poll(placeOf).toBe(50);
});

test('forgets a failure', async () => {
  const { find } = start();
  const broken = { words: toWords(sql`to_tsquery('simple', 'two words')`, 'broken') };
  await expect(find(server.db, broken, 'price_asc', 0)).rejects.toThrow('syntax error');
  expect((await find(server.db, houses, 'price_asc', 0))?.offset).toBe(0);
});

test('a page that begins at a known place is the page that it is', async () => {
  const { find } = start();
  for (const sort of ['createdAt_desc', 'price_asc', 'price_desc'] as const) {
    // More than 1,000, so that it is walked.
    const counts = { total: 10_001, available: 10_001 };
    const question = { conditions: houses, sort, slice: { offset: 103, limit: 10 } };
    const whole = await findIds(server.db, question, { way: 'collect' });
    const place = await find(server.db, houses, sort, question.slice.offset);
    expect(place?.offset).toBe(100);
    const plan = planSearch(question, { counts, place: place ?? null });
    if (plan.next !== 'find page' || plan.page.way === 'by kept plan')
      throw new Error(`The plan is to ${plan.next}.`);
    expect(plan.page).toMatchObject({ way: 'walk', start: place, skipped: 3 });
    expect(await findIds(server.db, question, plan.page)).toEqual(whole);
    expect(whole).toHaveLength(10);
  }
});
