/** Compares the server with a constant response in each scenario, in alternating turns. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, type Measurement, measure, measureInTurns } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The servers to compare. */
export type Contenders = Readonly<Record<'constant' | 'not cached' | 'cached', ServerProcess>>;

type Results = { scenario: Scenario; measurements: Record<string, Measurement> };

const NO_MEASUREMENT: Measurement = {
  requestsPerSecond: Number.NaN,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  failures: 0,
};

/** Measures endpoints and pages with each number of connections, and prints the tables. */
export async function printMainTables(
  scenarios: readonly Scenario[],
  contenders: Contenders,
): Promise<void> {
  const results: Results[] = [];
  for (const scenario of scenarios.filter(isSelected)) {
    console.error(`measuring: ${scenario.name}`);
    const measurements = await measureInTurns(contendersFor(scenario, contenders), settings);
    results.push({ scenario, measurements });
  }
  if (results.length === 0) return;
  for (const connections of settings.connections) {
    console.log(
      `\n${settings.rows.toLocaleString('en-US')} listings, ${connections} connections, requests per second\n`,
    );
    printRates(results, connections);
  }
}

/** Returns a contender per server and number of connections. */
function contendersFor({ paths }: Scenario, servers: Contenders): Record<string, Contender> {
  return Object.fromEntries(
    settings.connections.flatMap((connections) =>
      Object.entries(servers).map(([name, { url }]): [string, Contender] => [
        keyOf(name, connections),
        (seconds) => measure(url, { paths, connections, seconds }),
      ]),
    ),
  );
}

const keyOf = (name: string, connections: number) => `${name} ${connections}`;

function printRates(results: readonly Results[], connections: number): void {
  const [first = connections] = settings.connections;
  const isFirst = connections === first;
  const columns = ['vs. constant', ...(isFirst ? [] : [`vs. ${first}`]), 'p50 / p99 ms'];
  printTable(
    ['endpoint or page', 'constant response', 'not cached', ...columns, 'cached', ...columns],
    results.map(({ scenario, measurements }) => {
      const find = (name: string, count = connections) =>
        measurements[keyOf(name, count)] ?? NO_MEASUREMENT;
      const rateOf = (name: string, count = connections) => find(name, count).requestsPerSecond;
      /**
       * A server's rate, its ratios to the constant response and to its own rate with the first number
       * of connections, and its latencies.
       */
      const cells = (name: string) => [
        rate(rateOf(name)),
        ratio(rateOf(name), rateOf('constant')),
        ...(isFirst ? [] : [ratio(rateOf(name), rateOf(name, first))]),
        `${milliseconds(find(name).p50Ms)} / ${milliseconds(find(name).p99Ms)}`,
      ];
      const failures = Object.values(measurements).reduce((sum, each) => sum + each.failures, 0);
      return [
        `${scenario.name}${failures > 0 ? ` (${failures} failures)` : ''}`,
        rate(rateOf('constant')),
        ...cells('not cached'),
        ...cells('cached'),
      ];
    }),
  );
}
