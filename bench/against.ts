/** Compares two commits: `npm run bench -- --against COMMIT`. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, type Measured, measure, measureInTurns } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { isChosen, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The two servers of a commit, on a separate database with the same listings. */
export type Side = { name: string; 'not cached': ServerProcess; cached: ServerProcess };

const KINDS = ['not cached', 'cached'] as const;

/** Measures every scenario on both, alternating, and prints one table. */
export async function printAgainst(
  scenarios: readonly Scenario[],
  before: Side,
  after: Side,
): Promise<void> {
  const [connections = 10] = settings.connections;
  const lines: string[][] = [];
  for (const { name, addresses } of scenarios.filter(isChosen)) {
    console.error(`measuring: ${name}`);
    const contenders = KINDS.flatMap((kind) =>
      [before, after].map((side, index): [string, Contender] => [
        `${kind} ${index}`,
        (seconds) => measure(side[kind].url, { addresses, connections, seconds }),
      ]),
    );
    const measured = await measureInTurns(Object.fromEntries(contenders), settings);
    lines.push([name, ...KINDS.flatMap((kind) => compare(kind, measured))]);
  }
  console.log(
    `\n${settings.rows.toLocaleString('en-US')} listings, ${connections} connections, requests a second: ${before.name} and these files\n`,
  );
  printTable(
    ['', ...KINDS.flatMap((kind) => [`${kind}: ${before.name}`, 'now', 'of it', 'p99 ms'])],
    lines,
  );
}

/** Returns the old rate, the new rate, their ratio, and the 99th percentile of both. */
function compare(kind: string, measured: Readonly<Record<string, Measured>>): string[] {
  const [before, after] = [measured[`${kind} 0`], measured[`${kind} 1`]];
  if (before === undefined || after === undefined) return [];
  const rateOf = ({ requestsPerSecond, failures }: Measured) =>
    `${rate(requestsPerSecond)}${failures > 0 ? ` (${failures} failures)` : ''}`;
  return [
    rateOf(before),
    rateOf(after),
    ratio(after.requestsPerSecond, before.requestsPerSecond),
    `${milliseconds(before.p99Ms)} / ${milliseconds(after.p99Ms)}`,
  ];
}
