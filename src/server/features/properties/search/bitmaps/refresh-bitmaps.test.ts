/** When bits are made and set again; what searches find by them is in property-filters.test.ts. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { refreshPlaces } from '../../../places/place-repository.ts';
import { createCountBits } from './bit-counts.ts';
import { createReadTerms } from './bitmap-terms.ts';
import { planBitmaps } from './plan-bitmaps.ts';
import { createRefreshBitmaps, refreshBitmaps } from './refresh-bitmaps.ts';

let server: TestApp;
let agent: TestUser;
let first: string;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  first = await server.addProperty(agent, { features: ['gym'], sqft: 1_500 });
  await server.addProperty(agent, { features: ['gym', 'pool'], is_available: false });
  return () => server.close();
});

const now = () => server.clock.now();
const visitor = { bypassCache: false };
const plan = planBitmaps({ features: ['gym'] }) ?? {
  maybe: { withAll: [], withNone: [] },
  sure: null,
  open: [],
};

/** What bits alone say, and how many listings have changed since. */
async function look() {
  const { rows } = await sql<{ gyms: number | null; changes: number; ready: number }>`
    select (select sum(bit_count(bits))::int from search_bitmaps where name = 'gym') as gyms,
      (select count(distinct property_id)::int from search_bitmap_changes) as changes,
      (select count(*)::int from search_bitmaps_ready) as ready`.execute(server.db);
  return rows[0];
}

/** Of a process that has just started. */
const count = async () =>
  createCountBits({ now: () => 0, cacheVersion: () => 1 })(
    server.db,
    { bitmaps: plan, conditions: {} },
    visitor,
  );

test('are not made for few listings, and then nothing has to be noted', async () => {
  expect(await look()).toEqual({ gyms: null, changes: 1, ready: 0 });
  await refreshBitmaps(server.db, now());
  expect(await look()).toEqual({ gyms: null, changes: 0, ready: 0 });
  expect(await count()).toBeNull();
});

test('are made of available listings, and set again where these changed', async () => {
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 1, changes: 0, ready: 1 });
  expect(await count()).toMatchObject({ maybe: 1, sure: 1 });

  await sql`update properties set stories = 2 where id = ${first}`.execute(server.db);
  expect(await look()).toMatchObject({ changes: 0 });
  await sql`update properties set features = '{}' where id = ${first}`.execute(server.db);
  const second = await server.addProperty(agent, { features: ['gym'] });
  // Both are looked at, whatever their bits say.
  expect(await look()).toEqual({ gyms: 1, changes: 2, ready: 1 });
  expect(await count()).toMatchObject({ maybe: 2, sure: 0 });

  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 1, changes: 0, ready: 1 });
  expect(await count()).toMatchObject({ maybe: 1, sure: 1 });

  await sql`delete from properties where id = ${second}`.execute(server.db);
  expect(await look()).toMatchObject({ changes: 1 });
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 0, changes: 0, ready: 1 });
});

/** How many listings have terms, by their bits. */
async function readTermBits(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; listings: number }>`
    select t.name, sum(bit_count(b.bits))::int as listings
    from search_bitmap_terms t join search_bitmaps b using (name) group by 1`.execute(server.db);
  return Object.fromEntries(rows.map(({ name, listings }) => [name, listings]));
}

test('are made of terms once these are frequent, and follow their listings', async () => {
  expect(await readTermBits()).toEqual({});
  const third = await server.addProperty(agent, {
    title: 'Tall tower',
    city: 'Salem',
    state: 'OR',
  });
  await sql`analyze properties`.execute(server.db);
  await refreshPlaces(server.db);
  await refreshBitmaps(server.db, now(), 1);
  expect(await readTermBits()).toMatchObject({ 'word tower': 1, 'city salem': 1, 'state or': 1 });

  await sql`update properties set title = 'Quiet house', city = 'Austin' where id = ${third}`.execute(
    server.db,
  );
  expect(await look()).toMatchObject({ changes: 1 });
  await refreshBitmaps(server.db, now(), 1);
  expect(await readTermBits()).toMatchObject({ 'word tower': 0, 'city salem': 0, 'state or': 1 });
  expect(await createReadTerms(() => 0)(server.db)).toContain('word tower');
  await sql`delete from properties where id = ${third}`.execute(server.db);
  await refreshBitmaps(server.db, now(), 1);
});

