/** The cost of more listings: the same scenarios on databases of several sizes, alternating. */

import type pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, measure, measureInTurns } from './load.ts';
import { describeRareScenarios, describeScenarios, pickIds, type Scenario } from './scenarios.ts';
import { isChosen, settings } from './settings.ts';
import { explain, openRecorder } from './statements.ts';
import { printTable, rate, ratio } from './table.ts';

/** A database of one size and its server, which caches no responses. */
export type Size = { rows: number; url: string; server: ServerProcess };

/** Prints the tables. @param folder an empty folder */
export async function printGrowth(sizes: readonly Size[], folder: string): Promise<void> {
  const [connections = 10] = settings.connections;
  const scenarios = await Promise.all(sizes.map(async ({ url }) => readScenarios(url)));
  const names = scenarios[0]?.usual.filter(isChosen).map(({ name }) => name) ?? [];
  const lines: string[][] = [];
  for (const name of names) {
    console.error(`measuring: ${name}`);
    const contenders = sizes.map(({ rows, server }, index): [string, Contender] => {
      const addresses = scenarios[index]?.usual.find((one) => one.name === name)?.addresses ?? [];
      return [String(rows), (seconds) => measure(server.url, { addresses, connections, seconds })];
    });
    const measured = await measureInTurns(Object.fromEntries(contenders), settings);
    const rates = sizes.map(({ rows }) => measured[String(rows)]?.requestsPerSecond ?? Number.NaN);
    const steps = rates.slice(1).map((one, index) => ratio(rates[index] ?? Number.NaN, one));
    const failures = Object.values(measured).reduce((sum, one) => sum + one.failures, 0);
    lines.push([
      `${name}${failures > 0 ? ` (${failures} failures)` : ''}`,
      ...rates.map(rate),
      ...steps,
    ]);
  }
  const titles = sizes.map(({ rows }) => rows.toLocaleString('en-US'));
  console.log(
    `\nResponses not cached, ${connections} connections, requests a second, and the slowdown of each\n`,
  );
  printTable(
    ['', ...titles, ...titles.slice(1).map((title, index) => `${titles[index] ?? ''} to ${title}`)],
    lines,
  );

  const largest = sizes.at(-1);
  const all = scenarios.at(-1);
  if (largest !== undefined && all !== undefined) {
    console.log(
      `\nThe slowest statement of each in the database, ${titles.at(-1) ?? ''} listings\n`,
    );
    await printSlowest(largest, [...all.usual, ...all.rare].filter(isChosen), folder);
  }
}

async function readScenarios(url: string) {
  const { pool } = openDatabase(url);
  try {
    const ids = await pickIds(pool);
    return { usual: describeScenarios(ids), rare: describeRareScenarios(ids) };
  } finally {
    await pool.end();
  }
}

/** Repetitions for slow statements, to exclude other load on the machine. */
const TRIES = 5;
const SLOW_MS = 5;

/** Prints one line for each scenario. */
async function printSlowest(
  { url }: Size,
  scenarios: readonly Scenario[],
  folder: string,
): Promise<void> {
  const recorder = await openRecorder(url, folder);
  const client = await recorder.pool.connect();
  const lines: string[][] = [];
  try {
    for (const { name, addresses } of scenarios.filter(({ isPage }) => isPage !== true)) {
      let slowest = { ms: 0, address: '' };
      for (const address of addresses) {
        for (const statement of await recorder.record(address)) {
          const { ms } = await explainOften(client, statement);
          if (ms > slowest.ms) slowest = { ms, address };
        }
      }
      lines.push([name, slowest.ms.toFixed(1), `\`${slowest.address}\``]);
    }
  } finally {
    client.release();
    await recorder.close();
  }
  printTable(['', 'ms', 'requested'], lines);
}

async function explainOften(client: pg.ClientBase, statement: Parameters<typeof explain>[1]) {
  let best = await explain(client, statement);
  for (let tries = 1; tries < TRIES && best.ms > SLOW_MS; tries += 1) {
    const again = await explain(client, statement);
    if (again.ms < best.ms) best = again;
  }
  return best;
}
