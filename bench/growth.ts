/**
 * Measures how response times grow with the number of listings: runs the same scenarios on databases
 * of different sizes in alternating turns.
 */

import type pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, measure, measureInTurns } from './load.ts';
import { buildRareScenarios, buildScenarios, pickIds, type Scenario } from './scenarios.ts';
import { isSelected, settings } from './settings.ts';
import { explain, openRecorder } from './statements.ts';
import { printTable, rate, ratio } from './table.ts';

/** A database of one size and its server, which caches no responses. */
export type SizedDatabase = { rows: number; url: string; server: ServerProcess };

/**
 * Measures the scenarios at each size and prints the results.
 *
 * @param folder an empty folder for the server's data
 */
export async function printGrowth(sizes: readonly SizedDatabase[], folder: string): Promise<void> {
  const [connections = 10] = settings.connections;
  const scenarios = await Promise.all(sizes.map(async ({ url }) => readScenarios(url)));
  const names = scenarios[0]?.common.filter(isSelected).map(({ name }) => name) ?? [];
  const lines: string[][] = [];
  for (const name of names) {
    console.error(`measuring: ${name}`);
    const contenders = sizes.map(({ rows, server }, index): [string, Contender] => {
      const paths =
        scenarios[index]?.common.find((scenario) => scenario.name === name)?.paths ?? [];
      return [String(rows), (seconds) => measure(server.url, { paths, connections, seconds })];
    });
    const measurements = await measureInTurns(Object.fromEntries(contenders), settings);
    const rates = sizes.map(
      ({ rows }) => measurements[String(rows)]?.requestsPerSecond ?? Number.NaN,
    );
    const steps = rates.slice(1).map((value, index) => ratio(rates[index] ?? Number.NaN, value));
    const failures = Object.values(measurements).reduce(
      (sum, { failures: count }) => sum + count,
      0,
    );
    lines.push([
      `${name}${failures > 0 ? ` (${failures} failures)` : ''}`,
      ...rates.map(rate),
      ...steps,
    ]);
  }
  const titles = sizes.map(({ rows }) => rows.toLocaleString('en-US'));
  console.log(
    `\nResponses not cached, ${connections} connections, requests per second, and the slowdown from size to size\n`,
  );
  printTable(
    ['', ...titles, ...titles.slice(1).map((title, index) => `${titles[index] ?? ''} to ${title}`)],
    lines,
  );

  const largest = sizes.at(-1);
  const largestScenarios = scenarios.at(-1);
  if (largest !== undefined && largestScenarios !== undefined) {
    console.log(
      `\nThe slowest database statement of each scenario, ${titles.at(-1) ?? ''} listings\n`,
    );
    await printSlowest(
      largest,
      [...largestScenarios.common, ...largestScenarios.rare].filter(isSelected),
      folder,
    );
  }
}

async function readScenarios(url: string) {
  const { pool } = openDatabase(url);
  try {
    const ids = await pickIds(pool);
    return { common: buildScenarios(ids), rare: buildRareScenarios(ids) };
  } finally {
    await pool.end();
  }
}

/** The maximum number of runs of a slow statement, to exclude the effect of other load on the machine. */
const MAX_RUNS = 5;
const SLOW_MS = 5;

/** Prints one line per API scenario. */
async function printSlowest(
  { url }: SizedDatabase,
  scenarios: readonly Scenario[],
  folder: string,
): Promise<void> {
  const recorder = await openRecorder(url, folder);
  const client = await recorder.pool.connect();
  const lines: string[][] = [];
  try {
    for (const { name, paths } of scenarios.filter(({ isPage }) => isPage !== true)) {
      let slowest = { ms: 0, path: '' };
      for (const path of paths) {
        for (const statement of await recorder.record(path)) {
          const { ms } = await explainRepeatedly(client, statement);
          if (ms > slowest.ms) slowest = { ms, path };
        }
      }
      lines.push([name, slowest.ms.toFixed(1), `\`${slowest.path}\``]);
    }
  } finally {
    client.release();
    await recorder.close();
  }
  printTable(['', 'ms', 'requested'], lines);
}

async function explainRepeatedly(client: pg.ClientBase, statement: Parameters<typeof explain>[1]) {
  let best = await explain(client, statement);
  for (let runs = 1; runs < MAX_RUNS && best.ms > SLOW_MS; runs += 1) {
    const repeated = await explain(client, statement);
    if (repeated.ms < best.ms) best = repeated;
  }
  return best;
}
