/**
 * Measures startup: the time to the first responses, the CPU time, and the memory of the idle process afterward.
 * Part of `npm run bench`; can also be run on its own with `node bench/start.ts`, on a small separate database.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import { fillDatabase } from './dataset.ts';
import { residentMiB } from './load.ts';
import { usedCpuMs } from './cpu-time.ts';

const RUNS = 5;
/** Idle time after the first page. */
const IDLE_MS = 7_000;
const STANDALONE_ROWS = 1_000;

type StartupMeasurement = { responseMs: number; pageMs: number; cpuMs: number; idleMiB: number };

/** Measures one start of `node src/server/main.ts`: the newest listings, then a page, then idle memory. */
async function measureStart(settings: Record<string, string>): Promise<StartupMeasurement> {
  const startedAt = performance.now();
  const server = await startServerProcess({ LOG_LEVEL: 'error', ...settings });
  try {
    const request = async (urlPath: string) => {
      const response = await fetch(server.url + urlPath);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${urlPath} returned ${response.status}.`);
      return performance.now() - startedAt;
    };
    const responseMs = await request('/api/properties?limit=12');
    const cpuMs = await usedCpuMs(server.process.pid);
    const pageMs = await request('/for-sale');
    await sleep(IDLE_MS);
    return { responseMs, pageMs, cpuMs, idleMiB: await residentMiB(server.process.pid) };
  } finally {
    await server.stop();
  }
}

/** Returns the medians of several starts, after a warm-up start. */
async function measureStarts(settings: Record<string, string>): Promise<StartupMeasurement> {
  await measureStart(settings);
  const starts: StartupMeasurement[] = [];
  for (let run = 0; run < RUNS; run += 1) starts.push(await measureStart(settings));
  const median = (name: keyof StartupMeasurement) =>
    starts.map((start) => start[name]).toSorted((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
  return {
    responseMs: median('responseMs'),
    pageMs: median('pageMs'),
    cpuMs: median('cpuMs'),
    idleMiB: median('idleMiB'),
  };
}

/**
 * Prints a line for startup with a running database, and one for startup with the embedded database.
 *
 * @param url the URL of a database with listings
 * @param folder the parent folder of the two data folders
 */
export async function printStartup(url: string, folder: string): Promise<void> {
  const kinds = {
    'running database': { DATABASE_URL: url, DATA_DIR: path.join(folder, 'running') },
    'embedded database': { DATA_DIR: path.join(folder, 'embedded') },
  };
  console.log('\n| startup | first response ms | first page ms | CPU ms | idle MiB |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, settings] of Object.entries(kinds)) {
    const start = await measureStarts(settings);
    const cells = [start.responseMs, start.pageMs, start.cpuMs, start.idleMiB];
    console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`);
  }
}

async function runStandalone(): Promise<void> {
  const folder = makeTempFolder();
  const database = await startEmbeddedDatabase({ dataDir: folder, log: console.error });
  try {
    const url = toUrl(database.connection);
    const { db, pool } = openDatabase(url, { statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await fillDatabase(pool, STANDALONE_ROWS, console.error);
    await pool.end();
    await printStartup(url, folder);
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runStandalone();
