/**
 * Millions of saved searches: the cost of one changed home, of an import while visitors browse, and of digests. Run
 * with `BENCH_ONLY=alerts npm run bench`, on a separate database; BENCH_SAVED (10000,100000,1000000) sets the numbers
 * of searches.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type Database, openDatabase } from '#server/database/database.ts';
import { matchSomeChanges } from '#server/features/saved-searches/matching/match-changes.ts';
import { homeKeys } from '#server/features/saved-searches/search-keys.ts';
import { migrateQueue } from '#server/jobs/queue-schema.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { toSearchedProperty } from '#shared/property-rows.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { measure, type Measured, measureRate, workedMs } from './load.ts';
import { addSavedSearches } from './saved-searches.ts';
import type { Servers } from './servers.ts';
import { settings } from './settings.ts';
import { milliseconds, printTable, rate } from './table.ts';

/** Changes matched one by one, after a few uncounted ones. */
const CHANGES = 40;
const WARM_UP_CHANGES = 5;
const IMPORTED = 10_000;
/** Rows per transaction, as in imports. */
const IMPORT_BATCH = 500;
/** Saved searches during the digests, and during the import. */
const DIGEST_SEARCHES = 10_000;
const IMPORT_SEARCHES = 100_000;

const MATCHING = {
  times: { delayMs: 60_000, pauseMs: 900_000 },
  costRates: DEFAULT_COST_RATES,
  shutdownSignal: new AbortController().signal,
};
const count = (value: number) => value.toLocaleString('en-US');

/** Prints the tables. */
export async function printAlerts(url: string, servers: Servers, folder: string): Promise<void> {
  const { pool, db } = openDatabase(url, { statementTimeoutMs: 0 });
  const changes: string[][] = [];
  try {
    await migrateQueue(db, pool);
    let have = 0;
    for (const searches of settings.searches) {
      console.error(`filling: ${count(searches)} saved searches`);
      await addSavedSearches(pool, have, searches);
      have = searches;
      changes.push([count(searches), ...(await measureChanges(url, pool))]);
      if (searches === DIGEST_SEARCHES) await printDigests(url, pool, folder);
      if (searches === IMPORT_SEARCHES) await printImport(url, pool, servers);
    }
  } finally {
    await pool.end();
  }
  console.log(`\nOne changed home (${CHANGES} of them, half of them new); median / of 100, 95\n`);
  printTable(
    ['searches', 'candidates', 'matches', 'database, CPU ms', 'server, CPU ms', 'ms'],
    changes,
  );
}

/** Adds copies of homes as new ones. */
async function addHomes(pool: pg.Pool, many: number, salt: number): Promise<void> {
  await pool.query(
    `insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
       bedrooms, bathrooms, sqft, property_type, status, is_available, features)
     select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
       bedrooms, bathrooms, sqft, property_type, status, true, features
     from properties where id <= $3 order by hashint8extended(id, $1) limit $2`,
    [salt, many, settings.rows],
  );
}

async function clear(pool: pg.Pool): Promise<void> {
  await pool.query('truncate property_changes, alert_news, alert_memory');
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query('vacuum analyze properties');
  await pool.query('checkpoint').catch(() => undefined);
}

