/**
 * `node scripts/bench-searches.ts`: runs 2,000 random searches and prints the database time of their statements, grouped
 * by purpose, and then slow statements. BENCH_DATABASE_URL names a filled database (by default, one with BENCH_ROWS
 * listings is created). BENCH_SEARCHES (2,000) and BENCH_SEED (1) select the searches. BENCH_SLOWEST (20) sets how many
 * slow statements are printed: those above 25 ms with the most CPU time.
 */

import { rm } from 'node:fs/promises';
import { openDatabase } from '#server/database/database.ts';
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import { fillDatabase } from '../bench/dataset.ts';
import { preciseCpuMs } from '../bench/load.ts';
import { makeRandomSearches } from '../bench/random-searches.ts';
import { settings } from '../bench/settings.ts';
import { explain, openRecorder, type Statement } from '../bench/statements.ts';
import { printTable } from '../bench/table.ts';

const SLOW_MS = 25;
const VERY_SLOW_MS = 60;
/** Maximum number of measurements of a slow statement, to exclude the effect of other load on the machine. */
const MAX_RUNS = 5;
const SLOWEST_COUNT = Number(process.env['BENCH_SLOWEST'] ?? 20);

/** Purposes of search statements, recognized by their text. */
const PURPOSES: [name: string, pattern: RegExp][] = [
  ['listings on the page', /^\/\* keep plan \*\//],
  ['count from totals', /from property_totals/],
  ['count, and page if at most 10,000 match', /with matching as materialized/],
  ['spelling suggestions', /close_words/],
  ['IDs on the page', /select p\.id from/],
];

type Client = Parameters<typeof explain>[0];

type TimedStatement = {
  purpose: string;
  path: string;
  ms: number;
  /** The database's CPU time on Linux; NaN elsewhere. */
  cpuMs: number;
  plan: string;
};

async function measureOnce(client: Client, pid: number, statement: Statement) {
  const before = await preciseCpuMs(pid);
  const { ms, plan } = await explain(client, statement);
  return { ms, plan, cpuMs: (await preciseCpuMs(pid)) - before };
}

async function measureStatement(client: Client, pid: number, statement: Statement) {
  const best = await measureOnce(client, pid, statement);
  for (let runs = 1; runs < MAX_RUNS && best.ms > SLOW_MS; runs += 1) {
    const { ms, cpuMs } = await measureOnce(client, pid, statement);
    best.ms = Math.min(best.ms, ms);
    best.cpuMs = Math.min(best.cpuMs, cpuMs);
  }
  return best;
}

async function measureSearches(url: string, folder: string): Promise<void> {
  const searches = makeRandomSearches(
    Number(process.env['BENCH_SEARCHES'] ?? 2_000),
    Number(process.env['BENCH_SEED'] ?? 1),
  );
  const recorder = await openRecorder(url, folder);
  const client = await recorder.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const timed: TimedStatement[] = [];
  try {
    for (const [index, path] of searches.entries()) {
      if (index % 200 === 0) console.error(`${index} of ${searches.length} searches`);
      for (const statement of await recorder.record(path)) {
        const purpose =
          PURPOSES.find(([, pattern]) => pattern.test(statement.text))?.[0] ?? 'others';
        timed.push({ purpose, path, ...(await measureStatement(client, pid, statement)) });
      }
    }
  } finally {
    client.release();
    await recorder.close();
  }
  printTimes(timed, searches.length);
}

function printTimes(timed: readonly TimedStatement[], searches: number): void {
  const purposes = [...new Set(timed.map(({ purpose }) => purpose))];
  const slow = timed.filter(({ ms }) => ms > SLOW_MS);
  console.log(`\n${searches} searches, ${timed.length} statements, milliseconds in the database\n`);
  printTable(
    [
      'purpose',
      'count',
      'median',
      'p99',
      'slowest',
      'above 25',
      'above 60',
      'CPU p99',
      'CPU slowest',
      'CPU above 25',
      'CPU above 60',
    ],
    [
      ['all', timed] as const,
      ...purposes.map(
        (purpose) => [purpose, timed.filter((statement) => statement.purpose === purpose)] as const,
      ),
    ].map(([name, all]) => describeTimes(name, all)),
  );
  const slowSearches = new Set(slow.map(({ path }) => path)).size;
  console.log(`\n${slowSearches} searches with a statement above ${SLOW_MS} ms\n`);
  const slowest = slow.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, SLOWEST_COUNT);
  for (const { purpose, ms, cpuMs, path, plan } of slowest)
    console.log(
      `${ms.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms CPU, ${purpose}: ${decodeURIComponent(path)}\n    ${plan}`,
    );
}

function describeTimes(name: string, all: readonly TimedStatement[]): string[] {
  const describe = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const percentile = (fraction: number) =>
      (
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
      ).toFixed(2);
    const above = (max: number) => String(times.filter((ms) => ms > max).length);
    return [percentile(0.5), percentile(0.99), percentile(1), above(SLOW_MS), above(VERY_SLOW_MS)];
  };
  const [, ...cpu] = describe(all.map(({ cpuMs }) => cpuMs));
  return [name, String(all.length), ...describe(all.map(({ ms }) => ms)), ...cpu];
}

async function main(): Promise<void> {
  const folder = makeTempFolder();
  const { databaseUrl } = settings;
  const embedded =
    databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: folder, log: console.error, isDurable: false })
      : undefined;
  try {
    const url = databaseUrl ?? (embedded === undefined ? '' : toUrl(embedded.connection));
    if (databaseUrl === undefined) {
      const { db, pool } = openDatabase(url, { statementTimeoutMs: 0 });
      await migrateToLatest(db);
      await fillDatabase(pool, settings.rows, console.error);
      await pool.end();
    }
    await measureSearches(url, folder);
  } finally {
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
