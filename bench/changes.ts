/**
 * Measures cached responses while listings change at a fixed rate. Some of the many searches are
 * requested far more often than others (a Zipf distribution). Part of `npm run bench`; runs alone
 * with `node bench/changes.ts` and BENCH_DATABASE_URL.
 */

import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createServers } from './servers.ts';
import { settings } from './settings.ts';
import { printTable, rate, ratio } from './table.ts';

const CHANGES_PER_SECOND = [0, 5, 50];
const CONNECTIONS = 10;
/** Time before each measurement for the load to become steady: twice as long as a busy server sends stale responses. */
const RAMP_UP_SECONDS = 10;
const TURN_SECONDS = 5;
/** The header that browsers send over TLS. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** Returns a generator of numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns 2,080 different searches, most requested first. */
function describeSearches(): string[] {
  const prices = Array.from({ length: 13 }, (_, step) => (step + 1) * 100_000);
  const searches = ['House', 'Apartment', 'Condo', ''].flatMap((propertyType) =>
    [1, 2, 3, 4, 5].flatMap((bedrooms) =>
      prices.flatMap((maxPrice) =>
        [0, 50_000, 75_000, 90_000, 95_000, 97_000, 98_000, 99_000].map((minPrice) =>
          new URLSearchParams({
            ...(propertyType === '' ? {} : { propertyType }),
            bedrooms: String(bedrooms),
            minPrice: String(minPrice),
            maxPrice: String(maxPrice),
          }).toString(),
        ),
      ),
    ),
  );
  const random = createRandom(7);
  return searches
    .map((search) => ({ search, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ search }) => search);
}

/** Returns a function that picks items with a Zipf distribution of exponent 1; the first item is the most frequent. */
function createZipf(items: readonly string[]): () => string {
  let sum = 0;
  const sums = items.map((_, index) => (sum += 1 / (index + 1)));
  const random = createRandom(11);
  return () => {
    const point = random() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return items[low] ?? '';
  };
}

/** Makes one change: 60% change a price, 30% the availability, and 10% add a listing. */
async function changeOneListing(pool: pg.Pool, random: () => number): Promise<void> {
  const kind = random();
  // Casts to an integer so that the index is used. Scanning half the table would take four times as long as the change.
  const randomId = `(select id from properties where id >= (select (max(id) * ${random()})::bigint from properties) order by id limit 1)`;
  if (kind < 0.6)
    await pool.query(`update properties set price = price + 1000 where id = ${randomId}`);
  else if (kind < 0.9)
    await pool.query(
      `update properties set is_available = not is_available where id = ${randomId}`,
    );
  else
    await pool.query(`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status, is_available)
      select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status, true
      from properties where id = ${randomId}`);
}

/** Changes listings at a fixed rate until aborted. */
async function changeListingsContinuously(
  pool: pg.Pool,
  perSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const random = createRandom(13);
  const startedAt = performance.now();
  if (perSecond === 0) return;
  for (let count = 0; !signal.aborted; count += 1) {
    const waitMs = startedAt + (count * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    await changeOneListing(pool, random);
  }
}

async function runLoad(
  url: string,
  pick: () => string,
  seconds: number,
): Promise<{ requestsPerSecond: number; failures: number }> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: HEADERS,
    requests: [{ setupRequest: (request) => ({ ...request, path: pick() }) }],
  });
  return {
    requestsPerSecond: result.requests.total / result.duration,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Requests each path once. */
async function fillCache(url: string, paths: readonly string[]): Promise<void> {
  const remaining = [...paths];
  const work = async () => {
    for (let path = remaining.pop(); path !== undefined; path = remaining.pop())
      await fetch(url + path, { headers: HEADERS }).then((response) => response.arrayBuffer());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** Prints a table of the throughput of lists and pages during changes. */
export async function printChanges(databaseUrl: string, { url }: ServerProcess): Promise<void> {
  const searches = describeSearches();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const kinds = {
    list: searches.map((search) => `/api/properties?limit=12&${search}`),
    page: searches.map((search) => `/for-sale?${search}`),
  };
  const lines: string[][] = [];
  try {
    for (const [name, paths] of Object.entries(kinds)) {
      console.error(`measuring: changes, ${name}`);
      const pick = createZipf(paths);
      const rates = new Map(CHANGES_PER_SECOND.map((perSecond) => [perSecond, [] as number[]]));
      let failureCount = 0;
      for (let turn = 0; turn < settings.turns; turn += 1) {
        for (const [perSecond, measurements] of rates) {
          await fillCache(url, paths);
          const controller = new AbortController();
          const changing = changeListingsContinuously(pool, perSecond, controller.signal);
          await runLoad(url, pick, RAMP_UP_SECONDS);
          const { requestsPerSecond, failures } = await runLoad(url, pick, TURN_SECONDS);
          controller.abort();
          await changing;
          measurements.push(requestsPerSecond);
          failureCount += failures;
        }
      }
      const medians = [...rates.values()].map(
        (measurements) =>
          measurements.toSorted((a, b) => a - b)[measurements.length >> 1] ?? Number.NaN,
      );
      const [withoutChanges = Number.NaN] = medians;
      lines.push([
        `${name}${failureCount > 0 ? ` (${failureCount} failures)` : ''}`,
        ...medians.flatMap((median, index) =>
          index === 0 ? [rate(median)] : [rate(median), ratio(median, withoutChanges)],
        ),
      ]);
    }
  } finally {
    await pool.end();
  }
  console.log(
    `\n${searches.length.toLocaleString('en-US')} searches with a Zipf distribution, ${CONNECTIONS} connections\n`,
  );
  printTable(
    [
      'cached',
      ...CHANGES_PER_SECOND.flatMap((perSecond) =>
        perSecond === 0
          ? ['no changes']
          : [`${perSecond} changes per second`, 'relative to no changes'],
      ),
    ],
    lines,
  );
}

async function runStandalone(): Promise<void> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined)
    throw new Error('Set BENCH_DATABASE_URL to the URL of a filled database.');
  const folder = makeTempFolder();
  const servers = createServers(folder);
  try {
    await printChanges(databaseUrl, await servers.start({ DATABASE_URL: databaseUrl }));
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runStandalone();
