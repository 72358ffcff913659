/**
 * No public query may read all listings or sort more than 10,000 rows. Checks the statements that the server sends for
 * every scenario of the benchmark and many more, on 60,000 listings (100,000 in a full run).
 */

import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { sized } from '#tests/helpers/full-run.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { fillDatabase } from './dataset.ts';
import { makeRandomSearches } from './random-searches.ts';
import { describeRareScenarios, describeScenarios, pickIds } from './scenarios.ts';
import { type Explained, explain, openRecorder, type Recorder } from './statements.ts';

/** With fewer rows, PostgreSQL would rightly read them all. */
const ROWS = sized(60_000, 100_000);
/** Only every nth address of a scenario is requested; their three sort orders alternate. */
const EVERY = sized(5, 1);
/** The number of random searches by facts. */
const SEARCHES = sized(60, 120);
/** The maximum rows that one step may sort unless the scenario allows more: the matches counted for a page. */
const MAX_SORTED = MAX_REACHABLE_ENTRIES;
/** Filling takes 8 seconds on two cores, and the statements take as long; other processes may slow them down. */
const TIMEOUT_MS = 300_000;

let recorder: Recorder;
let client: pg.PoolClient;
/** The server's time while statements are recorded: noon of the last day with listings. */
let noon: Date;

beforeAll(async () => {
  const database = await createTestDatabase();
  const folder = makeTempFolder();
  recorder = await openRecorder(database.url, folder, () => noon);
  await settleStatistics(recorder.pool);
  await fillDatabase(recorder.pool, ROWS, () => undefined);
  const { rows } = await recorder.pool.query<{ noon: Date }>(
    `select max(created_at) + interval '12 hours' as noon from properties`,
  );
  noon = rows[0]?.noon ?? new Date();
  client = await recorder.pool.connect();
  return async () => {
    client.release();
    await recorder.close();
    await database.drop();
    await rm(folder, { recursive: true });
  };
}, TIMEOUT_MS);

/**
 * Gives every run the same statistics: from all rows instead of a sample, and without later updates. The sample size is
 * set by the column with the highest target, here the first of each table.
 */
async function settleStatistics(pool: pg.Pool): Promise<void> {
  await pool.query(`
    do $$
    declare part record;
    begin
      for part in
        select distinct on (c.oid) c.oid::regclass as relation, a.attname as first
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid, a.attnum
      loop
        execute format('alter table %s set (autovacuum_enabled = false)', part.relation);
        execute format('alter table %s alter column %I set statistics 1000', part.relation, part.first);
      end loop;
    end $$`);
}

function findFaults(
  { readsAllListings, maxSortedRows, plan }: Explained,
  allowed = MAX_SORTED,
): string[] {
  return [
    ...(readsAllListings ? [`reads all listings: ${plan}`] : []),
    ...(maxSortedRows > allowed ? [`sorts ${maxSortedRows} rows: ${plan}`] : []),
  ];
}

test(
  'no public query reads all listings or sorts more than 10,000 rows',
  { timeout: TIMEOUT_MS },
  async () => {
    const ids = await pickIds(recorder.pool);
    const scenarios = [...describeScenarios(ids), ...describeRareScenarios(ids)].filter(
      ({ isPage }) => isPage !== true,
    );
    const explained = new Set<string>();
    const faults: string[] = [];
    for (const { name, addresses, maxSortedRows = MAX_SORTED } of scenarios) {
      for (const address of addresses.filter((_, index) => index % EVERY === 0)) {
        for (const statement of await recorder.record(address)) {
          const key = JSON.stringify(statement);
          if (explained.has(key)) continue;
          explained.add(key);
          const found = findFaults(await explain(client, statement), maxSortedRows);
          faults.push(...found.map((fault) => `${name}: ${address}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
    // Checks that the recorder has not missed statements about listings, agents, and totals.
    expect(explained.size).toBeGreaterThan(scenarios.length * sized(4, 10));
  },
);

/** Returns the problems of a statement, optionally without an index. */
async function faultsOf(text: string, values: unknown[] = [], withoutIndex?: string) {
  await client.query('begin');
  try {
    if (withoutIndex !== undefined) await client.query(`drop index ${withoutIndex}`);
    return findFaults(await explain(client, { text, values, isPlanCached: false }));
  } finally {
    await client.query('rollback');
  }
}

test('the check detects full scans and large sorts', { timeout: TIMEOUT_MS }, async () => {
  expect(await faultsOf('select id from properties where description like $1', ['%oak%'])).toEqual([
    expect.stringMatching(/^reads all listings/),
  ]);
  expect(
    await faultsOf('select id from properties where is_available order by created_at desc limit 5'),
  ).toEqual([]);
  expect(
    await faultsOf('select id from properties where agent_id <= 60 order by title limit 5'),
  ).toEqual([expect.stringMatching(/^sorts \d+ rows/)]);
});

test('a missing index is detected', { timeout: TIMEOUT_MS }, async () => {
  const statements = await recorder.record('/api/properties?limit=12');
  const faults = async (withoutIndex?: string) => {
    const each = [];
    for (const { text, values } of statements)
      each.push(...(await faultsOf(text, values, withoutIndex)));
    return each;
  };
  expect(await faults()).toEqual([]);
  expect(await faults('properties_newest, properties_all_newest')).not.toEqual([]);
});

async function explainSearch(address: string): Promise<Explained[]> {
  const explained: Explained[] = [];
  for (const statement of await recorder.record(address))
    explained.push(await explain(client, statement));
  return explained;
}

test('no random search reads all listings', { timeout: TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  for (const address of makeRandomSearches(SEARCHES)) {
    const found = await explainSearch(address);
    const faulty = found.filter(({ readsAllListings }) => readsAllListings);
    faults.push(...faulty.map(({ plan }) => `${address}: ${plan}`));
  }
  expect(faults).toEqual([]);
});

/** Returns the maximum rows that a step reads from the listings, by any index. */
const mostRead = (explained: readonly Explained[]) =>
  Math.max(
    0,
    ...explained.flatMap(({ plan }) =>
      [...plan.matchAll(/(?:Index|Heap) Scan properties\w* (\d+)/g)].map(([, rows]) =>
        Number(rows),
      ),
    ),
  );

test(
  'facts are compared in their index, and pages are near the start of their sort order',
  { timeout: TIMEOUT_MS },
  async () => {
    const half = 'features=dishwasher,air_conditioning&bathrooms=2&minSqft=1500';
    expect(mostRead(await explainSearch(`/api/properties?limit=12&${half}`))).toBeLessThan(500);
    const few = 'features=dishwasher,hot_tub,solar_panels&bathrooms=2&parking=2&minYearBuilt=1990';
    expect(mostRead(await explainSearch(`/api/properties?limit=12&${few}`))).toBeLessThan(500);
  },
);
