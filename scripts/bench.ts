/**
 * `npm run bench`: makes its own database with BENCH_ROWS listings (100,000), and measures the server, with answers
 * kept and not, beside bare Node.js with `pg`, in turns and in the same run. Prints a table with the ratios.
 *
 * BENCH_ROWS, BENCH_SECONDS (3 a measurement), BENCH_CONNECTIONS (`10,50`), BENCH_ONLY (a part of a scenario's
 * name), BENCH_DATABASE_URL (a database of the benchmark's own, used again next time).
 */

import path from 'node:path';
import { rm } from 'node:fs/promises';
import { openDatabase } from '#server/database/database.ts';
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import { ADMIN_TOKEN, fillDatabase } from '../bench/dataset.ts';
import { type Measured, measure, residentMiB } from '../bench/load.ts';
import { describeScenarios, DESK_SCENARIOS, pickIds, type Scenario } from '../bench/scenarios.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const CONNECTIONS = (process.env['BENCH_CONNECTIONS'] ?? '10,50').split(',').map(Number);
const ONLY = process.env['BENCH_ONLY'] ?? '';
const REFERENCE = path.join(import.meta.dirname, '../bench/reference-server.ts');

async function main(): Promise<void> {
  const folder = makeTempFolder();
  const given = process.env['BENCH_DATABASE_URL'];
  const embedded =
    given === undefined
      ? await startEmbeddedDatabase({ dataDir: folder, log: console.error, durable: false })
      : undefined;
  const url = given ?? (embedded === undefined ? '' : toUrl(embedded.connection));
  const running: ServerProcess[] = [];
  try {
    const scenarios = await prepare(url);
    const settings = {
      DATABASE_URL: url,
      DATA_DIR: folder,
      DEMO: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    };
    const start = async (own: Record<string, string>, file?: string) => {
      const server = await startServerProcess({ ...settings, ...own }, file);
      running.push(server);
      return server;
    };
    const servers = {
      bare: await start({}, REFERENCE),
      'not kept': await start({ RESPONSE_CACHE_MB: '0' }),
      kept: await start({}),
    };
    console.log(`idle memory ${(await residentMiB(servers.kept.process.pid)).toFixed(0)} MiB`);
    for (const connections of CONNECTIONS) await compare(scenarios, servers, connections);
    await measureDesk(servers.kept);
    console.log(`memory after it ${(await residentMiB(servers.kept.process.pid)).toFixed(0)} MiB`);
  } finally {
    for (const server of running) await server.stop();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills the database and picks the identifiers that scenarios ask for. */
async function prepare(url: string): Promise<Scenario[]> {
  const { db, pool } = openDatabase(url, { statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillDatabase(pool, ROWS, console.log);
    return describeScenarios(await pickIds(pool));
  } finally {
    await pool.end();
  }
}

/** Measures every scenario on every server, one after the other, and prints a line for each. */
async function compare(
  scenarios: Scenario[],
  servers: { bare: ServerProcess; 'not kept': ServerProcess; kept: ServerProcess },
  connections: number,
): Promise<void> {
  console.log(`\n${ROWS.toLocaleString('en-US')} listings, ${connections} connections`);
  console.log(
    '| scenario | bare req/s | not kept req/s | ratio | p50 / p99 ms | kept req/s | ratio | p50 / p99 ms |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  // Pages are compared with the bare server's newest list.
  let newest: Measured | undefined;
  for (const { name, addresses, isPage } of scenarios.filter((each) => each.name.includes(ONLY))) {
    const run = (server: ServerProcess, wanted = addresses) =>
      measure({ url: server.url, addresses: wanted, connections, seconds: SECONDS });
    const bare: Measured =
      isPage === true
        ? (newest ??= await run(servers.bare, ['/api/properties?limit=12']))
        : await run(servers.bare);
    if (name === 'newest') newest = bare;
    const fresh = await run(servers['not kept']);
    const kept = await run(servers.kept);
    const failures = bare.failures + fresh.failures + kept.failures;
    const cells = [fresh, kept].flatMap((one) => [
      one.requestsPerSecond.toFixed(0),
      (one.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
      `${one.p50Ms} / ${one.p99Ms}`,
    ]);
    console.log(
      `| ${name}${failures > 0 ? ` (${failures} failures)` : ''} | ${bare.requestsPerSecond.toFixed(0)} | ${cells.join(' | ')} |`,
    );
  }
}

/** How long an admin waits for each page's data, one call after the other. */
async function measureDesk(server: ServerProcess): Promise<void> {
  console.log(`\n| admin’s desk | p50 ms | p99 ms |\n| --- | --- | --- |`);
  for (const { name, addresses } of DESK_SCENARIOS.filter((each) => each.name.includes(ONLY))) {
    const { p50Ms, p99Ms, failures } = await measure({
      url: server.url,
      addresses,
      connections: 1,
      seconds: SECONDS,
      token: ADMIN_TOKEN,
    });
    console.log(
      `| ${name}${failures > 0 ? ` (${failures} failures)` : ''} | ${p50Ms} | ${p99Ms} |`,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
