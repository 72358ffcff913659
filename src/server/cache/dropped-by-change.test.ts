/** Whatever changes, every cached response is what a fresh one would be: in the process that hears of it, and in two. */

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURE_CODES } from '#shared/property-choices.ts';
import { listenPatiently } from '#tests/helpers/listen-patiently.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import type { ChangeListener } from './change-listener.ts';
import { readChange } from './public-changes.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

/** Few, so that a change meets many searches. */
const LISTINGS = 14;
const ADDRESSES = 60;
const CHANGES = 45;

/** A process: its app, its cache, and the connection by which it hears of changes. */
type Process = { server: TestApp; cache: ResponseCache; listener: ChangeListener };

let processes: [Process, Process];
let agents: [TestUser, TestUser];
let ids: string[];
const asked = { cached: 0, all: 0 };

async function startProcess(first?: TestApp): Promise<Process> {
  const cache = createResponseCache(16 * 1024 * 1024, {
    catchUp: async () => process.listener.catchUp(),
    // Nothing becomes too old, however long it takes.
    now: () => 0,
  });
  const server = await startTestApp({
    responseCache: cache,
    ...(first === undefined ? {} : { db: first.db, readDb: first.db }),
  });
  const live = Promise.withResolvers<void>();
  const listener = listenPatiently(first?.databaseUrl ?? server.databaseUrl, {
    onChange: (message) => cache.hear(readChange(message)),
    onLive: () => {
      cache.setLive(true);
      live.resolve();
    },
    onLost: () => cache.setLive(false),
  });
  const process = { server, cache, listener };
  await live.promise;
  return process;
}

beforeAll(async () => {
  const here = await startProcess();
  processes = [here, await startProcess(here.server)];
  const { server } = here;
  agents = [await server.addUser({ role: 'agent' }), await server.addUser({ role: 'agent' })];
  ids = [];
  for (let index = 0; index < LISTINGS; index += 1) {
    ids.push(
      await server.addProperty(agents[index % 2 === 0 ? 0 : 1], {
        city: ['Austin', 'Dallas', 'Coeur d’Alene'][index % 3] ?? '',
        state: ['TX', 'Texas', 'ID'][index % 3] ?? '',
        price: 1_000 * (1 + (index % 7)),
        latitude: 30 + (index % 5),
        longitude: -97 - (index % 4),
      }),
    );
  }
});
afterAll(async () => {
  for (const { listener } of processes) await listener.close();
  for (const { server } of processes.toReversed()) await server.close();
});

const id = fc.nat(LISTINGS - 1).map((index) => ids[index] ?? '');
const city = fc.constantFrom('Austin', 'Dallas', 'Coeur d’Alene', 'El Paso');
const state = fc.constantFrom('TX', 'Texas', 'ID');
const price = fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1_000);
const word = fc.constantFrom('garden', 'Río', 'sunny', 'loft', 'caf\u00e9', 'pool');

/** What may change of a listing, by the names of columns. */
const columns = fc.record(
  {
    price,
    city,
    state,
    title: fc.tuple(word, word).map((words) => `A home: ${words.join(', ')}`),
    is_available: fc.boolean(),
    status: fc.constantFrom('For Sale' as const, 'For Rent' as const),
    bedrooms: fc.integer({ min: 0, max: 5 }),
    latitude: fc.constantFrom(0, 30, 31, 31.5),
    longitude: fc.constantFrom(0, -97, -98.25),
    year_built: fc.constantFrom(null, 1950, 2000),
    hoa_fee: fc.constantFrom(null, 100, 300.5),
    features: fc.subarray(FEATURE_CODES.slice(0, 3)),
    created_at: fc.constantFrom(new Date('2026-02-01'), new Date('2026-02-02')),
  },
  { requiredKeys: [] },
);

/** A change that anybody may make, as statements. */
type Change = { name: string; run: (server: TestApp) => Promise<unknown> };

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.tuple(id, columns).map(([listing, set]) => ({
      name: `update ${listing} ${JSON.stringify(set)}`,
      run: ({ db }: TestApp) =>
        db
          .updateTable('properties')
          .set({ ...set, updated_at: new Date('2026-02-03') })
          .where('id', '=', listing)
          .execute(),
    })),
  },
  columns.map((set) => ({
    name: `insert ${JSON.stringify(set)}`,
    run: (server: TestApp) => server.addProperty(agents[0], set),
  })),
  fc.tuple(price, price).map(([from, to]) => ({
    name: `many ${from} ${to}`,
    run: ({ db }: TestApp) =>
      db.updateTable('properties').set({ price: to }).where('price', '=', from).execute(),
  })),
  fc.constant({
    name: 'delete the newest',
    run: ({ db }: TestApp) =>
      sql`delete from properties where id = (select max(id) from properties where id > ${ids.at(-1)})`.execute(
        db,
      ),
  }),
  id.map((listing) => ({
    name: `picture ${listing}`,
    run: ({ db }: TestApp) =>
      sql`insert into property_images (property_id, position, key, width, height, placeholder)
        select ${listing}, coalesce(max(position), 0) + 1, 'picture-' || count(*) || '-' || ${listing}, 800, 600, 'data:,'
        from property_images where property_id = ${listing}`.execute(db),
  })),
  word.map((name) => ({
    name: `agent ${name}`,
    run: ({ db }: TestApp) =>
      db.updateTable('users').set({ name }).where('id', '=', agents[0]._id).execute(),
  })),
  id.map((listing) => ({
    name: `long text ${listing}`,
    run: ({ db }: TestApp) =>
      db
        .updateTable('properties')
        .set({ description: Array.from({ length: 2_000 }, (_, at) => `word${at}x`).join(' ') })
        .where('id', '=', listing)
        .execute(),
  })),
);

