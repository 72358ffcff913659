/**
 * Few and very many changes, which are matched in two ways, including by several processes at once.
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { GivenSearch } from '#shared/saved-searches/saved-search.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { MAX_NEWS_HOMES } from '../alerts/alert-repository.ts';
import { confirmAddress } from '../alerts/alerts.fixture.ts';
import { matchSomeChanges } from './match-changes.ts';

let server: TestApp;
let agent: TestUser;
/** The ids of the searches, in order. */
const searchIds: string[] = [];

/** Searches, and which of the homes below they find. */
const SEARCHES: [search: GivenSearch, finds: (number: number) => boolean][] = [
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
    const watcher = await server.addUser();
    await confirmAddress(server, watcher);
    const body = { search, frequency: 'daily' as const };
    const { _id } = await server.ok(endpoints.createSavedSearch, { as: watcher, body });
    searchIds.push(_id);
  }
  await server.settled();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('properties').execute();
  await server.db.deleteFrom('alert_news').execute();
});

const homeOf = (number: number) =>
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

/** Lists several homes in one statement. @returns their ids */
async function list(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => homeOf(number));
  const inserted = await server.db.insertInto('properties').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** Returns the number of recorded homes per search, and checks that the search finds them. */
async function countRecorded(ids: readonly string[]): Promise<number[]> {
  const items = await server.db.selectFrom('alert_news').selectAll().execute();
  const searches = await server.db
    .selectFrom('saved_searches')
    .select('id')
    .orderBy('id')
    .execute();
  return searches.map(({ id }) => {
    const finds = SEARCHES[searchIds.indexOf(id)]?.[1] ?? (() => false);
    let count = 0;
    const stored = new Set<string>();
    for (const { search_id: search, homes, more_count: more } of items) {
      if (search !== id) continue;
      const keys = Object.keys(homes);
      expect(keys.length).toBe(more > 0 ? MAX_NEWS_HOMES : keys.length);
      expect(keys.length).toBeLessThanOrEqual(MAX_NEWS_HOMES);
      expect(keys.filter((home) => !finds(ids.indexOf(home)) || stored.has(home))).toEqual([]);
      for (const home of keys) stored.add(home);
      count += keys.length + more;
    }
    return count;
  });
}

const expected = (ids: readonly string[]) =>
  SEARCHES.map(([, finds]) => [...ids.keys()].filter(finds).length);

const match = () =>
  matchSomeChanges(
    server.db,
    {
      times: { delayMs: 0, pauseMs: 0 },
      costRates: DEFAULT_COST_RATES,
      shutdownSignal: new AbortController().signal,
    },
    server.clock.now(),
  );

describe.each([1, 30, 150])('%d changes', (count) => {
  test('find the searches that they match', async () => {
    const ids = await list(count);
    await server.settled();
    expect(await countRecorded(ids)).toEqual(expected(ids));
  });

  test('find searches of an older release, which have no parsed filters', async () => {
    const stored = await server.db.selectFrom('saved_searches').select(['id', 'filters']).execute();
    await sql`update saved_searches set filters = null`.execute(server.db);
    const ids = await list(count);
    await server.settled();
    expect(await countRecorded(ids)).toEqual(expected(ids));
    for (const { id, filters } of stored)
      await server.db
        .updateTable('saved_searches')
        .set({ filters: JSON.stringify(filters) })
        .where('id', '=', id)
        .execute();
  });
});

test('each change is taken by only one of several processes', async () => {
  const ids = await list(120);
  const taken = await Promise.all([match(), match(), match()]);
  expect(taken.reduce((sum, some) => sum + some, 0)).toBe(120);
  expect(await countRecorded(ids)).toEqual(expected(ids));
});

test('a change during matching is matched later, with its previous state', async () => {
  const [id = ''] = await list(1);
  await Promise.all([
    match(),
    server.db.updateTable('properties').set({ price: 90_000 }).where('id', '=', id).execute(),
  ]);
  await server.settled();
  expect(await server.db.selectFrom('property_changes').selectAll().execute()).toEqual([]);
  expect((await countRecorded([id]))[0]).toBe(1);
});

test('matches of one run are stored as one row per search', async () => {
  await list(150);
  await match();
  const rows = await server.db.selectFrom('alert_news').select('search_id').execute();
  // One of the seven finds nothing.
  expect(rows).toHaveLength(SEARCHES.length - 1);
  expect(new Set(rows.map(({ search_id: id }) => id)).size).toBe(rows.length);
});

test('the newest homes are stored, up to the number in an email, and others counted', async () => {
  const day = (number: number) => new Date(server.clock.now().getTime() - number * 3_600_000);
  const rows = Array.from({ length: 120 }, (_, number) => ({
    ...homeOf(2),
    created_at: day(number),
  }));
  const inserted = await server.db.insertInto('properties').values(rows).returning('id').execute();
  await match();
  const news = await server.db
    .selectFrom('alert_news')
    .selectAll()
    .where('search_id', '=', searchIds[0] ?? '')
    .execute();
  const newest = inserted.slice(0, MAX_NEWS_HOMES).map(({ id }) => id);
  expect(news.map(({ homes }) => Object.keys(homes).toSorted())).toEqual([newest.toSorted()]);
  expect(news.map(({ more_count: more }) => more)).toEqual([120 - MAX_NEWS_HOMES]);
});

test('very many matches add one job per due time', async () => {
  await list(150);
  await match();
  const { rows } = await sql<{ name: string; count: number }>`
    select task_identifier as name, count(*)::int as count from graphile_worker.jobs
    where task_identifier in ('saved-searches.due', 'saved-searches.digest') group by 1`.execute(
    server.db,
  );
  expect(rows).toEqual([{ name: 'saved-searches.due', count: 1 }]);
});

test('deleting a search deletes its pending notifications', async () => {
  const ids = await list(4);
  await server.settled();
  const [first] = await server.db.selectFrom('saved_searches').select('id').orderBy('id').execute();
  await server.db
    .deleteFrom('saved_searches')
    .where('id', '=', first?.id ?? '')
    .execute();
  const [, ...others] = expected(ids);
  expect(await countRecorded(ids)).toEqual(others);
  const { rows } =
    await sql`select from alert_news n left join saved_searches s on s.id = n.search_id where s.id is null`.execute(
      server.db,
    );
  expect(rows).toEqual([]);
});
