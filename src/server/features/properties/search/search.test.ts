/** Tests search totals. Pages are tested in property-search.test.ts and property-filters.test.ts. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createFindPage } from './search.ts';
import type { SearchConditions } from './search-conditions.ts';

/** More listings than paging can reach. All but the first cost at least 1,000 dollars. */
const LISTING_COUNT = MAX_REACHABLE_ENTRIES + 2;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select ${agent._id}, 'Home ' || g, 'A home like many others', 998 + g, '1 Main Street', 'Salem', 'OR', '97301',
      44.9, -123, 2, 1, 900, 'House', 'For Sale'
    from generate_series(1, ${LISTING_COUNT}) g`.execute(server.db);
  await sql`analyze properties`.execute(server.db);
  return () => server.close();
});

const VISITOR = { bypassCache: false };
const slice = { offset: 0, limit: 2 };

function createTestSearch() {
  const state = { now: 0, version: 1 as number | null, isBusy: false };
  const findPage = createFindPage({
    now: () => state.now,
    cacheVersion: () => state.version,
    isBusy: () => state.isBusy,
  });
  const find = async (conditions: SearchConditions, cacheOptions = VISITOR) =>
    findPage(server.db, { conditions, sort: 'price_asc', slice }, cacheOptions);
  return { state, find };
}

async function pricesOf(ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ price: number }>`
    select price from properties where id = any(${ids}::bigint[]) order by price`.execute(
    server.db,
  );
  return rows.map(({ price }) => price);
}

test('counts exactly up to 10,000 and otherwise returns at least 10,001', async () => {
  const { find } = createTestSearch();
  const atLimit = await find({ minPrice: 1_001 });
  expect(atLimit.total).toBe(MAX_REACHABLE_ENTRIES);
  expect(await pricesOf(atLimit.ids)).toEqual([1_001, 1_002]);
  const aboveLimit = await find({ minPrice: 1_000 });
  expect(aboveLimit.total).toBeGreaterThan(MAX_REACHABLE_ENTRIES);
  expect(await pricesOf(aboveLimit.ids)).toEqual([1_000, 1_001]);
  expect((await find({ minPrice: 1_000_000 })).total).toBe(0);
});

test('returns exact totals of any size for status and type', async () => {
  const { find } = createTestSearch();
  expect((await find({})).total).toBe(LISTING_COUNT);
  expect((await find({ status: 'For Sale', propertyType: ['House', 'Condo'] })).total).toBe(
    LISTING_COUNT,
  );
  expect(await find({ agentId: '999999' })).toEqual({ ids: [], total: 0 });
});

test('caches a total until a listing changes', async () => {
  const { state, find } = createTestSearch();
  const largeSearch = { minPrice: 1_000 };
  const { total } = await find(largeSearch);
  expect(total).toBeGreaterThan(MAX_REACHABLE_ENTRIES);
  await sql`update properties set price = 999 where price = 1001`.execute(server.db);
  const cachedResult = await find(largeSearch);
  expect(cachedResult.total).toBe(total);
  // The page itself is never cached.
  expect(await pricesOf(cachedResult.ids)).toEqual([1_000, 1_002]);
  expect((await find(largeSearch, { bypassCache: true })).total).toBe(MAX_REACHABLE_ENTRIES);
  state.version = 2;
  expect((await find(largeSearch)).total).toBe(MAX_REACHABLE_ENTRIES);
  await sql`update properties set price = 1001 where title = 'Home 3'`.execute(server.db);
});

test('uses an outdated total for five seconds in a busy process', async () => {
  const { state, find } = createTestSearch();
  const largeSearch = { minPrice: 1_000 };
  const { total } = await find(largeSearch);
  await sql`update properties set price = 999 where price = 1001`.execute(server.db);
  state.version = 2;
  state.isBusy = true;
  state.now = 5_000;
  expect((await find(largeSearch)).total).toBe(total);
  state.now = 5_001;
  expect((await find(largeSearch)).total).toBe(MAX_REACHABLE_ENTRIES);
  await sql`update properties set price = 1001 where title = 'Home 3'`.execute(server.db);
  state.version = 3;
  state.isBusy = false;
  expect((await find(largeSearch)).total).toBeGreaterThan(MAX_REACHABLE_ENTRIES);
});

test('caches an empty result until a listing changes', async () => {
  const { state, find } = createTestSearch();
  const emptySearch = { maxPrice: 500 };
  expect(await find(emptySearch)).toEqual({ ids: [], total: 0 });
  await sql`update properties set price = 400 where title = 'Home 9950'`.execute(server.db);
  expect((await find(emptySearch)).total).toBe(0);
  expect((await find(emptySearch, { bypassCache: true })).total).toBe(1);
  state.version = 2;
  const result = await find(emptySearch);
  expect(result.total).toBe(1);
  expect(await pricesOf(result.ids)).toEqual([400]);
  await sql`update properties set price = 10948 where title = 'Home 9950'`.execute(server.db);
});

test('counts the matches of a small search again for each request', async () => {
  const { find } = createTestSearch();
  const smallSearch = { minPrice: 10_600 };
  const { total } = await find(smallSearch);
  await sql`update properties set is_available = false where title = 'Home 9900'`.execute(
    server.db,
  );
  expect((await find(smallSearch)).total).toBe(total - 1);
  await sql`update properties set is_available = true where title = 'Home 9900'`.execute(server.db);
});

test('caches nothing while changes could be missed', async () => {
  const { state, find } = createTestSearch();
  state.version = null;
  expect((await find({ minPrice: 1_000 })).total).toBeGreaterThan(MAX_REACHABLE_ENTRIES);
  await sql`update properties set price = 999 where title = 'Home 3'`.execute(server.db);
  expect((await find({ minPrice: 1_000 })).total).toBe(MAX_REACHABLE_ENTRIES);
});
