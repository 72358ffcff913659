/** Compares the working tree with a commit: `npm run bench -- --against COMMIT`. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, type Measurement, measure, measureInTurns } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The two servers of one side (the commit or the working tree), on its own database with the same listings. */
export type CommitServers = { name: string; 'not cached': ServerProcess; cached: ServerProcess };

const KINDS = ['not cached', 'cached'] as const;

/** Measures every selected scenario on both sides in alternating turns, and prints one table. */
export async function printComparison(
  scenarios: readonly Scenario[],
  before: CommitServers,
  after: CommitServers,
): Promise<void> {
  const [connections = 10] = settings.connections;
  const rows: string[][] = [];
  for (const { name, paths } of scenarios.filter(isSelected)) {
    console.error(`measuring: ${name}`);
    const contenders = KINDS.flatMap((kind) =>
      [before, after].map((side, index): [string, Contender] => [
        `${kind} ${index}`,
        (seconds) => measure(side[kind].url, { paths, connections, seconds }),
      ]),
    );
    const measurements = await measureInTurns(Object.fromEntries(contenders), settings);
    rows.push([name, ...KINDS.flatMap((kind) => compare(kind, measurements))]);
  }
  console.log(
    `\n${settings.rows.toLocaleString('en-US')} listings, ${connections} connections, requests per second: ${before.name} and the working tree\n`,
  );
  printTable(
    ['', ...KINDS.flatMap((kind) => [`${kind}: ${before.name}`, 'now', 'ratio', 'p99 ms'])],
    rows,
  );
}

/** Returns the old rate, the new rate, their ratio, and the 99th percentile of both. */
function compare(kind: string, measurements: Readonly<Record<string, Measurement>>): string[] {
  const [before, after] = [measurements[`${kind} 0`], measurements[`${kind} 1`]];
  if (before === undefined || after === undefined) return [];
  const rateOf = ({ requestsPerSecond, failures }: Measurement) =>
    `${rate(requestsPerSecond)}${failures > 0 ? ` (${failures} failures)` : ''}`;
  return [
    rateOf(before),
    rateOf(after),
    ratio(after.requestsPerSecond, before.requestsPerSecond),
    `${milliseconds(before.p99Ms)} / ${milliseconds(after.p99Ms)}`,
  ];
}
