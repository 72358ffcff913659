/**
 * `npm run bench`: creates a database with BENCH_ROWS listings (100,000 by default) and compares the
 * server, with and without cached responses, to a server that returns a constant response, in
 * alternating turns. Prints tables with ratios. With BENCH_GROWTH (`10000,100000,1000000`), prints
 * how response times grow with the number of listings instead, and with `--against COMMIT`, a
 * comparison with another commit.
 *
 * All settings are in bench/settings.ts.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#server/database/embedded/embedded-database.ts';
import { refreshPlaces } from '#server/features/places/place-repository.ts';
import { refreshMapCells } from '#server/features/properties/search/map/map-cells.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import { printAlerts } from '../bench/alerts.ts';
import { printComparison, type CommitServers } from '../bench/compare-commits.ts';
import { printChanges } from '../bench/changes.ts';
import { checkOut, type FillDatabase } from '../bench/checkout.ts';
import { fillDatabase } from '../bench/dataset.ts';
import { printGrowth, type SizedDatabase } from '../bench/growth.ts';
import { residentMiB } from '../bench/load.ts';
import { printMainTables } from '../bench/main-tables.ts';
import { printMap } from '../bench/map.ts';
import { buildScenarios, pickIds, type Scenario } from '../bench/scenarios.ts';
import { createServers, type Servers } from '../bench/servers.ts';
import { isSelected, settings } from '../bench/settings.ts';
import { printCrowd, printDashboard } from '../bench/side-tables.ts';
import { printStartup } from '../bench/start.ts';
import { printStreams } from '../bench/streams.ts';
import { runSyncBenchmark } from '../bench/sync.ts';

async function main(): Promise<void> {
  const { databaseUrl, growth, against } = settings;
  const createsDatabases = growth.length > 0 || against !== undefined;
  if (databaseUrl !== undefined && createsDatabases)
    throw new Error('This benchmark creates its own databases. Unset BENCH_DATABASE_URL.');
  const folder = makeTempFolder();
  const servers = createServers(folder);
  const embedded = databaseUrl === undefined ? await startDatabase(folder) : undefined;
  try {
    if (settings.only === 'alerts') await measureAlerts(embedded, servers, folder);
    else if (settings.only === 'sync') await measureSync(embedded, servers, folder);
    else if (embedded === undefined) await measureAll(databaseUrl ?? '', servers, folder);
    else if (against !== undefined) await compareWith(against, embedded, servers);
    else if (growth.length > 0)
      await printGrowth(await prepareSizes(embedded, servers), path.join(folder, 'unused'));
    else await measureAll(toUrl(embedded.connection), servers, folder);
  } finally {
    await servers.stop();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startDatabase(folder: string): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir: folder,
    log: console.error,
    isDurable: false,
    maxConnections: Math.max(...settings.connections) + 70,
  });
}

async function measureAll(url: string, servers: Servers, folder: string): Promise<void> {
  const scenarios = await prepare(url, settings.rows);
  const contenders = {
    constant: await servers.startConstant(),
    'not cached': await servers.start({ DATABASE_URL: url, RESPONSE_CACHE_MB: '0' }),
    cached: await servers.start({ DATABASE_URL: url }),
  };
  const { 'not cached': notCached, cached } = contenders;
  const memory = async () =>
    `${(await residentMiB(notCached.process.pid)).toFixed(0)} MiB not cached, ${(await residentMiB(cached.process.pid)).toFixed(0)} MiB cached`;
  const idle = await memory();
  await printMainTables(scenarios, contenders);
  await printMap(url, notCached);
  if (settings.crowd > 0) await printCrowd(scenarios, { 'not cached': notCached, cached });
  await printStreams(url, servers, scenarios);
  if (isSelected({ name: 'changes' })) await printChanges(url, cached);
  await printDashboard(cached);
  if (isSelected({ name: 'start' })) await printStartup(url, folder);
  console.log(`\nMemory of the servers: idle ${idle}; after all measurements ${await memory()}`);
}

/** Measures alerts in a separate run because adding a million saved searches takes minutes. */
async function measureAlerts(
  embedded: EmbeddedDatabase | undefined,
  servers: Servers,
  folder: string,
): Promise<void> {
  const url = embedded === undefined ? (settings.databaseUrl ?? '') : toUrl(embedded.connection);
  await prepare(url, settings.rows);
  await printAlerts(url, servers, folder);
}

