/** Compares the map endpoint with grouping by PostgreSQL alone. */

import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { openDatabase } from '#server/database/database.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { type Contender, measure, measureCalls, measureInTurns } from './load.ts';
import { groupByPostgres } from './map-rows.ts';
import { buildMapViews, mapPath, type MapView } from './map-views.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable } from './table.ts';

/** The number of responses whose counts and sizes are checked. */
const CHECKED_RESPONSES = 20;

/**
 * Measures the response time of each map view with sequential, uncached requests and prints the results.
 *
 * @param server a server that caches no responses
 */
export async function printMap(url: string, server: ServerProcess): Promise<void> {
  const { pool } = openDatabase(url, { statementTimeoutMs: 0 });
  const client = await pool.connect();
  try {
    const allViews = await buildMapViews(pool);
    const views = allViews.filter(({ name }) => isSelected({ name: `map: ${name}` }));
    if (views.length === 0) return;
    const lines: string[][] = [];
    for (const view of views) {
      console.error(`measuring: ${view.name}`);
      const maxima = await checkResponses(server, client, view);
      const measurements = await measureInTurns(contendersFor(view, server, client), settings);
      const { p50Ms, p99Ms, failures } = measurements.server;
      lines.push([
        `${view.name}${failures > 0 ? ` (${failures} failures)` : ''}`,
        maxima.homes.toLocaleString('en-US'),
        `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`,
        view.goalMs === undefined ? '–' : String(view.goalMs),
        milliseconds(measurements.raw.p50Ms),
        maxima.kilobytes.toFixed(1),
      ]);
    }
    console.log('\nMap, sequential requests, not cached\n');
    printTable(
      [
        'view',
        'homes',
        'p50 / p99 ms',
        'target ms at a million',
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
  const paths = boxes.map((box) => mapPath(view, box));
  let nextIndex = 0;
  const nextBox = () => boxes[nextIndex++ % boxes.length] ?? throwNoBoxes();
  return {
    server: (seconds) => measure(server.url, { paths, connections: 1, seconds }),
    raw: (seconds) =>
      measureCalls(async () => {
        await groupByPostgres(client, view, nextBox());
      }, seconds),
  };
}

function throwNoBoxes(): never {
  throw new Error('The view has no boxes.');
}

/**
 * Measures the size of some responses and compares their counts with PostgreSQL's.
 *
 * @returns the maximum number of homes and the maximum compressed size in kB
 * @throws Error if a response has a wrong count
 */
async function checkResponses({ url }: ServerProcess, client: pg.ClientBase, view: MapView) {
  let homes = 0;
  let kilobytes = 0;
  for (const box of view.boxes.slice(0, CHECKED_RESPONSES)) {
    const path = mapPath(view, box);
    const text = await (await fetch(url + path)).text();
    const { total, ...entries } = JSON.parse(text) as PropertyMap;
    const sum = entries.clusters.reduce(
      (subtotal, { count }) => subtotal + count,
      entries.homes.length,
    );
    const expected = await groupByPostgres(client, view, box);
    if (total !== expected || sum !== expected)
      throw new Error(
        `${path} has a total of ${total} and adds up to ${sum}; expected ${expected}.`,
      );
    homes = Math.max(homes, total);
    kilobytes = Math.max(kilobytes, gzipSync(text).length / 1000);
  }
  return { homes, kilobytes };
}
