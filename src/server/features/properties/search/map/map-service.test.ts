/** Tests that maps are cached, but never after a change. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { listenPatiently } from '#tests/helpers/listen-patiently.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createResponseCache } from '../../../../cache/response-cache.ts';
import { createMapService } from './map-service.ts';

/** Just enough for a map to be cached. */
const LISTINGS = 2_100;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select ${agent._id}, 'Home ' || g, 'A home like many others', 1000 + g, '1 Main Street', 'Salem', 'OR', '97301',
      44 + g % 50 * 0.01, -123 + g / 50 * 0.01, 2, 1, 900, 'House', 'For Sale'
    from generate_series(1, ${LISTINGS}) g`.execute(server.db);
  return () => server.close();
});

const wholeMap = { bounds: { west: -124, south: 43, east: -122, north: 45 }, zoom: 9 };

/** Creates a service with a controllable time and cache version. */
function createTestService() {
  const site = { nowMs: 0, cacheVersion: 1 as number | null };
  const service = createMapService({
    db: server.db,
    readDb: server.db,
    now: () => site.nowMs,
    cacheVersion: () => site.cacheVersion,
    costRates: DEFAULT_COST_RATES,
    suggestSpellings: async () => [],
  });
  return { site, service };
}

const countHomes = ({ homes, clusters }: PropertyMap) =>
  clusters.reduce((sum, { count }) => sum + count, homes.length);

const setPrice = async (price: number) =>
  sql`update properties set price = ${price} where title = 'Home 1'`.execute(server.db);

const lowestPrice = ({ clusters }: PropertyMap) =>
  Math.min(...clusters.map(({ minPrice }) => minPrice));

test('caches a map of 2,000 homes until a listing changes', async () => {
  const { site, service } = createTestService();
  const first = await service.find(wholeMap);
  expect(first.total).toBe(LISTINGS);
  expect(countHomes(first)).toBe(LISTINGS);
  expect(lowestPrice(first)).toBe(1_001);

  // Returns the cached map until the change is announced.
  await setPrice(500);
  expect(await service.find(wholeMap)).toBe(first);
  expect(lowestPrice(await service.find({ ...wholeMap, zoom: 8 }))).toBe(500);

  site.cacheVersion = 2;
  const next = await service.find(wholeMap);
  expect(lowestPrice(next)).toBe(500);
  expect(countHomes(next)).toBe(LISTINGS);
  expect(await service.find(wholeMap)).toBe(next);
});

test('caches a time-dependent map within a time step', async () => {
  const { site, service } = createTestService();
  const recent = { ...wholeMap, listedWithin: 30 };
  const first = await service.find(recent);
  expect(first.total).toBe(LISTINGS);
  site.nowMs = 29_999;
  expect(await service.find(recent)).toBe(first);
  site.nowMs = 30_000;
  const second = await service.find(recent);
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
});

test('does not cache a map past its maximum age or while changes could be missed', async () => {
  const { site, service } = createTestService();
  const first = await service.find(wholeMap);
  site.nowMs = 61_000;
  const second = await service.find(wholeMap);
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
  site.cacheVersion = null;
  await setPrice(700);
  expect(lowestPrice(await service.find(wholeMap))).toBe(700);
});

test('does not cache a map of fewer homes', async () => {
  const { service } = createTestService();
  const smallMap = { ...wholeMap, bounds: { ...wholeMap.bounds, north: 44.3 } };
  const first = await service.find(smallMap);
  expect(first.total).toBeGreaterThan(1_000);
  expect(first.total).toBeLessThan(2_000);
  await setPrice(900);
  expect(lowestPrice(await service.find(smallMap))).toBe(900);
});

test('includes a change through the API in the next map', async () => {
  const live = Promise.withResolvers<void>();
  const cache = createResponseCache(1024 * 1024);
  const listener = listenPatiently(server.databaseUrl, {
    onChange: (message) => cache.notify(message),
    onLive: () => {
      cache.setLive(true);
      live.resolve();
    },
    onLost: () => cache.setLive(false),
  });
  const site = await startTestApp({ responseCache: cache, db: server.db, readDb: server.db });
  try {
    await live.promise;
    const query = { bounds: '-124,43,-122,45', zoom: 9 };
    const before = await site.ok(endpoints.getPropertyMap, { query });
    expect(before.total).toBe(LISTINGS);
    // Another process makes the changes.
    const owner = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(owner, { latitude: 44.2, longitude: -122.9 });
    await listener.catchUp();
    const added = await site.ok(endpoints.getPropertyMap, { query });
    expect(added.total).toBe(LISTINGS + 1);
    expect(countHomes(added)).toBe(LISTINGS + 1);
    await server.ok(endpoints.toggleAvailability, { as: owner, params: { id } });
    await listener.catchUp();
    expect(await site.ok(endpoints.getPropertyMap, { query })).toMatchObject({ total: LISTINGS });
  } finally {
    await listener.close();
    await site.close();
  }
});
