/** Compares the map with the rows grouped by PostgreSQL alone. */

import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, measure, measureCalls, measureInTurns } from './load.ts';
import { groupByPostgres } from './map-rows.ts';
import { describeMapViews, mapAddress, type MapView } from './map-views.ts';
import { isChosen, settings } from './settings.ts';
import { milliseconds, printTable } from './table.ts';

/** The number of responses to check and measure in size. */
const WEIGHED = 20;

/**
 * Prints the time of each map view, one request after another, with uncached responses.
 *
 * @param server a server that caches no responses
 */
export async function printMap(url: string, server: ServerProcess): Promise<void> {
  const { pool } = openDatabase(url, { statementTimeoutMs: 0 });
  const client = await pool.connect();
  try {
    const all = await describeMapViews(pool);
    const views = all.filter(({ name }) => isChosen({ name: `map: ${name}` }));
    if (views.length === 0) return;
    const lines: string[][] = [];
    for (const view of views) {
      console.error(`measuring: ${view.name}`);
      const weighed = await weigh(server, client, view);
      const measured = await measureInTurns(contendersFor(view, server, client), settings);
      const { p50Ms, p99Ms, failures } = measured.server;
      lines.push([
        `${view.name}${failures > 0 ? ` (${failures} failures)` : ''}`,
        weighed.homes.toLocaleString('en-US'),
        `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`,
        view.goalMs === undefined ? '–' : String(view.goalMs),
        milliseconds(measured.raw.p50Ms),
        weighed.kilobytes.toFixed(1),
      ]);
    }
    console.log('\nThe map, one request after another, not cached\n');
    printTable(
      [
        'view',
        'homes',
        'p50 / p99 ms',
        'goal at a million',
        'raw PostgreSQL p50 ms',
        'kB with gzip',
      ],
      lines,
    );
  } finally {
    client.release();
    await pool.end();
  }
}

function contendersFor(
  view: MapView,
  server: ServerProcess,
  client: pg.ClientBase,
): Record<'server' | 'raw', Contender> {
  const { boxes } = view;
  const addresses = boxes.map((box) => mapAddress(view, box));
  // Each turn continues where the last one ended, because earlier responses are cached.
  let next = 0;
  const nextBox = () => boxes[next++ % boxes.length] ?? boxes[0] ?? never();
  const rotated = () => {
    const start = (next += addresses.length >> 2) % addresses.length;
    return [...addresses.slice(start), ...addresses.slice(0, start)];
  };
  return {
    server: (seconds) => measure(server.url, { addresses: rotated(), connections: 1, seconds }),
    raw: (seconds) =>
      measureCalls(async () => {
        await groupByPostgres(client, view, nextBox());
      }, seconds),
  };
}

function never(): never {
  throw new Error('A view has at least one box.');
}

/**
 * Measures the size of some responses, and compares their counts with those from PostgreSQL alone.
 *
 * @returns the most homes and the most kilobytes, compressed
 * @throws Error if a response has a wrong count
 */
async function weigh({ url }: ServerProcess, client: pg.ClientBase, view: MapView) {
  let homes = 0;
  let kilobytes = 0;
  for (const box of view.boxes.slice(0, WEIGHED)) {
    const address = mapAddress(view, box);
    const text = await (await fetch(url + address)).text();
    const { total, ...entries } = JSON.parse(text) as PropertyMap;
    const counted = entries.clusters.reduce((sum, { count }) => sum + count, entries.homes.length);
    const found = await groupByPostgres(client, view, box);
    if (total !== found || counted !== found)
      throw new Error(`${address} counts ${total} and adds up to ${counted}; there are ${found}.`);
    homes = Math.max(homes, total);
    kilobytes = Math.max(kilobytes, gzipSync(text).length / 1000);
  }
  return { homes, kilobytes };
}
