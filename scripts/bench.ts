/**
 * `npm run bench`: creates its own database with BENCH_ROWS listings (100,000), and measures the server, with cached
 * responses and without, beside bare Node.js with `pg`, PostgreSQL alone and a constant response, in turns and in the
 * same run. Prints tables with the ratios. With BENCH_GROWTH (`10000,100000,1000000`) it prints instead what more
 * listings cost.
 *
 * Everything that can be set stands in bench/settings.ts.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#server/database/embedded/embedded-database.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import { fillDatabase } from '../bench/dataset.ts';
import { printGrowth, type Size } from '../bench/growth.ts';
import { residentMiB } from '../bench/load.ts';
import { printMainTables } from '../bench/main-tables.ts';
import { hasPgbench } from '../bench/raw-postgres.ts';
import { describeScenarios, pickIds, type Scenario } from '../bench/scenarios.ts';
import { createServers, type Servers } from '../bench/servers.ts';
import { settings } from '../bench/settings.ts';
import { printCrowd, printDashboard } from '../bench/side-tables.ts';
import { printStart } from '../bench/start.ts';

async function main(): Promise<void> {
  const folder = makeTempFolder();
  const servers = createServers(folder);
  const { databaseUrl, growth } = settings;
  if (databaseUrl !== undefined && growth.length > 0)
    throw new Error('BENCH_GROWTH needs databases of its own: leave BENCH_DATABASE_URL out.');
  const embedded =
    databaseUrl === undefined
      ? await startEmbeddedDatabase({
          dataDir: folder,
          log: console.error,
          durable: false,
          maxConnections: Math.max(...settings.connections) + 50,
        })
      : undefined;
  try {
    if (embedded !== undefined && growth.length > 0) {
      await printGrowth(await prepareSizes(embedded, servers), path.join(folder, 'unused'));
    } else {
      const url = databaseUrl ?? (embedded === undefined ? '' : toUrl(embedded.connection));
      await measureAll(url, servers, folder);
    }
  } finally {
    await servers.stop();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(url: string, servers: Servers, folder: string): Promise<void> {
  const scenarios = await prepare(url, settings.rows);
  const hasRaw = await hasPgbench();
  if (!hasRaw) console.log('pgbench is not installed: PostgreSQL alone is not measured.');
  const contenders = {
    raw: hasRaw ? { url, folder } : undefined,
    bare: await servers.startReference('reference-server.ts', { DATABASE_URL: url }),
    constant: await servers.startReference('constant-server.ts', {}),
    'not cached': await servers.start({ DATABASE_URL: url, RESPONSE_CACHE_MB: '0' }),
    cached: await servers.start({ DATABASE_URL: url }),
  };
  const { 'not cached': notCached, cached } = contenders;
  const memory = async () =>
    `${(await residentMiB(notCached.process.pid)).toFixed(0)} MiB not cached, ${(await residentMiB(cached.process.pid)).toFixed(0)} MiB cached`;
  const idle = await memory();
  await printMainTables(scenarios, contenders);
  if (settings.crowd > 0) await printCrowd(scenarios, { 'not cached': notCached, cached });
  await printDashboard(cached);
  await printStart(url, folder);
  console.log(`\nMemory of the server: idle ${idle}; after all this ${await memory()}`);
}

/** Fills a database and picks the identifiers that scenarios ask for. */
async function prepare(url: string, rows: number): Promise<Scenario[]> {
  const { db, pool } = openDatabase(url, { statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillDatabase(pool, rows, console.error);
    return describeScenarios(await pickIds(pool));
  } finally {
    await pool.end();
  }
}

/** A database of each size, and a server that caches no responses on each. */
async function prepareSizes(embedded: EmbeddedDatabase, servers: Servers): Promise<Size[]> {
  const { connection, superuserConnection } = embedded;
  const admin = new pg.Client(superuserConnection);
  await admin.connect();
  const sizes: Size[] = [];
  for (const rows of settings.growth) {
    const database = `rows_${rows}`;
    await admin.query(`create database ${database} owner ${pg.escapeIdentifier(connection.user)}`);
    const url = toUrl({ ...connection, database });
    await prepare(url, rows);
    const server = await servers.start({ DATABASE_URL: url, RESPONSE_CACHE_MB: '0' });
    sizes.push({ rows, url, server });
  }
  await admin.end();
  return sizes;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
