import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { installErrorHandler } from '#server/http/error-responses/error-handler.ts';
import { installNetworkRequests } from '#server/http/http-server.ts';
import { installLoadLimits } from '#server/http/limits/load-limits.ts';
import { installShedLog } from '#server/http/logging/shed-log.ts';
import { createQueue } from '#server/http/limits/request-work.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { type TestApp, startTestApp } from '#tests/helpers/test-app.ts';
import { refreshPlaces } from '../places/place-repository.ts';
import { createPlaceService } from '../places/place-service.ts';
import { findParts, readPart } from './sitemap-repository.ts';
import { registerDiscoveryRoutes } from './sitemap-routes.ts';

let server: TestApp;
let available: string[];
let soldHome: string;
beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent', name: 'Ann & Bo' });
  available = [];
  for (let count = 0; count < 5; count += 1) available.push(await server.addProperty(agent));
  soldHome = await server.addProperty(agent, { is_available: false });
  await refreshPlaces(server.db);
  return () => server.close();
});

const get = (url: string) => server.app.inject({ url });

/** Returns the URLs of a sitemap or its index. */
const urlsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

describe('robots.txt and the sitemap', () => {
  test('the index lists the parts that are not empty', async () => {
    const { statusCode, headers, body } = await get('/sitemap.xml');
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'application/xml; charset=utf-8',
    });
    expect(urlsOf(body)).toEqual([
      'https://homes.example.org/sitemap/pages.xml',
      'https://homes.example.org/sitemap/places-1.xml',
      'https://homes.example.org/sitemap/1.xml',
    ]);
  });

  test('a part lists exactly the available listings in its ID range', async () => {
    const { body } = await get('/sitemap/1.xml');
    expect(urlsOf(body)).toEqual(available.map((id) => `https://homes.example.org/property/${id}`));
    expect(body).not.toContain(`/property/${soldHome}<`);
    expect(body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(
      available.length,
    );
  });

  test('a listing includes its first pictures and the time of its last change', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const updated_at = new Date('2026-01-02T03:04:05Z');
    const id = await server.addProperty(agent, { updated_at });
    for (const position of [5, 4, 3, 2, 1, 0]) {
      const key = `picture-${position}`;
      const picture = {
        property_id: id,
        position,
        key,
        width: 8,
        height: 6,
        placeholder: 'data:,',
      };
      await server.db.insertInto('property_images').values(picture).execute();
    }
    const { body } = await get('/sitemap/1.xml');
    const entry = /<url><loc>[^<]*\/property\/ID<.*?<\/url>/.source.replace('ID', id);
    const xml = new RegExp(entry).exec(body)?.[0] ?? '';
    expect(xml).toContain('<lastmod>2026-01-02T03:04:05.000Z</lastmod>');
    expect([...xml.matchAll(/<image:loc>([^<]*)</g)].map(([, url]) => url)).toEqual(
      [0, 1, 2, 3, 4].map(
        (position) => `https://homes.example.org/images/picture-${position}/full.webp`,
      ),
    );
    await server.db.deleteFrom('properties').where('id', '=', id).execute();
  });

  test('a place is listed only for a status with an available home', async () => {
    const place = { city: 'San Antonio', state: 'Texas', zip_code: '78205' };
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent, { ...place, status: 'For Rent' });
    const unavailable = await server.addProperty(agent, { ...place, is_available: false });
    await refreshPlaces(server.db);
    await server.clock.advance(10_000);
    const { body } = await get('/sitemap/places-1.xml');
    expect(urlsOf(body).filter((url) => url?.includes('san-antonio'))).toEqual([
      'https://homes.example.org/for-rent/tx/san-antonio',
      'https://homes.example.org/for-rent/tx/san-antonio/78205',
    ]);
    await server.db.deleteFrom('properties').where('id', 'in', [id, unavailable]).execute();
    await refreshPlaces(server.db);
  });

  test('pages.xml lists static pages and agents, with names escaped for XML', async () => {
    const { body } = await get('/sitemap/pages.xml');
    expect(urlsOf(body)).toContain('https://homes.example.org/for-sale');
    expect(body).toContain('agentName=Ann');
    expect(body).not.toMatch(/&(?!#\d+;)/);
  });

  test('pages.xml includes only the published legal pages', async () => {
    const findLegalPages = async () =>
      urlsOf((await get('/sitemap/pages.xml')).body).filter((url) =>
        /\/(privacy|terms)$/.test(url ?? ''),
      );
    expect(await findLegalPages()).toEqual([]);
    const form = new FormData();
    form.set('site', JSON.stringify({ terms: 'Be kind.' }));
    const admin = await server.addUser({ role: 'admin' });
    await server.ok(endpoints.changeSite, { as: admin, form });
    expect(await findLegalPages()).toEqual(['https://homes.example.org/terms']);
  });

  test.each([
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/sitemap/places-1.xml',
    '/sitemap/1.xml',
  ])('%s requires revalidation', async (url) => {
    const { headers } = await get(url);
    expect(headers['cache-control']).toBe('no-cache');
    const conditionalHeaders = { 'if-none-match': String(headers.etag) };
    expect((await server.app.inject({ url, headers: conditionalHeaders })).statusCode).toBe(304);
  });

  test.each([
    '/sitemap/2.xml',
    '/sitemap/0.xml',
    '/sitemap/places-2.xml',
    '/sitemap/1000000.xml',
    '/sitemap/x.xml',
  ])('returns 404 for %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('concurrent requests for a file', () => {
  /** Starts only the routes. Reads of places wait in `reads` until they are released. */
  async function startRoutes(cacheBytes: number) {
    const reads: (() => void)[] = [];
    const app = Fastify();
    installNetworkRequests(app);
    installShedLog(app);
    installErrorHandler(app);
    installLoadLimits(app);
    const cache = createResponseCache(cacheBytes);
    cache.setLive(true);
    const settings = { publicUrl: 'https://homes.example.org', mapTileUrl: '' };
    registerDiscoveryRoutes(
      app,
      server.db,
      { ...settings, costRates: DEFAULT_COST_RATES },
      {
        places: {
          countPages: async () => 1,
          listPages: async () => {
            await new Promise<void>((resolve) => reads.push(resolve));
            return [{ state: 'tx', city: 'austin', zip: undefined, status: 'For Sale' }];
          },
        },
        readSite: async () => {
          throw new Error('This test does not read the site.');
        },
        cache,
        publicWork: createQueue('publicData', { slots: 2, perKey: 1, maxQueuedPerKey: 1 }),
      },
    );
    const request = (remoteAddress: string, url = '/sitemap/places-1.xml', headers = {}) =>
      app.inject({ url, remoteAddress, headers });
    const releaseReads = () => reads.splice(0).forEach((resolve) => resolve());
    return { request, cache, reads, releaseReads, close: () => app.close() };
  }

  test('share one build, then the cached file, regardless of the query, encoding, and sign-in', async () => {
    const { request, cache, reads, releaseReads, close } = await startRoutes(1024 * 1024);
    const firstResponses = Promise.all([
      request('192.0.2.1'),
      request('192.0.2.2', '/sitemap/places-1.xml?a=1'),
    ]);
    await expect.poll(() => reads.length).toBe(1);
    releaseReads();
    const [first, second] = await firstResponses;
    expect(first.body).toContain('/for-sale/tx/austin');
    expect(second.body).toBe(first.body);
    expect((await request('192.0.2.3', '/sitemap/places-1.xml?b=2')).body).toBe(first.body);
    expect((await request('192.0.2.3', '/site%6Dap/places-%31.xml')).body).toBe(first.body);
    const signedIn = { authorization: 'Bearer x' };
    expect((await request('192.0.2.3', '/sitemap/places-1.xml', signedIn)).body).toBe(first.body);
    expect(reads).toEqual([]);
    cache.notify('');
    const laterRequest = request('192.0.2.1');
    await expect.poll(() => reads.length).toBe(1);
    releaseReads();
    expect((await laterRequest).statusCode).toBe(200);
    await close();
  });

  test('are rejected without reading any places if the part does not exist', async () => {
    const { request, reads, close } = await startRoutes(0);
    const { statusCode } = await request('192.0.2.1', '/sitemap/places-2.xml');
    expect({ statusCode, reads }).toEqual({ statusCode: 404, reads: [] });
    await close();
  });

  test('are queued fairly by IP address and rejected beyond its limit', async () => {
    const { request, reads, releaseReads, close } = await startRoutes(0);
    const responses = [request('192.0.2.1')];
    await expect.poll(() => reads.length).toBe(1);
    responses.push(request('192.0.2.1'), request('192.0.2.2'));
    await expect.poll(() => reads.length).toBe(2);
    const rejection = await request('192.0.2.1');
    expect(rejection.statusCode).toBe(429);
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(0);
    releaseReads();
    await expect.poll(() => reads.length).toBe(1);
    releaseReads();
    for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
    await close();
  });
});

test('splits parts by IDs and omits empty parts', async () => {
  const { db } = server;
  const last = Number(soldHome);
  // Parts of two IDs: three consecutive parts (the last has one available listing), and one after a
  // gap.
  const agent = await server.addUser({ role: 'agent' });
  await sql`select setval(pg_get_serial_sequence('properties', 'id'), ${last + 100})`.execute(db);
  const farHome = await server.addProperty(agent);
  const parts = await findParts(db, 2);
  expect(parts).toEqual([
    ...new Set([...available, farHome].map((id) => Math.ceil(Number(id) / 2))),
  ]);

  const ids: string[] = [];
  for (const part of parts) {
    for await (const rows of readPart(db, { part, size: 2 })) ids.push(...rows.map(({ id }) => id));
  }
  expect(ids).toEqual([...available, farHome]);

  const batches: number[] = [];
  for await (const rows of readPart(db, { part: 1, size: last + 101, rowsPerBatch: 4 }))
    batches.push(rows.length);
  expect(batches).toEqual([4, 2]);
});

test('reads only the place pages of one part, and omits places with very long names', async () => {
  const { db } = server;
  await sql`
    insert into places (state_key, city_key, zip_key, status, city, state, zip_code, listing_count, located_count)
    select 'tx', name, zip_key, 'For Sale', name, 'TX', zip_key, 1, 0
    from unnest(array['abilene', 'bryan', repeat('x', 101)]) name, unnest(array['', '77801', '77802']) zip_key`.execute(
    db,
  );
  const now = () => server.clock.now();
  const { countPages, listPages } = createPlaceService({ db, readDb: db, now });
  const all = await listPages({ offset: 0, limit: 100 });
  const names = all.map(({ city, zip = '' }) => `${city} ${zip}`);
  expect(names.filter((name) => !name.startsWith('austin'))).toEqual([
    'abilene ',
    'bryan ',
    'abilene 77801',
    'abilene 77802',
    'bryan 77801',
    'bryan 77802',
  ]);
  expect(await countPages()).toBe(all.length);
  const parts = await Promise.all(
    Array.from(all, (_page, offset) => listPages({ offset, limit: 1 })),
  );
  expect(parts.flat()).toEqual(all);
  expect(await listPages({ offset: all.length, limit: 100 })).toEqual([]);
  await sql`delete from places where zip_code like '7780%' or zip_code = ''`.execute(db);
});
