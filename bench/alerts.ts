/**
 * Measures alerts with up to a million saved searches: the cost of a changed home, of an import
 * while visitors browse, and of digests. Run with `BENCH_ONLY=alerts npm run bench`, on a
 * separate database. BENCH_SAVED sets the numbers of saved searches (10000,100000,1000000).
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type Database, openDatabase } from '#server/database/database.ts';
import { matchSomeChanges } from '#server/features/saved-searches/matching/match-changes.ts';
import { buildHomeKeys } from '#server/features/saved-searches/search-keys.ts';
import { migrateQueue } from '#server/jobs/queue-schema.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { toSearchedProperty } from '#shared/property-rows.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { measure, type Measurement, measureRate, preciseCpuMs } from './load.ts';
import { addSavedSearches } from './saved-searches.ts';
import type { Servers } from './servers.ts';
import { settings } from './settings.ts';
import { milliseconds, printTable, rate } from './table.ts';

/** Changes matched one at a time, after a few warm-up changes. */
const CHANGE_COUNT = 40;
const WARM_UP_CHANGES = 5;
const IMPORTED_HOMES = 10_000;
/** Rows per transaction, the same as in imports. */
const IMPORT_BATCH = 500;
/** Digests and the import are measured only if BENCH_SAVED contains these numbers. */
const DIGEST_SEARCHES = 10_000;
const IMPORT_SEARCHES = 100_000;

const MATCHING = {
  times: { delayMs: 60_000, pauseMs: 900_000 },
  costRates: DEFAULT_COST_RATES,
  shutdownSignal: new AbortController().signal,
};
const formatCount = (value: number) => value.toLocaleString('en-US');

/** Runs the alert benchmarks and prints the results. */
export async function printAlerts(url: string, servers: Servers, folder: string): Promise<void> {
  const { pool, db } = openDatabase(url, { statementTimeoutMs: 0 });
  const changes: string[][] = [];
  try {
    await migrateQueue(db, pool);
    let existingCount = 0;
    for (const searches of settings.searches) {
      console.error(`adding: up to ${formatCount(searches)} saved searches`);
      await addSavedSearches(pool, existingCount, searches);
      existingCount = searches;
      changes.push([formatCount(searches), ...(await measureChanges(url, pool))]);
      if (searches === DIGEST_SEARCHES) await printDigests(url, pool, folder);
      if (searches === IMPORT_SEARCHES) await printImport(url, pool, servers);
    }
  } finally {
    await pool.end();
  }
  console.log(`\nOne changed home (${CHANGE_COUNT} samples, half of them new); p50 / p95\n`);
  printTable(
    ['searches', 'candidates', 'matches', 'database, CPU ms', 'server, CPU ms', 'ms'],
    changes,
  );
}

/** Adds copies of existing homes as new homes. */
async function addHomes(pool: pg.Pool, count: number, salt: number): Promise<void> {
  await pool.query(
    `insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
       bedrooms, bathrooms, sqft, property_type, status, is_available, features)
     select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
       bedrooms, bathrooms, sqft, property_type, status, true, features
     from properties where id <= $3 order by hashint8extended(id, $1) limit $2`,
    [salt, count, settings.rows],
  );
}

async function resetQueues(pool: pg.Pool): Promise<void> {
  await pool.query('truncate property_changes, alert_news, alert_memory');
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query('vacuum analyze properties');
  await pool.query('checkpoint').catch(() => undefined);
}

