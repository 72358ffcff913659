/**
 * Cached responses while listings change: very many searches, some requested far more often than others (Zipf's law),
 * with a number of changes per second. Part of `npm run bench`; runs alone with `node bench/changes.ts` and
 * BENCH_DATABASE_URL.
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
/** Uncounted time of each turn, twice as long as a busy server sends outdated responses: afterwards the load is steady. */
const LEAD_IN_SECONDS = 10;
const TURN_SECONDS = 5;
/** As browsers send it over TLS. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** Returns a generator of numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns 2,080 different searches, the most requested first. */
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
    .map((search) => ({ search, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ search }) => search);
}

/** Returns a function that picks an item by Zipf's law with exponent 1, the first most often. */
function createZipf(some: readonly string[]): () => string {
  let sum = 0;
  const sums = some.map((_, index) => (sum += 1 / (index + 1)));
  const random = createRandom(11);
  return () => {
    const point = random() * sum;
    let [low, high] = [0, some.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return some[low] ?? '';
  };
}

/** Makes one change: of ten, six change a price, three the availability, and one adds a listing. */
async function changeOne(pool: pg.Pool, random: () => number): Promise<void> {
  const kind = random();
  // An integer, so that the index is used: scanning half the table would cost four times as much as the change.
  const some = `(select id from properties where id >= (select (max(id) * ${random()})::bigint from properties) order by id limit 1)`;
  if (kind < 0.6) await pool.query(`update properties set price = price + 1000 where id = ${some}`);
  else if (kind < 0.9)
    await pool.query(`update properties set is_available = not is_available where id = ${some}`);
  else
    await pool.query(`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status, is_available)
      select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status, true
      from properties where id = ${some}`);
}

/** Changes listings at a rate until stopped. */
async function keepChanging(
  pool: pg.Pool,
  perSecond: number,
  shutdownSignal: AbortSignal,
): Promise<void> {
  const random = createRandom(13);
  const startedAt = performance.now();
  if (perSecond === 0) return;
  for (let made = 0; !shutdownSignal.aborted; made += 1) {
    const waitMs = startedAt + (made * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    await changeOne(pool, random);
  }
}

async function askFor(
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

/** Requests each address once to fill the cache. */
async function askForAll(url: string, addresses: readonly string[]): Promise<void> {
  const left = [...addresses];
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      await fetch(url + path, { headers: HEADERS }).then((response) => response.arrayBuffer());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** Prints a table of lists and pages during changes. */
export async function printChanges(databaseUrl: string, { url }: ServerProcess): Promise<void> {
  const searches = describeSearches();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const kinds = {
    list: searches.map((search) => `/api/properties?limit=12&${search}`),
    page: searches.map((search) => `/for-sale?${search}`),
  };
  const lines: string[][] = [];
  try {
    for (const [name, addresses] of Object.entries(kinds)) {
      console.error(`measuring: changes, ${name}`);
      const pick = createZipf(addresses);
      const rates = new Map(CHANGES_PER_SECOND.map((perSecond) => [perSecond, [] as number[]]));
      let failed = 0;
      for (let turn = 0; turn < settings.turns; turn += 1) {
        for (const [perSecond, measured] of rates) {
          await askForAll(url, addresses);
          const shutdown = new AbortController();
          const changing = keepChanging(pool, perSecond, shutdown.signal);
          await askFor(url, pick, LEAD_IN_SECONDS);
          const { requestsPerSecond, failures } = await askFor(url, pick, TURN_SECONDS);
          shutdown.abort();
          await changing;
          measured.push(requestsPerSecond);
          failed += failures;
        }
      }
      const medians = [...rates.values()].map(
        (measured) => measured.toSorted((a, b) => a - b)[measured.length >> 1] ?? Number.NaN,
      );
      const [without = Number.NaN] = medians;
      lines.push([
        `${name}${failed > 0 ? ` (${failed} failures)` : ''}`,
        ...medians.flatMap((median, index) =>
          index === 0 ? [rate(median)] : [rate(median), ratio(median, without)],
        ),
      ]);
    }
  } finally {
    await pool.end();
  }
  console.log(
    `\n${searches.length.toLocaleString('en-US')} searches by Zipf's law, ${CONNECTIONS} connections\n`,
  );
  printTable(
    [
      'cached',
      ...CHANGES_PER_SECOND.flatMap((perSecond) =>
        perSecond === 0 ? ['no changes'] : [`${perSecond} changes a second`, 'of none'],
      ),
    ],
    lines,
  );
}

async function printAlone(): Promise<void> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) throw new Error('Set BENCH_DATABASE_URL to a database.');
  const folder = makeTempFolder();
  const servers = createServers(folder);
  try {
    await printChanges(databaseUrl, await servers.start({ DATABASE_URL: databaseUrl }));
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await printAlone();
