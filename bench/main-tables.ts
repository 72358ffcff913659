/** The server compared with its baselines, scenario by scenario, alternating. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, type Measured, measure, measureInTurns } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { isChosen, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** Everything to measure. */
export type Contenders = {
  bare: ServerProcess;
  constant: ServerProcess;
  'not cached': ServerProcess;
  cached: ServerProcess;
};

type Results = { scenario: Scenario; measured: Record<string, Measured> };

const NOTHING: Measured = {
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
  for (const scenario of scenarios.filter(isChosen)) {
    console.error(`measuring: ${scenario.name}`);
    const measured = await measureInTurns(contendersFor(scenario, contenders), settings);
    (scenario.isPage === true ? pages : calls).push({ scenario, measured });
  }
  if (calls.length + pages.length === 0) return;
  for (const connections of settings.connections) {
    console.log(
      `\n${settings.rows.toLocaleString('en-US')} listings, ${connections} connections, requests a second\n`,
    );
    if (calls.length > 0) printCalls(calls, connections);
    if (pages.length > 0) printPages(pages, connections);
  }
}

/**
 * Returns every server with every number of connections; for pages, also the bare server's newest list and a constant
 * response.
 */
function contendersFor(scenario: Scenario, servers: Contenders): Record<string, Contender> {
  const entries = settings.connections.flatMap((connections): [string, Contender][] => {
    const on =
      (server: ServerProcess, addresses = scenario.addresses): Contender =>
      (seconds) =>
        measure(server.url, { addresses, connections, seconds });
    const references: [string, Contender][] =
      scenario.isPage === true
        ? [
            ['bare', on(servers.bare, ['/api/properties?limit=12'])],
            ['constant', on(servers.constant)],
          ]
        : [['bare', on(servers.bare)]];
    return [
      ...references,
      ['not cached', on(servers['not cached'])] satisfies [string, Contender],
      ['cached', on(servers.cached)] satisfies [string, Contender],
    ].map(([name, contender]) => [keyOf(name, connections), contender]);
  });
  return Object.fromEntries(entries);
}

const keyOf = (name: string, connections: number) => `${name} ${connections}`;

/** Returns the figures for a scenario's line. */
function pick({ scenario, measured }: Results, connections: number) {
  const [first = connections] = settings.connections;
  const of = (name: string, many = connections) => measured[keyOf(name, many)] ?? NOTHING;
  const rateOf = (name: string) => of(name).requestsPerSecond;
  const failures = Object.values(measured).reduce((sum, one) => sum + one.failures, 0);
  return {
    title: `${scenario.name}${failures > 0 ? ` (${failures} failures)` : ''}`,
    rateOf,
    /** Returns a server's rate, its ratio to another's and to its own with the first connections, and its waits. */
    cells: (name: string, reference: string) => {
      const held =
        connections === first ? [] : [ratio(rateOf(name), of(name, first).requestsPerSecond)];
      const { p50Ms, p99Ms } = of(name);
      return [
        rate(rateOf(name)),
        ratio(rateOf(name), rateOf(reference)),
        ...held,
        `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`,
      ];
    },
  };
}

function heldColumn(connections: number): string[] {
  const [first = connections] = settings.connections;
  return connections === first ? [] : [`of ${first}`];
}

function printCalls(results: readonly Results[], connections: number): void {
  const held = heldColumn(connections);
  printTable(
    [
      'call',
      'bare',
      'not cached',
      'of bare',
      ...held,
      'p50 / p99 ms',
      'cached',
      'of bare',
      ...held,
      'p50 / p99 ms',
    ],
    results.map((one) => {
      const { title, rateOf, cells } = pick(one, connections);
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
  const held = heldColumn(connections);
  console.log('');
  printTable(
    [
      'page',
      'bare, newest list',
      'not cached',
      'of bare',
      ...held,
      'p50 / p99 ms',
      'constant response',
      'cached',
      'of constant',
      ...held,
      'p50 / p99 ms',
    ],
    results.map((one) => {
      const { title, rateOf, cells } = pick(one, connections);
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