async function measureChanges(url: string, pool: pg.Pool): Promise<string[]> {
  await clear(pool);
  const own = openDatabase(url, { statementTimeoutMs: 0, maxConnections: 1 });
  const { rows } = await own.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const measured: Record<'candidates' | 'matches' | 'database' | 'server' | 'ms', number>[] = [];
  try {
    for (let change = 0; change < WARM_UP_CHANGES + CHANGES; change += 1) {
      const id = await changeOne(pool, change);
      const before = { database: await workedMs(pid), server: process.cpuUsage() };
      const startedAt = performance.now();
      await matchAll(own.db);
      const ms = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(before.server);
      if (change < WARM_UP_CHANGES) continue;
      measured.push({
        ...(await countFor(pool, id)),
        database: (await workedMs(pid)) - before.database,
        server: (user + system) / 1_000,
        ms,
      });
    }
  } finally {
    await own.pool.end();
  }
  const describe = (name: keyof (typeof measured)[number], format: (value: number) => string) => {
    const sorted = measured.map((one) => one[name]).toSorted((one, other) => one - other);
    const at = (share: number) => format(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
    return `${at(0.5)} / ${at(0.95)}`;
  };
  return [
    describe('candidates', count),
    describe('matches', count),
    describe('database', milliseconds),
    describe('server', milliseconds),
    describe('ms', milliseconds),
  ];
}

/** Adds a home, or cuts the price of one. */
async function changeOne(pool: pg.Pool, number: number): Promise<string> {
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

async function countFor(
  pool: pg.Pool,
  id: string,
): Promise<{ candidates: number; matches: number }> {
  const { rows: homes } = await pool.query<{ home: Record<string, unknown> }>(
    `select to_jsonb(p) - 'search' as home from properties p where id = $1`,
    [id],
  );
  const keys = homeKeys(toSearchedProperty(homes[0]?.home ?? {}));
  const { rows } = await pool.query<{ candidates: number; matches: number }>(
    `select (select count(*)::int from saved_searches where keys && $1) as candidates,
       (select count(*)::int from alert_news where homes ? $2) as matches`,
    [keys, id],
  );
  return rows[0] ?? { candidates: 0, matches: 0 };
}

async function addImport(pool: pg.Pool): Promise<void> {
  for (let batch = 0; batch < IMPORTED / IMPORT_BATCH; batch += 1)
    await addHomes(pool, IMPORT_BATCH, 10_000 + batch);
}

/** Measures visitors while a server matches an import. */
async function printImport(url: string, pool: pg.Pool, servers: Servers): Promise<void> {
  const lines: string[][] = [];
  for (const { name, own, visit } of VISITORS) {
    await clear(pool);
    await addImport(pool);
    const idle = await servers.start({ DATABASE_URL: url, JOBS: '0', ...own });
    await visit(idle, 2);
    const alone = await visit(idle, 5);
    await idle.stop();
    const startedAt = performance.now();
    const server = await servers.start({ DATABASE_URL: url, ...own });
    const beside: Measured[] = [];
    while (await isMatching(pool)) beside.push(await visit(server, 2));
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    const { rows } = await pool.query<{ items: number }>(
      `select sum((select count(*) from jsonb_object_keys(homes)))::int as items from alert_news`,
    );
    const middle = beside.toSorted((one, other) => one.p50Ms - other.p50Ms)[beside.length >> 1];
    lines.push([
      name,
      count(rows[0]?.items ?? 0),
      seconds.toFixed(0),
      `${milliseconds(alone.p50Ms)} / ${milliseconds(alone.p99Ms)}`,
      `${milliseconds(middle?.p50Ms ?? Number.NaN)} / ${milliseconds(middle?.p99Ms ?? Number.NaN)}`,
      rate(alone.requestsPerSecond),
      rate(middle?.requestsPerSecond ?? Number.NaN),
    ]);
  }
  console.log(
    `\n${count(IMPORTED)} homes of an import are matched with ${count(IMPORT_SEARCHES)} saved searches while visitors browse\n`,
  );
  printTable(
    [
      'visitors',
      'matches',
      'seconds',
      'p50 / p99 ms alone',
      'beside it',
      'requests a second alone',
      'beside it',
    ],
    lines,
  );
}

type Visit = (server: ServerProcess, seconds: number) => Promise<Measured>;

const LISTS = ['/api/properties?limit=12', '/api/properties?limit=12&bedrooms=3'];
/** Returns lists as visitors request them: three of four are cached. */
const mixed = (number: number) =>
  number % 4 === 0
    ? `/api/properties?limit=12&minPrice=${100_000 + number}`
    : `/api/properties?limit=12&page=${1 + (number % 20)}`;

const requestContinuously: Visit = async (server, seconds) =>
  measure(server.url, { addresses: LISTS, connections: 10, seconds });

/** Visitors who request the next list as soon as they have the last one, or at fixed times. */
const VISITORS: { name: string; own: Record<string, string>; visit: Visit }[] = [
  {
    name: '10 without a break, not cached',
    own: { RESPONSE_CACHE_MB: '0' },
    visit: requestContinuously,
  },
  { name: '10 without a break, cached', own: {}, visit: requestContinuously },
  {
    name: '100 requests a second, a quarter not cached',
    own: {},
    visit: async (server, seconds) =>
      measureRate(server.url, { addressOf: mixed, perSecond: 100, seconds }),
  },
];

async function isMatching(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    'select exists (select from property_changes) as waits',
  );
  return rows[0]?.waits ?? false;
}

/** Measures `npm run jobs` for the digests caused by an import. */
async function printDigests(url: string, pool: pg.Pool, folder: string): Promise<void> {
  await clear(pool);
  await addImport(pool);
  const { db, pool: own } = openDatabase(url, { statementTimeoutMs: 0 });
  await matchAll(db);
  await own.end();
  // Only digests are measured here.
  await pool.query(
    `delete from alert_news i using saved_searches s where s.id = i.search_id and s.frequency = 'instant'`,
  );
  const { rows } = await pool.query<{ searches: number; people: number; items: number; at: Date }>(
    `select count(distinct search_id)::int as searches, count(distinct recipient)::int as people,
       sum((select count(*) from jsonb_object_keys(homes)))::int as items, max(due_at) as at
     from alert_news where due_at = (select min(due_at) from alert_news)`,
  );
  const [due] = rows;
  if (due === undefined) return;
  const dataDir = path.join(folder, 'digests');
  const startedAt = performance.now();
  await runJobs({ DATABASE_URL: url, DATA_DIR: dataDir }, due.at);
  const seconds = (performance.now() - startedAt) / 1_000;
  const mails = await readdir(path.join(dataDir, 'mail'));
  let bytes = 0;
  for (const mail of mails) bytes += (await stat(path.join(dataDir, 'mail', mail))).size;
  console.log('\nDigests due at the same time, written to files by `npm run jobs`\n');
  printTable(
    ['searches', 'recipients', 'homes', 'mails', 'kB per email', 'seconds', 'emails a second'],
    [
      [
        count(due.searches),
        count(due.people),
        count(due.items),
        count(mails.length),
        (bytes / mails.length / 1_000).toFixed(1),
        seconds.toFixed(1),
        rate(mails.length / seconds),
      ],
    ],
  );
}

async function runJobs(own: Record<string, string>, at: Date): Promise<void> {
  const file = path.join(import.meta.dirname, '../scripts/jobs.ts');
  const child = spawn(process.execPath, [file, '--at', at.toISOString()], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DEMO: '0', ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The jobs exited with ${String(code)}.`);
}