/** Measures syncs on databases created for this purpose. */
async function measureSync(
  embedded: EmbeddedDatabase | undefined,
  servers: Servers,
  folder: string,
): Promise<void> {
  if (embedded === undefined)
    throw new Error('This benchmark creates its own databases. Unset BENCH_DATABASE_URL.');
  const source = await createDatabase(embedded, 'source');
  const visited = await createDatabase(embedded, 'visited');
  for (const url of [source, visited]) {
    await prepare(url, settings.rows);
    // Prevents the servers from matching all listings against saved searches during the measurements.
    await onDatabase(url, async (pool) => pool.query('truncate property_changes'));
  }
  // A sync rereads the last minute's changes, which would otherwise include all listings.
  await onDatabase(source, async (pool) => {
    await pool.query('alter table properties disable trigger user');
    await pool.query('update properties set updated_at = created_at');
    await pool.query('alter table properties enable trigger user');
    await pool.query('vacuum analyze');
  });
  const imported = await createDatabase(embedded, 'imported');
  const synced = await createDatabase(embedded, 'synced');
  const syncedFromReplay = await createDatabase(embedded, 'synced_from_replay');
  await runSyncBenchmark({ source, imported, synced, syncedFromReplay, visited }, servers, folder);
}

/** Fills a database and returns its scenarios. */
async function prepare(
  url: string,
  rows: number,
  fill: FillDatabase = fillDatabase,
): Promise<Scenario[]> {
  const { db, pool } = openDatabase(url, { statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fill(pool, rows, console.error);
    // Otherwise, the server would refresh both while serving its first visitors, which takes 20
    // minutes with ten million listings.
    await refreshPlaces(db);
    await refreshMapCells(db);
    return buildScenarios(await pickIds(pool));
  } finally {
    await pool.end();
  }
}

/** Runs work on a database without a statement timeout. */
async function onDatabase(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const { pool } = openDatabase(url, { statementTimeoutMs: 0 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** Prepares a database of each size, with a server that caches no responses. */
async function prepareSizes(
  embedded: EmbeddedDatabase,
  servers: Servers,
): Promise<SizedDatabase[]> {
  const sizes: SizedDatabase[] = [];
  for (const rows of settings.growth) {
    const url = await createDatabase(embedded, `rows_${rows}`);
    await prepare(url, rows);
    const server = await servers.start({ DATABASE_URL: url, RESPONSE_CACHE_MB: '0' });
    sizes.push({ rows, url, server });
  }
  return sizes;
}

async function createDatabase(embedded: EmbeddedDatabase, database: string): Promise<string> {
  const { connection, superuserConnection } = embedded;
  const admin = new pg.Client(superuserConnection);
  await admin.connect();
  await admin.query(`create database ${database} owner ${pg.escapeIdentifier(connection.user)}`);
  await admin.end();
  return toUrl({ ...connection, database });
}

/**
 * Compares the working tree with a commit. The commit's code fills both databases because its columns
 * exist in both schemas.
 */
async function compareWith(
  commit: string,
  embedded: EmbeddedDatabase,
  servers: Servers,
): Promise<void> {
  const { name, main: program, fillDatabase: fill } = await checkOut(commit);
  const currentUrl = await createDatabase(embedded, 'current');
  const scenarios = await prepare(currentUrl, settings.rows, fill);
  const commitUrl = await createDatabase(embedded, 'commit');
  // The commit's server migrates its database at startup.
  await (await servers.start({ DATABASE_URL: commitUrl }, program)).stop();
  await onDatabase(commitUrl, async (pool) => fill(pool, settings.rows, console.error));
  const startBoth = async (url: string, file?: string): Promise<Omit<CommitServers, 'name'>> => ({
    'not cached': await servers.start({ DATABASE_URL: url, RESPONSE_CACHE_MB: '0' }, file),
    cached: await servers.start({ DATABASE_URL: url }, file),
  });
  await printComparison(
    scenarios,
    { name, ...(await startBoth(commitUrl, program)) },
    { name: 'now', ...(await startBoth(currentUrl)) },
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
