/** Compares the server with its baselines in each scenario, alternating. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, type Measurement, measure, measureInTurns } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The servers to compare. */
export type Contenders = {
  bare: ServerProcess;
  constant: ServerProcess;
  'not cached': ServerProcess;
  cached: ServerProcess;
};

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
  const calls: Results[] = [];
  const pages: Results[] = [];
  for (const scenario of scenarios.filter(isSelected)) {
    console.error(`measuring: ${scenario.name}`);
    const measurements = await measureInTurns(contendersFor(scenario, contenders), settings);
    (scenario.isPage === true ? pages : calls).push({ scenario, measurements });
  }
  if (calls.length + pages.length === 0) return;
  for (const connections of settings.connections) {
    console.log(
      `\n${settings.rows.toLocaleString('en-US')} listings, ${connections} connections, requests per second\n`,
    );
    if (calls.length > 0) printCalls(calls, connections);
    if (pages.length > 0) printPages(pages, connections);
  }
}

/**
 * Returns a contender per server and number of connections. For pages, includes the bare server's newest list and a
 * constant response.
 */
function contendersFor(scenario: Scenario, servers: Contenders): Record<string, Contender> {
  const entries = settings.connections.flatMap((connections): [string, Contender][] => {
    const measureOn =
      (server: ServerProcess, paths = scenario.paths): Contender =>
      (seconds) =>
        measure(server.url, { paths, connections, seconds });
    const references: [string, Contender][] =
      scenario.isPage === true
        ? [
            ['bare', measureOn(servers.bare, ['/api/properties?limit=12'])],
            ['constant', measureOn(servers.constant)],
          ]
        : [['bare', measureOn(servers.bare)]];
    return [
      ...references,
      ['not cached', measureOn(servers['not cached'])] satisfies [string, Contender],
      ['cached', measureOn(servers.cached)] satisfies [string, Contender],
    ].map(([name, contender]) => [keyOf(name, connections), contender]);
  });
  return Object.fromEntries(entries);
}

const keyOf = (name: string, connections: number) => `${name} ${connections}`;

/** Returns functions that format a scenario's results. */
function createFormatter({ scenario, measurements }: Results, connections: number) {
  const [first = connections] = settings.connections;
  const measurementOf = (name: string, count = connections) =>
    measurements[keyOf(name, count)] ?? NO_MEASUREMENT;
  const rateOf = (name: string) => measurementOf(name).requestsPerSecond;
  const failures = Object.values(measurements).reduce((sum, { failures: count }) => sum + count, 0);
  return {
    title: `${scenario.name}${failures > 0 ? ` (${failures} failures)` : ''}`,
    rateOf,
    /** Returns a server's rate, its ratio to another server and to the first number of connections, and its latencies. */
    cells: (name: string, reference: string) => {
      const scaling =
        connections === first
          ? []
          : [ratio(rateOf(name), measurementOf(name, first).requestsPerSecond)];
      const { p50Ms, p99Ms } = measurementOf(name);
      return [
        rate(rateOf(name)),
        ratio(rateOf(name), rateOf(reference)),
        ...scaling,
        `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`,
      ];
    },
  };
}

function scalingColumn(connections: number): string[] {
  const [first = connections] = settings.connections;
  return connections === first ? [] : [`of ${first}`];
}

function printCalls(results: readonly Results[], connections: number): void {
  const scaling = scalingColumn(connections);
  printTable(
    [
      'call',
      'bare',
      'not cached',
      'of bare',
      ...scaling,
      'p50 / p99 ms',
      'cached',
      'of bare',
      ...scaling,
      'p50 / p99 ms',
    ],
    results.map((result) => {
      const { title, rateOf, cells } = createFormatter(result, connections);
      return [
        title,
        rate(rateOf('bare')),
        ...cells('not cached', 'bare'),
        ...cells('cached', 'bare'),
      ];
    }),
  );
}

function printPages(results: readonly Results[], connections: number): void {
  const scaling = scalingColumn(connections);
  console.log('');
  printTable(
    [
      'page',
      'bare, newest list',
      'not cached',
      'of bare',
      ...scaling,
      'p50 / p99 ms',
      'constant response',
      'cached',
      'of constant',
      ...scaling,
      'p50 / p99 ms',
    ],
    results.map((result) => {
      const { title, rateOf, cells } = createFormatter(result, connections);
      return [
        title,
        rate(rateOf('bare')),
        ...cells('not cached', 'bare'),
        rate(rateOf('constant')),
        ...cells('cached', 'constant'),
      ];
    }),
  );
}
