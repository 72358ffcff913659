import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import type { MatchCount } from '../../../cache/dependencies.ts';
import { createCountProperties } from './property-counts.ts';

const LISTINGS = 10_200;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  // Totals and words are not needed here, and cost most of the time.
  await sql`alter table properties disable trigger user`.execute(server.db);
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select ${agent._id}, 'Home ' || g, 'A home like many others', 1000, '1 Main Street', 'Salem', 'OR', '97301', 44.9,
      -123, 2, 1, 900, 'House', 'For Sale'
    from generate_series(1, ${LISTINGS}) g`.execute(server.db);
  await sql`alter table properties enable trigger user`.execute(server.db);
  await sql`analyze properties`.execute(server.db);
  return () => server.close();
});

const cheap = { maxPrice: 2_000 };
/** Longer than any machine takes. */
const PATIENT_MS = 60_000;

test('counts exactly, up to the limit and above', async () => {
  const count = createCountProperties({ now: () => 0, cacheVersion: () => 1, waitMs: PATIENT_MS });
  expect(await count(server.db, { conditions: cheap })).toBe(LISTINGS);
  expect(await count(server.db, { conditions: { maxPrice: 500 } })).toBe(0);
});

test('gives an estimate while a large count takes long, and the count itself afterwards', async () => {
  await sql`create sequence runs`.execute(server.db);
  // The second run, which is the large count, waits until it is let go; planning runs nothing.
  const query = sql`(select plainto_tsquery('simple', 'many' || coalesce(
      case when nextval('runs') = 2 then left(pg_advisory_xact_lock_shared(7)::text, 0) end, '')))`;
  const slow = {
    words: { text: 'slow', groups: [['slow']], query, indexed: query, listings: 0 },
    ...cheap,
  };
  const holding = await server.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(7)`.execute(holding);
  const count = createCountProperties({ now: () => 0, cacheVersion: () => 1, waitMs: 0 });
  const first = await count(server.db, { conditions: slow });
  expect(first).toBeGreaterThan(10_000);
  expect(first).not.toBe(LISTINGS);
  await holding.rollback().execute();
  await expect.poll(async () => count(server.db, { conditions: slow })).toBe(LISTINGS);
});

test('gives an estimate for a while where the database gives a large count up', async () => {
  await sql`create sequence runs_given_up`.execute(server.db);
  // Every second run is a large count, and waits until it is canceled.
  const query = sql`(select plainto_tsquery('simple', 'many' || coalesce(
      case when nextval('runs_given_up') % 2 = 0 then left(pg_advisory_xact_lock_shared(8)::text, 0) end, '')))`;
  const endless = {
    words: { text: 'endless', groups: [['endless']], query, indexed: query, listings: 0 },
    ...cheap,
  };
  const countRuns = async () => {
    const { rows } = await sql<{ runs: number }>`
      select last_value::int as runs from runs_given_up`.execute(server.db);
    return rows[0]?.runs;
  };
  const holding = await server.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(8)`.execute(holding);
  let now = 0;
  const count = createCountProperties({
    now: () => now,
    cacheVersion: () => 1,
    waitMs: PATIENT_MS,
  });
  const first = count(server.db, { conditions: endless });
  await expect
    .poll(async () => {
      const { rows } = await sql<{ isCanceled: boolean }>`
        select pg_cancel_backend(pid) as "isCanceled" from pg_locks
        where locktype = 'advisory' and objid = 8 and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        server.db,
      );
      return rows;
    })
    .toEqual([{ isCanceled: true }]);
  const estimated = await first;
  expect(estimated).toBeGreaterThan(10_000);
  expect(estimated).not.toBe(LISTINGS);
  expect(await count(server.db, { conditions: endless })).toBe(estimated);
  expect(await countRuns()).toBe(2);
  await holding.rollback().execute();
  now = 31_000;
  expect(await count(server.db, { conditions: endless })).toBe(LISTINGS);
});

test('counts a large one again in the background, when it is half a minute old', async () => {
  let now = 0;
  let cacheVersion = 1;
  const count = createCountProperties({
    now: () => now,
    cacheVersion: () => cacheVersion,
    waitMs: PATIENT_MS,
  });
  expect(await count(server.db, { conditions: cheap })).toBe(LISTINGS);
  await sql`delete from properties where title = 'Home 1'`.execute(server.db);
  expect(await count(server.db, { conditions: cheap })).toBe(LISTINGS);
  cacheVersion = 2;
  now = 16_000;
  expect(await count(server.db, { conditions: cheap })).toBe(LISTINGS);
  await expect.poll(async () => count(server.db, { conditions: cheap })).toBe(LISTINGS - 1);
});

test('counts a small one again for a user who may have changed it', async () => {
  const count = createCountProperties({ now: () => 0, cacheVersion: () => 1, waitMs: PATIENT_MS });
  const few = { maxPrice: 500 };
  expect(await count(server.db, { conditions: few })).toBe(0);
  await sql`update properties set price = 400 where title = 'Home 2'`.execute(server.db);
  expect(await count(server.db, { conditions: few })).toBe(0);
  expect(await count(server.db, { conditions: few }, { bypassCache: true })).toBe(1);
});

test('follows what comes and goes where it is sure of what it has counted', async () => {
  let cacheVersion = 1;
  let now = 0;
  let isSure = true;
  const asked: MatchCount[] = [];
  const count = createCountProperties({
    now: () => now,
    cacheVersion: () => cacheVersion,
    changes: {
      comeAndGone: (one) => {
        asked.push(one);
        return { come: 3, gone: 1 };
      },
      isOfVersion: async () => isSure,
    },
  });
  const none = { minPrice: 900_000 };
  expect(await count(server.db, { conditions: none })).toBe(0);
  cacheVersion = 2;
  expect(await count(server.db, { conditions: none })).toBe(2);
  // Every change is followed once.
  expect(await count(server.db, { conditions: none })).toBe(2);
  expect(asked).toEqual([{ search: none, isExact: true }]);
  // After ten minutes it is counted again, and not followed where a change may be in it already.
  now = 601_000;
  cacheVersion = 3;
  isSure = false;
  expect(await count(server.db, { conditions: none })).toBe(0);
  cacheVersion = 4;
  expect(await count(server.db, { conditions: none })).toBe(0);
});
