/**
 * Tests small and large numbers of changes, which are matched differently, and concurrent runs.
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { MAX_ALERT_HOMES } from '../alerts/alert-repository.ts';
import { confirmAddress } from '../alerts/alerts.fixture.ts';
import { matchSomeChanges } from './match-changes.ts';

let server: TestApp;
let agent: TestUser;
/** The IDs of `SEARCHES`. */
const searchIds: string[] = [];

/** Searches, and which homes from `buildHome` they match. */
const SEARCHES: [search: SearchInput, isMatch: (number: number) => boolean][] = [
  [{ city: 'Austin', state: 'Texas' }, (number) => number % 2 === 0],
  [{ city: 'boston', maxPrice: 109_000 }, (number) => number % 2 === 1 && number <= 9],
  [{ state: 'TX', minPrice: '110000' }, (number) => number % 2 === 0 && number >= 10],
  [{ searchTerm: 'gazebo' }, (number) => number % 7 === 0],
  [{ zipCode: '78704', bedrooms: 2 }, (number) => number % 3 === 2],
  [{ bounds: '-98,30,-97,31' }, (number) => number % 5 === 0],
  [{ city: 'Austin', status: 'For Rent' }, () => false],
];

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  for (const [search] of SEARCHES) {
    const subscriber = await server.addUser();
    await confirmAddress(server, subscriber);
    const body = { search, frequency: 'daily' as const };
    const { _id } = await server.ok(endpoints.createSavedSearch, { as: subscriber, body });
    searchIds.push(_id);
  }
  await server.waitUntilIdle();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('properties').execute();
  await server.db.deleteFrom('alert_news').execute();
});

const buildHome = (number: number) =>
  buildPropertyRow(agent._id, {
    created_at: server.clock.now(),
    price: 100_000 + number * 1_000,
    ...(number % 2 === 0 ? { city: 'Austin', state: 'TX' } : { city: 'Boston', state: 'MA' }),
    zip_code: '78704',
    bedrooms: number % 3,
    longitude: number % 5 === 0 ? -97.5 : -71,
    latitude: number % 5 === 0 ? 30.5 : 42,
    description: number % 7 === 0 ? 'A gazebo and other things.' : 'A house among others.',
  });

/** Adds several homes in one statement. @returns their IDs */
async function addHomes(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => buildHome(number));
  const insertedRows = await server.db
    .insertInto('properties')
    .values(rows)
    .returning('id')
    .execute();
  return insertedRows.map(({ id }) => id);
}

/** Returns the number of recorded homes per search and checks that they match it. */
async function countRecorded(ids: readonly string[]): Promise<number[]> {
  const alerts = await server.db.selectFrom('alert_news').selectAll().execute();
  const searches = await server.db
    .selectFrom('saved_searches')
    .select('id')
    .orderBy('id')
    .execute();
  return searches.map(({ id }) => {
    const isMatch = SEARCHES[searchIds.indexOf(id)]?.[1] ?? (() => false);
    let count = 0;
    const stored = new Set<string>();
    for (const { search_id: search, homes, more_count: more } of alerts) {
      if (search !== id) continue;
      const keys = Object.keys(homes);
      expect(keys.length).toBe(more > 0 ? MAX_ALERT_HOMES : keys.length);
      expect(keys.length).toBeLessThanOrEqual(MAX_ALERT_HOMES);
      expect(keys.filter((home) => !isMatch(ids.indexOf(home)) || stored.has(home))).toEqual([]);
      for (const home of keys) stored.add(home);
      count += keys.length + more;
    }
    return count;
  });
}

const computeExpectedCounts = (ids: readonly string[]) =>
  SEARCHES.map(([, isMatch]) => [...ids.keys()].filter(isMatch).length);

const match = (options: { maxMatches?: number } = {}) =>
  matchSomeChanges(
    server.db,
    {
      ...options,
      times: { delayMs: 0, pauseMs: 0 },
      costRates: DEFAULT_COST_RATES,
      shutdownSignal: new AbortController().signal,
    },
    server.clock.now(),
  );

