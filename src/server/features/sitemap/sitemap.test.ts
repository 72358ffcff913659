import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { type TestApp, startTestApp } from '#tests/helpers/test-app.ts';
import { findParts, readPart } from './sitemap-repository.ts';

let server: TestApp;
let available: string[];
let sold: string;
beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent', name: 'Ann & Bo' });
  available = [];
  for (let count = 0; count < 5; count += 1) available.push(await server.addProperty(agent));
  sold = await server.addProperty(agent, { is_available: false });
  return () => server.close();
});

const get = (url: string) => server.app.inject({ url });

/** The URLs of a sitemap or its index. */
const addressesOf = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

describe('GET /sitemap.xml', () => {
  test('names the parts that hold something', async () => {
    const { statusCode, headers, body } = await get('/sitemap.xml');
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'application/xml; charset=utf-8',
    });
    expect(addressesOf(body)).toEqual([
      'https://homes.example.org/sitemap/pages.xml',
      'https://homes.example.org/sitemap/places-1.xml',
      'https://homes.example.org/sitemap/1.xml',
    ]);
  });

  test('a part holds every available listing of its identifiers, and no other', async () => {
    const { body } = await get('/sitemap/1.xml');
    expect(addressesOf(body)).toEqual(
      available.map((id) => `https://homes.example.org/property/${id}`),
    );
    expect(body).not.toContain(`/property/${sold}<`);
    expect(body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(
      available.length,
    );
  });

  test('a place is there only for the status of which it has an available home', async () => {
    const here = { city: 'San Antonio', state: 'Texas', zip_code: '78205' };
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent, { ...here, status: 'For Rent' });
    const gone = await server.addProperty(agent, { ...here, is_available: false });
    const { body } = await get('/sitemap/places-1.xml');
    expect(addressesOf(body).filter((address) => address?.includes('san-antonio'))).toEqual([
      'https://homes.example.org/for-rent/tx/san-antonio',
      'https://homes.example.org/for-rent/tx/san-antonio/78205',
    ]);
    await server.db.deleteFrom('properties').where('id', 'in', [id, gone]).execute();
  });

  test('the first part holds the pages, with names as XML has them', async () => {
    const { body } = await get('/sitemap/pages.xml');
    expect(addressesOf(body)).toContain('https://homes.example.org/for-sale');
    expect(body).toContain('agentName=Ann');
    expect(body).not.toMatch(/&(?!#\d+;)/);
  });

  test('the legal pages are in it while they are there', async () => {
    const legalPages = async () =>
      addressesOf((await get('/sitemap/pages.xml')).body).filter((url) =>
        /\/(privacy|terms)$/.test(url ?? ''),
      );
    expect(await legalPages()).toEqual([]);
    const form = new FormData();
    form.set('site', JSON.stringify({ terms: 'Be kind.' }));
    const admin = await server.addUser({ role: 'admin' });
    await server.ok(endpoints.changeSite, { as: admin, form });
    expect(await legalPages()).toEqual(['https://homes.example.org/terms']);
  });

  test.each([
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/sitemap/places-1.xml',
    '/sitemap/1.xml',
  ])('%s is read again only when it has changed', async (url) => {
    const { headers } = await get(url);
    expect(headers['cache-control']).toBe('no-cache');
    const known = { 'if-none-match': String(headers.etag) };
    expect((await server.app.inject({ url, headers: known })).statusCode).toBe(304);
  });

  test.each([
    '/sitemap/2.xml',
    '/sitemap/0.xml',
    '/sitemap/places-2.xml',
    '/sitemap/1000000.xml',
    '/sitemap/x.xml',
  ])('there is no %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

test('parts are told apart by identifiers; empty ones are left out', async () => {
  const { db } = server;
  const last = Number(sold);
  // Parts of two: three full ones, of which the last holds one available listing, and a far one after a gap.
  const agent = await server.addUser({ role: 'agent' });
  await sql`select setval(pg_get_serial_sequence('properties', 'id'), ${last + 100})`.execute(db);
  const far = await server.addProperty(agent);
  const parts = await findParts(db, 2);
  expect(parts).toEqual([...new Set([...available, far].map((id) => Math.ceil(Number(id) / 2)))]);

  const found: string[] = [];
  for (const part of parts) {
    for await (const rows of readPart(db, { part, size: 2 }))
      found.push(...rows.map(({ id }) => id));
  }
  expect(found).toEqual([...available, far]);

  const batches: number[] = [];
  for await (const rows of readPart(db, { part: 1, size: last + 101, rowsAtOnce: 4 }))
    batches.push(rows.length);
  expect(batches).toEqual([4, 2]);
});