test('of many listings that changed are set as those of a few are', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status, features)
    select ${agent._id}, 'Tall tower ' || g, 'A home like many others', 1000 + g, '1 Main Street', 'Austin', 'TX', '78701',
      30, -98, g % 5, 1, 900, 'House', 'For Rent', case when g % 2 = 0 then '{gym}'::text[] else '{}' end
    from generate_series(1, 400) g returning id`.execute(server.db);
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 200, changes: 0, ready: 1 });
  expect(await readTermBits()).toMatchObject({ 'word tower': 400, 'state tx': 401 });
  const some = rows.slice(0, 100).map(({ id }) => id);
  await sql`update properties set features = '{pool}', state = 'OR' where id = any(${some}::bigint[])`.execute(
    server.db,
  );
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 150, changes: 0, ready: 1 });
  expect(await readTermBits()).toMatchObject({ 'word tower': 400, 'state tx': 301 });
  await sql`delete from properties where title like 'Tall tower %'`.execute(server.db);
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 0, changes: 0, ready: 1 });
});

test('of another release are not gone by, and made anew', async () => {
  await sql`update search_bitmaps_ready set version = 'another'`.execute(server.db);
  await sql`update search_bitmaps set bits = ~bits`.execute(server.db);
  expect(await count()).toBeNull();
  await refreshBitmaps(server.db, now(), 1);
  expect(await look()).toEqual({ gyms: 0, changes: 0, ready: 1 });
  expect(await count()).toMatchObject({ maybe: 0, sure: 0 });
});

test('with other rates of a loan are not gone by, and made anew', async () => {
  const costRates = { ...DEFAULT_COST_RATES, mortgageRate: 3 };
  const countWith = createCountBits({ now: () => 0, cacheVersion: () => 1, costRates });
  const conditions = { maxMonthly: 1_500, costRates };
  const bitmaps = planBitmaps(conditions);
  if (bitmaps === undefined) throw new Error('There are bits of monthly costs.');
  await sql`update properties set status = 'For Sale', price = 260000 where id = ${first}`.execute(
    server.db,
  );
  await refreshBitmaps(server.db, now(), 1);
  const ask = async () => countWith(server.db, { bitmaps, conditions }, { bypassCache: true });
  expect(await ask()).toBeNull();
  // 1,630 dollars a month with 6.5 %, 1,191 with 3.
  const known = createCountBits({ now: () => 0, cacheVersion: () => 1 });
  const before = await known(server.db, { bitmaps, conditions: { maxMonthly: 1_500 } }, visitor);
  await refreshBitmaps(server.db, now(), 1, costRates);
  const other = createCountBits({ now: () => 0, cacheVersion: () => 1, costRates });
  const after = await other(server.db, { bitmaps, conditions }, visitor);
  expect((after?.maybe ?? 0) - (before?.maybe ?? 0)).toBe(1);
  await sql`update properties set tax_annual = 9000 where id = ${first}`.execute(server.db);
  expect(await look()).toMatchObject({ changes: 1 });
  await refreshBitmaps(server.db, now(), 1, costRates);
  const taxed = await other(server.db, { bitmaps, conditions }, { bypassCache: true });
  expect(taxed?.maybe).toBe(before?.maybe);
  await refreshBitmaps(server.db, now(), 1);
});

test('are set by one process at a time, and at most every ten seconds', async () => {
  await sql`update properties set sqft = sqft + 1 where id = ${first}`.execute(server.db);
  const holding = await server.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(731027)`.execute(holding);
  let nowMs = 0;
  const refresh = createRefreshBitmaps(server.db, { now: () => nowMs });
  await refresh();
  expect(await look()).toMatchObject({ changes: 1 });
  await holding.rollback().execute();
  nowMs = 9_999;
  await refresh();
  expect(await look()).toMatchObject({ changes: 1 });
  nowMs = 10_000;
  await refresh();
  expect(await look()).toMatchObject({ changes: 0 });
});

test('are counted once until a listing changes, and not asked for where there are none', async () => {
  const clock = { nowMs: 0, version: 1 as number | null };
  const countBits = createCountBits({
    now: () => clock.nowMs,
    cacheVersion: () => clock.version,
  });
  const ask = async (options = visitor) =>
    countBits(server.db, { bitmaps: plan, conditions: {} }, options);
  const known = await ask();
  expect(await ask()).toBe(known);
  expect(await ask({ bypassCache: true })).not.toBe(known);
  clock.version = 2;
  expect(await ask()).not.toBe(known);

  await sql`delete from search_bitmaps_ready`.execute(server.db);
  clock.version = null;
  expect(await ask()).toBeNull();
  await refreshBitmaps(server.db, now(), 1);
  expect(await ask()).toBeNull();
  clock.nowMs = 10_000;
  expect(await ask()).toEqual(known);
});