describe.each([1, 30, 150])('with %d changes', (count) => {
  test('matching searches are found', async () => {
    const ids = await addHomes(count);
    await server.waitUntilIdle();
    expect(await countRecorded(ids)).toEqual(computeExpectedCounts(ids));
  });

  test('searches stored by an older release, without parsed filters, are found', async () => {
    const storedSearches = await server.db
      .selectFrom('saved_searches')
      .select(['id', 'filters'])
      .execute();
    await sql`update saved_searches set filters = null`.execute(server.db);
    const ids = await addHomes(count);
    await server.waitUntilIdle();
    expect(await countRecorded(ids)).toEqual(computeExpectedCounts(ids));
    for (const { id, filters } of storedSearches)
      await server.db
        .updateTable('saved_searches')
        .set({ filters: JSON.stringify(filters) })
        .where('id', '=', id)
        .execute();
  });
});

test.each([30, 150])('%d changes with too many matches are processed in parts', async (count) => {
  const ids = await addHomes(count);
  const counts: number[] = [];
  while (counts.at(-1) !== 0) counts.push(await match({ maxMatches: 20 }));
  expect(counts.length).toBeGreaterThan(2);
  expect(counts.reduce((sum, processed) => sum + processed, 0)).toBe(count);
  expect(await countRecorded(ids)).toEqual(computeExpectedCounts(ids));
});

test('changes with long descriptions are processed in parts', async () => {
  const description = 'A house among others. '.repeat(900);
  const rows = Array.from({ length: 300 }, (_, number) => ({ ...buildHome(number), description }));
  await server.db.insertInto('properties').values(rows).execute();
  const counts = [await match(), await match(), await match()];
  expect(counts).toEqual([250, 50, 0]);
});

test('each change is processed by only one of several concurrent runs', async () => {
  const ids = await addHomes(120);
  const counts = await Promise.all([match(), match(), match()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120);
  expect(await countRecorded(ids)).toEqual(computeExpectedCounts(ids));
});

test('a change made during matching is matched later, with its previous state', async () => {
  const [id = ''] = await addHomes(1);
  await Promise.all([
    match(),
    server.db.updateTable('properties').set({ price: 90_000 }).where('id', '=', id).execute(),
  ]);
  await server.waitUntilIdle();
  expect(await server.db.selectFrom('property_changes').selectAll().execute()).toEqual([]);
  expect((await countRecorded([id]))[0]).toBe(1);
});

test('the matches of one run are stored as one row per search', async () => {
  await addHomes(150);
  await match();
  const rows = await server.db.selectFrom('alert_news').select('search_id').execute();
  // One search matches nothing.
  expect(rows).toHaveLength(SEARCHES.length - 1);
  expect(new Set(rows.map(({ search_id: id }) => id)).size).toBe(rows.length);
});

test('the newest homes are stored, up to the maximum in an email, and others are counted', async () => {
  const hoursAgo = (number: number) => new Date(server.clock.now().getTime() - number * 3_600_000);
  const rows = Array.from({ length: 120 }, (_, number) => ({
    ...buildHome(2),
    created_at: hoursAgo(number),
  }));
  const insertedRows = await server.db
    .insertInto('properties')
    .values(rows)
    .returning('id')
    .execute();
  await match();
  const pendingAlerts = await server.db
    .selectFrom('alert_news')
    .selectAll()
    .where('search_id', '=', searchIds[0] ?? '')
    .execute();
  const newestIds = insertedRows.slice(0, MAX_ALERT_HOMES).map(({ id }) => id);
  expect(pendingAlerts.map(({ homes }) => Object.keys(homes).toSorted())).toEqual([
    newestIds.toSorted(),
  ]);
  expect(pendingAlerts.map(({ more_count: more }) => more)).toEqual([120 - MAX_ALERT_HOMES]);
});

test('matching adds one job per due time, even for many matches', async () => {
  await addHomes(150);
  await match();
  const { rows } = await sql<{ name: string; count: number }>`
    select task_identifier as name, count(*)::int as count from graphile_worker.jobs
    where task_identifier in ('saved-searches.due', 'saved-searches.digest') group by 1`.execute(
    server.db,
  );
  expect(rows).toEqual([{ name: 'saved-searches.due', count: 1 }]);
});

test('deleting a search deletes its pending alerts', async () => {
  const ids = await addHomes(4);
  await server.waitUntilIdle();
  const [first] = await server.db.selectFrom('saved_searches').select('id').orderBy('id').execute();
  await server.db
    .deleteFrom('saved_searches')
    .where('id', '=', first?.id ?? '')
    .execute();
  const [, ...otherCounts] = computeExpectedCounts(ids);
  expect(await countRecorded(ids)).toEqual(otherCounts);
  const { rows } =
    await sql`select from alert_news n left join saved_searches s on s.id = n.search_id where s.id is null`.execute(
      server.db,
    );
  expect(rows).toEqual([]);
});