/** The filters of a list or a map. */
const search = fc.record(
  {
    city,
    state,
    status: fc.constantFrom('For Sale', 'For Rent'),
    searchTerm: fc.oneof(word, fc.constantFrom('gardn', 'zzyzx', 'garden sunny', '!?')),
    minPrice: price.map(String),
    maxPrice: price.map(String),
    bedrooms: fc.integer({ min: 1, max: 5 }).map(String),
    minYearBuilt: fc.constantFrom('1950', '1990'),
    maxHoa: fc.constantFrom('100', '300.5'),
    features: fc.constantFrom(...FEATURE_CODES.slice(0, 3)),
    agentId: fc.nat(1).map((index) => agents[index === 0 ? 0 : 1]._id),
    bounds: fc.constantFrom('-98.5,30.5,-96,32', '-180,-90,180,90'),
    listedWithin: fc.constantFrom('1', '30'),
    reduced: fc.constant('true'),
    maxMonthly: fc.constantFrom('20', '60'),
  },
  { requiredKeys: [] },
);
const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const few = search.map((filters) => {
  const names = Object.keys(filters) as (keyof typeof filters)[];
  return Object.fromEntries(names.slice(0, 2).map((name) => [name, filters[name] ?? '']));
});

const address: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        few,
        fc.constantFrom('createdAt_desc', 'price_asc', 'price_desc'),
        fc.constantFrom(1, 2),
      )
      .map(
        ([filters, sort, page]) =>
          `/api/properties?${query({ ...filters, sort, page: String(page), limit: '4' })}`,
      ),
  },
  few.map(
    (filters) => `/api/properties/map?${query({ bounds: '-99,29,-96,33', ...filters, zoom: '6' })}`,
  ),
  fc
    .tuple(id, fc.constantFrom('', '/similar', '/history', '/open-houses'))
    .map(([one, part]) => `/api/properties/${one}${part}`),
  fc
    .array(id, { minLength: 1, maxLength: 4 })
    .map((some) => `/api/properties/by-ids?ids=${some.join(',')}`),
  fc.constantFrom('aus', 'dall', 'el', 'tx').map((term) => `/api/places?term=${term}`),
  fc.constantFrom(
    '/api/places/tx/austin?status=For%20Sale',
    '/api/places/texas/dallas?status=For%20Rent',
    '/api/properties/map/places?bounds=-99,29,-96,33',
    '/api/users/agents',
    '/api/site',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/sitemap/places-1.xml',
    '/sitemap/1.xml',
  ),
  fc.nat(1).map((index) => `/api/users/agents/${agents[index === 0 ? 0 : 1]._id}`),
);

type Answer = { status: number; total: unknown; etag: unknown; body: string };

async function ask({ server }: Process, url: string, headers = {}): Promise<Answer> {
  const { statusCode, headers: told, body } = await server.app.inject({ url, headers });
  return { status: statusCode, total: told['x-total-count'], etag: told.etag, body };
}

/** Signed-in users get nothing from the cache. */
const askFresh = (url: string) =>
  ask(processes[0], url, { authorization: `Bearer ${agents[0].token}` });

async function expectFresh(urls: readonly string[], after: string): Promise<void> {
  for (const { listener } of processes) expect(await listener.catchUp()).toBe(true);
  for (const url of urls) {
    const fresh = await askFresh(url);
    for (const process of processes) {
      const { hits } = process.cache.counts();
      expect({ after, url, ...(await ask(process, url)) }).toEqual({ after, url, ...fresh });
      asked.all += 1;
      asked.cached += process.cache.counts().hits - hits;
    }
  }
}

describe('after any changes', () => {
  test('one after the other', { timeout: 900_000 }, async () => {
    const urls = [...new Set(fc.sample(address, { numRuns: ADDRESSES, seed: 29 }))];
    await expectFresh(urls, 'nothing');
    for (const { name, run } of fc.sample(change, { numRuns: CHANGES, seed: 29 })) {
      await run(processes[0].server);
      await expectFresh(urls, name);
    }
    // It would also hold if nothing were cached.
    expect(asked.cached / asked.all).toBeGreaterThan(0.4);
  });

  test('while everything is being asked for', { timeout: 900_000 }, async () => {
    const urls = fc.sample(address, { numRuns: 20, seed: 30 });
    const changes = fc.sample(change, { numRuns: 60, seed: 30 });
    for (let from = 0; from < changes.length; from += 4) {
      const some = changes.slice(from, from + 4);
      await Promise.all([
        (async () => {
          for (const { run } of some) await run(processes[0].server);
        })(),
        ...processes.flatMap((process) =>
          [1, 2, 3].map(async () => {
            for (const url of urls) await ask(process, url);
          }),
        ),
      ]);
      await expectFresh(urls, some.map(({ name }) => name).join('; '));
    }
  });
});