async function measureChanges(url: string, pool: pg.Pool): Promise<string[]> {
  await resetQueues(pool);
  const singleConnection = openDatabase(url, { statementTimeoutMs: 0, maxConnections: 1 });
  const { rows } = await singleConnection.pool.query<{ pid: number }>(
    'select pg_backend_pid() as pid',
  );
  const pid = rows[0]?.pid ?? 0;
  const measurements: Record<'candidates' | 'matches' | 'database' | 'server' | 'ms', number>[] =
    [];
  try {
    for (let change = 0; change < WARM_UP_CHANGES + CHANGE_COUNT; change += 1) {
      const id = await changeOneHome(pool, change);
      const before = { database: await preciseCpuMs(pid), server: process.cpuUsage() };
      const startedAt = performance.now();
      await matchAll(singleConnection.db);
      const ms = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(before.server);
      if (change < WARM_UP_CHANGES) continue;
      measurements.push({
        ...(await countMatches(pool, id)),
        database: (await preciseCpuMs(pid)) - before.database,
        server: (user + system) / 1_000,
        ms,
      });
    }
  } finally {
    await singleConnection.pool.end();
  }
  const describe = (
    name: keyof (typeof measurements)[number],
    format: (value: number) => string,
  ) => {
    const sorted = measurements.map((measurement) => measurement[name]).toSorted((a, b) => a - b);
    const at = (share: number) => format(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
    return `${at(0.5)} / ${at(0.95)}`;
  };
  return [
    describe('candidates', formatCount),
    describe('matches', formatCount),
    describe('database', milliseconds),
    describe('server', milliseconds),
    describe('ms', milliseconds),
  ];
}

/** Adds a home or cuts a home's price. @returns its ID */
async function changeOneHome(pool: pg.Pool, number: number): Promise<string> {
  if (number % 2 === 0) await addHomes(pool, 1, 1_000 + number);
  else
    await pool.query(
      `update properties set price = round(price * 0.97) where id = (
         select id from properties where is_available and id <= $2 order by hashint8extended(id, $1) limit 1)`,
      [2_000 + number, settings.rows],
    );
  const { rows } = await pool.query<{ property_id: string }>(
    'select property_id from property_changes order by id desc limit 1',
  );
  return rows[0]?.property_id ?? '';
}

async function matchAll(db: Database): Promise<void> {
  while ((await matchSomeChanges(db, MATCHING, new Date())) > 0);
}

async function countMatches(
  pool: pg.Pool,
  id: string,
): Promise<{ candidates: number; matches: number }> {
  const { rows: homes } = await pool.query<{ home: Record<string, unknown> }>(
    `select to_jsonb(p) - 'search' as home from properties p where id = $1`,
    [id],
  );
  const keys = buildHomeKeys(toSearchedProperty(homes[0]?.home ?? {}));
  const { rows } = await pool.query<{ candidates: number; matches: number }>(
    `select (select count(*)::int from saved_searches where keys && $1) as candidates,
       (select count(*)::int from alert_news where homes ? $2) as matches`,
    [keys, id],
  );
  return rows[0] ?? { candidates: 0, matches: 0 };
}

async function addImport(pool: pg.Pool): Promise<void> {
  for (let batch = 0; batch < IMPORTED_HOMES / IMPORT_BATCH; batch += 1)
    await addHomes(pool, IMPORT_BATCH, 10_000 + batch);
}

/** Measures visitors' requests while a server matches an import. */
async function printImport(url: string, pool: pg.Pool, servers: Servers): Promise<void> {
  const lines: string[][] = [];
  for (const { name, env, visit } of VISITORS) {
    await resetQueues(pool);
    await addImport(pool);
    const idle = await servers.start({ DATABASE_URL: url, JOBS: '0', ...env });
    await visit(idle, 2);
    const withoutMatching = await visit(idle, 5);
    await idle.stop();
    const startedAt = performance.now();
    const server = await servers.start({ DATABASE_URL: url, ...env });
    const duringMatching: Measurement[] = [];
    while (await isMatching(pool)) duringMatching.push(await visit(server, 2));
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    const { rows } = await pool.query<{ items: number }>(
      `select sum((select count(*) from jsonb_object_keys(homes)))::int as items from alert_news`,
    );
    const median = duringMatching.toSorted((a, b) => a.p50Ms - b.p50Ms)[duringMatching.length >> 1];
    lines.push([
      name,
      formatCount(rows[0]?.items ?? 0),
      seconds.toFixed(0),
      `${milliseconds(withoutMatching.p50Ms)} / ${milliseconds(withoutMatching.p99Ms)}`,
      `${milliseconds(median?.p50Ms ?? Number.NaN)} / ${milliseconds(median?.p99Ms ?? Number.NaN)}`,
      rate(withoutMatching.requestsPerSecond),
      rate(median?.requestsPerSecond ?? Number.NaN),
    ]);
  }
  console.log(
    `\n${formatCount(IMPORTED_HOMES)} imported homes are matched with ${formatCount(IMPORT_SEARCHES)} saved searches while visitors browse\n`,
  );
  printTable(
    [
      'visitors',
      'matches',
      'seconds',
      'p50 / p99 ms, no matching',
      'during matching',
      'requests per second, no matching',
      'during matching',
    ],
    lines,
  );
}

type SendLoad = (server: ServerProcess, seconds: number) => Promise<Measurement>;

const LISTS = ['/api/properties?limit=12', '/api/properties?limit=12&bedrooms=3'];
/** Returns list paths in a realistic mix: three out of four are cached. */
const mixedListPath = (number: number) =>
  number % 4 === 0
    ? `/api/properties?limit=12&minPrice=${100_000 + number}`
    : `/api/properties?limit=12&page=${1 + (number % 20)}`;

const requestContinuously: SendLoad = async (server, seconds) =>
  measure(server.url, { paths: LISTS, connections: 10, seconds });

/** Visitors who send requests continuously or at a fixed rate. */
const VISITORS: { name: string; env: Record<string, string>; visit: SendLoad }[] = [
  {
    name: '10 continuous, not cached',
    env: { RESPONSE_CACHE_MB: '0' },
    visit: requestContinuously,
  },
  { name: '10 continuous, cached', env: {}, visit: requestContinuously },
  {
    name: '100 requests per second, a quarter not cached',
    env: {},
    visit: async (server, seconds) =>
      measureRate(server.url, { toPath: mixedListPath, perSecond: 100, seconds }),
  },
];

async function isMatching(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isMatching: boolean }>(
    'select exists (select from property_changes) as "isMatching"',
  );
  return rows[0]?.isMatching ?? false;
}

