/**
 * Checks that no public query reads all listings or sorts more rows than allowed (10,000 by
 * default). Explains the statements that the server sends for every benchmark scenario and for
 * random searches, with 60,000 listings (100,000 in a full run).
 */

import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { fillDatabase } from './dataset.ts';
import { makeRandomSearches } from './random-searches.ts';
import { buildRareScenarios, buildScenarios, pickIds } from './scenarios.ts';
import { type Explanation, explain, openRecorder, type Recorder } from './statements.ts';

/** With fewer rows, reading all of them would be the best plan. */
const ROW_COUNT = defaultOrFull(60_000, 100_000);
/** Only every nth path of a scenario is requested; 5 covers all three alternating sort orders. */
const PATH_STEP = defaultOrFull(5, 1);
/** The number of random searches. */
const SEARCH_COUNT = defaultOrFull(60, 120);
/** The maximum number of rows that one step can sort, unless the scenario allows more. Counts of matches stop here, too. */
const MAX_SORTED_ROWS = MAX_REACHABLE_ENTRIES;
/**
 * Inserting the listings takes 8 seconds on two cores, and so does explaining the statements. Other
 * processes can slow both down.
 */
const TIMEOUT_MS = 300_000;

let recorder: Recorder;
let client: pg.PoolClient;
/** The server's clock while statements are recorded: about noon on the day after the newest listing. */
let noon: Date;

beforeAll(async () => {
  const database = await createTestDatabase();
  const folder = makeTempFolder();
  recorder = await openRecorder(database.url, folder, () => noon);
  await stabilizeStatistics(recorder.pool);
  await fillDatabase(recorder.pool, ROW_COUNT, () => undefined);
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
 * Gives every run the same statistics, from all rows instead of a sample, and without later
 * updates. PostgreSQL bases the sample size on the column with the highest target, which is the
 * first column of each table here.
 */
async function stabilizeStatistics(pool: pg.Pool): Promise<void> {
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

function findProblems(
  { readsAllListings, maxSortedRows, plan }: Explanation,
  maxRows = MAX_SORTED_ROWS,
): string[] {
  return [
    ...(readsAllListings ? [`reads all listings: ${plan}`] : []),
    ...(maxSortedRows > maxRows ? [`sorts ${maxSortedRows} rows: ${plan}`] : []),
  ];
}

test(
  'no public query reads all listings or sorts more rows than allowed',
  { timeout: TIMEOUT_MS },
  async () => {
    const ids = await pickIds(recorder.pool);
    const scenarios = [...buildScenarios(ids), ...buildRareScenarios(ids)].filter(
      ({ isPage }) => isPage !== true,
    );
    const explainedStatements = new Set<string>();
    const problems: string[] = [];
    for (const { name, paths, maxSortedRows = MAX_SORTED_ROWS } of scenarios) {
      for (const path of paths.filter((_, index) => index % PATH_STEP === 0)) {
        for (const statement of await recorder.record(path)) {
          const key = JSON.stringify(statement);
          if (explainedStatements.has(key)) continue;
          explainedStatements.add(key);
          const newProblems = findProblems(await explain(client, statement), maxSortedRows);
          problems.push(...newProblems.map((problem) => `${name}: ${path}: ${problem}`));
        }
      }
    }
    expect(problems).toEqual([]);
    // Checks that the recorder has not missed statements about listings, agents, and totals.
    expect(explainedStatements.size).toBeGreaterThan(scenarios.length * defaultOrFull(4, 10));
  },
);

/** Returns a statement's problems, optionally without some indexes. */
async function explainProblems(text: string, values: unknown[] = [], withoutIndexes?: string) {
  await client.query('begin');
  try {
    if (withoutIndexes !== undefined) await client.query(`drop index ${withoutIndexes}`);
    return findProblems(await explain(client, { text, values, isPlanCached: false }));
  } finally {
    await client.query('rollback');
  }
}

test('the check detects full scans and large sorts', { timeout: TIMEOUT_MS }, async () => {
  expect(
    await explainProblems('select id from properties where description like $1', ['%oak%']),
  ).toEqual([expect.stringMatching(/^reads all listings/)]);
  expect(
    await explainProblems(
      'select id from properties where is_available order by created_at desc limit 5',
    ),
  ).toEqual([]);
  expect(
    await explainProblems('select id from properties where agent_id <= 60 order by title limit 5'),
  ).toEqual([expect.stringMatching(/^sorts \d+ rows/)]);
});

test('missing indexes are detected', { timeout: TIMEOUT_MS }, async () => {
  const statements = await recorder.record('/api/properties?limit=12');
  const problems = async (withoutIndexes?: string) => {
    const results = [];
    for (const { text, values } of statements)
      results.push(...(await explainProblems(text, values, withoutIndexes)));
    return results;
  };
  expect(await problems()).toEqual([]);
  expect(await problems('properties_newest, properties_all_newest')).not.toEqual([]);
});

async function explainSearch(path: string): Promise<Explanation[]> {
  const explanations: Explanation[] = [];
  for (const statement of await recorder.record(path))
    explanations.push(await explain(client, statement));
  return explanations;
}

test('no randomly generated search reads all listings', { timeout: TIMEOUT_MS }, async () => {
  const problems: string[] = [];
  for (const path of makeRandomSearches(SEARCH_COUNT)) {
    const explanations = await explainSearch(path);
    const fullScans = explanations.filter(({ readsAllListings }) => readsAllListings);
    problems.push(...fullScans.map(({ plan }) => `${path}: ${plan}`));
  }
  expect(problems).toEqual([]);
});

/** Returns the maximum number of rows that a step reads from the listings through an index. */
const findMaxRowsRead = (explanations: readonly Explanation[]) =>
  Math.max(
    0,
    ...explanations.flatMap(({ plan }) =>
      [...plan.matchAll(/(?:Index|Heap) Scan properties\w* (\d+)/g)].map(([, rows]) =>
        Number(rows),
      ),
    ),
  );

test(
  'searches by common or rare facts read fewer than 500 rows per step',
  { timeout: TIMEOUT_MS },
  async () => {
    const commonFacts = 'features=dishwasher,air_conditioning&bathrooms=2&minSqft=1500';
    expect(
      findMaxRowsRead(await explainSearch(`/api/properties?limit=12&${commonFacts}`)),
    ).toBeLessThan(500);
    const rareFacts =
      'features=dishwasher,hot_tub,solar_panels&bathrooms=2&parking=2&minYearBuilt=1990';
    expect(
      findMaxRowsRead(await explainSearch(`/api/properties?limit=12&${rareFacts}`)),
    ).toBeLessThan(500);
  },
);
