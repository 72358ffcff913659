/**
 * No public query may read all listings or sort more than 1,000 rows: shown by running what the server sends, for every
 * scenario of the benchmark and many more, on 100,000 listings.
 */

import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { refreshBitmaps } from '#server/features/properties/search/bitmaps/refresh-bitmaps.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { fillDatabase } from './dataset.ts';
import { makeRandomSearches } from './random-searches.ts';
import { describeRareScenarios, describeScenarios, pickIds } from './scenarios.ts';
import { type Explained, explain, openRecorder, type Recorder } from './statements.ts';

const ROWS = 100_000;
/** Searches by facts that are made at random. */
const SEARCHES = 120;
/**
 * Rows that one step may sort, unless the scenario says why it may be more, or it counts more than 10,000: what is
 * remembered of those is found one at a time and at most every half minute.
 */
const SORTED_MOST = 1_000;
/** Filling takes 8 seconds of two cores, and the statements as long again; others may use the cores as well. */
const TIMEOUT_MS = 300_000;

let recorder: Recorder;
let client: pg.PoolClient;
/** As which statements are recorded: noon of the day up to which there are listings. */
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
  await refreshBitmaps(recorder.db, noon);
  client = await recorder.pool.connect();
  return async () => {
    client.release();
    await recorder.close();
    await database.drop();
    await rm(folder, { recursive: true });
  };
}, TIMEOUT_MS);

/**
 * Every run has the same statistics: they are of all rows, not of a sample, and nobody makes others meanwhile. The
 * sample is as large as the column with the highest target asks for, here the first of each table.
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
  { readsAllListings, sortedMost, plan, isLargeCount }: Explained,
  allowed = SORTED_MOST,
): string[] {
  return [
    ...(readsAllListings ? [`reads all listings: ${plan}`] : []),
    ...(sortedMost > allowed && !isLargeCount ? [`sorts ${sortedMost} rows: ${plan}`] : []),
  ];
}

test(
  'no public query reads all listings or sorts more than 1,000 rows',
  { timeout: TIMEOUT_MS },
  async () => {
    const ids = await pickIds(recorder.pool);
    const scenarios = [...describeScenarios(ids), ...describeRareScenarios(ids)].filter(
      ({ isPage }) => isPage !== true,
    );
    const explained = new Set<string>();
    const faults: string[] = [];
    for (const { name, addresses, sortedMost = SORTED_MOST } of scenarios) {
      for (const address of addresses) {
        for (const statement of await recorder.record(address)) {
          const key = JSON.stringify(statement);
          if (explained.has(key)) continue;
          explained.add(key);
          const found = findFaults(await explain(client, statement), sortedMost);
          faults.push(...found.map((fault) => `${name}: ${address}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
    // What is asked of listings, their agents and the totals: a recorder that misses statements would find no fault.
    expect(explained.size).toBeGreaterThan(scenarios.length * 10);
  },
);

test(
  'a page deep in a frequent word begins near its first entry',
  { timeout: TIMEOUT_MS },
  async () => {
    const address = '/api/properties?limit=12&searchTerm=oak&page=800&sort=price_asc';
    const steps: number[] = [];
    let isCounted = false;
    for (const statement of await recorder.record(address)) {
      // The totals have a row for each agent, kind and status, and are read whole.
      if (statement.text.includes('from property_totals')) continue;
      const { plan, isLargeCount } = await explain(client, statement);
      isCounted ||= isLargeCount;
      if (!isLargeCount)
        steps.push(...[...plan.matchAll(/ (\d+)/g)].map(([, rows]) => Number(rows)));
    }
    expect(isCounted).toBe(true);
    expect(steps.length).toBeGreaterThan(0);
    // The entry itself is the 9,589th, and a quarter of all listings have the word.
    expect(Math.max(...steps)).toBeLessThan(1_000);
  },
);

test(
  'frequent words are looked at in few listings, not collected',
  { timeout: TIMEOUT_MS },
  async () => {
    const plansOf = async (query: string) => {
      const plans: string[] = [];
      for (const statement of await recorder.record(`/api/properties?limit=12&${query}`))
        plans.push((await explain(client, statement)).plan);
      return plans.join('\n');
    };
    const narrow = 'minPrice=700000&maxPrice=702000';
    expect(await plansOf(`searchTerm=oak&${narrow}`)).not.toContain('properties_kinds_search');
    expect(await plansOf(`searchTerm=quarter37&${narrow}`)).toContain('properties_kinds_search');
    // Bits know both.
    const byBits = await plansOf('searchTerm=oak&bedrooms=5');
    expect(byBits).toContain('search_bitmaps');
    expect(byBits).not.toContain('properties_kinds_search');
  },
);

/** What is found in a statement while an index is away. */
async function faultsOf(text: string, values: unknown[] = [], withoutIndex?: string) {
  await client.query('begin');
  try {
    if (withoutIndex !== undefined) await client.query(`drop index ${withoutIndex}`);
    return findFaults(await explain(client, { text, values, isPlanCached: false }));
  } finally {
    await client.query('rollback');
  }
}

test('the measure finds what it is for', { timeout: TIMEOUT_MS }, async () => {
  expect(await faultsOf('select id from properties where description like $1', ['%oak%'])).toEqual([
    expect.stringMatching(/^reads all listings/),
  ]);
  expect(
    await faultsOf('select id from properties where is_available order by created_at desc limit 5'),
  ).toEqual([]);
  expect(
    await faultsOf('select id from properties where agent_id <= 2 order by title limit 5'),
  ).toEqual([expect.stringMatching(/^sorts \d+ rows/)]);
});

test('an index that is missing is found', { timeout: TIMEOUT_MS }, async () => {
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

test('no search made at random reads all listings', { timeout: TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  for (const address of makeRandomSearches(SEARCHES)) {
    const found = await explainSearch(address);
    const faulty = found.filter(({ readsAllListings }) => readsAllListings);
    faults.push(...faulty.map(({ plan }) => `${address}: ${plan}`));
  }
  expect(faults).toEqual([]);
});

/** Rows of the largest step that reads listings or an index of them. */
const mostRead = (explained: readonly Explained[]) =>
  Math.max(
    0,
    ...explained.flatMap(({ plan }) =>
      [...plan.matchAll(/Scan properties\w* (\d+)/g)].map(([, rows]) => Number(rows)),
    ),
  );

test(
  'facts of which there are bits are counted without a listing',
  { timeout: TIMEOUT_MS },
  async () => {
    const half = 'features=dishwasher,air_conditioning&bathrooms=2&minSqft=1500';
    // Many: the order is walked for a page of 12. Few: those that match are read, and no others.
    expect(mostRead(await explainSearch(`/api/properties?limit=12&${half}`))).toBeLessThan(500);
    const few = 'features=dishwasher,hot_tub,solar_panels&bathrooms=2&parking=2&minYearBuilt=1990';
    expect(mostRead(await explainSearch(`/api/properties?limit=12&${few}`))).toBeLessThan(500);
  },
);