/** Measures `npm run jobs` for the digests caused by an import. */
async function printDigests(url: string, pool: pg.Pool, folder: string): Promise<void> {
  await resetQueues(pool);
  await addImport(pool);
  const { db, pool: matchingPool } = openDatabase(url, { statementTimeoutMs: 0 });
  await matchAll(db);
  await matchingPool.end();
  // Only digests are measured here.
  await pool.query(
    `delete from alert_news i using saved_searches s where s.id = i.search_id and s.frequency = 'instant'`,
  );
  const { rows } = await pool.query<{
    searches: number;
    recipients: number;
    items: number;
    at: Date;
  }>(
    `select count(distinct search_id)::int as searches, count(distinct recipient)::int as recipients,
       sum((select count(*) from jsonb_object_keys(homes)))::int as items, max(due_at) as at
     from alert_news where due_at = (select min(due_at) from alert_news)`,
  );
  const [due] = rows;
  if (due === undefined) return;
  const dataDir = path.join(folder, 'digests');
  const startedAt = performance.now();
  await runJobs({ DATABASE_URL: url, DATA_DIR: dataDir }, due.at);
  const seconds = (performance.now() - startedAt) / 1_000;
  const emails = await readdir(path.join(dataDir, 'mail'));
  let bytes = 0;
  for (const email of emails) bytes += (await stat(path.join(dataDir, 'mail', email))).size;
  console.log('\nDigests due at the same time, written to files by `npm run jobs`\n');
  printTable(
    ['searches', 'recipients', 'homes', 'emails', 'kB per email', 'seconds', 'emails per second'],
    [
      [
        formatCount(due.searches),
        formatCount(due.recipients),
        formatCount(due.items),
        formatCount(emails.length),
        (bytes / emails.length / 1_000).toFixed(1),
        seconds.toFixed(1),
        rate(emails.length / seconds),
      ],
    ],
  );
}

async function runJobs(env: Record<string, string>, at: Date): Promise<void> {
  const file = path.join(import.meta.dirname, '../scripts/jobs.ts');
  const child = spawn(process.execPath, [file, '--at', at.toISOString()], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DEMO: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The jobs exited with ${String(code)}.`);
}
