import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { serializeAreas } from '#shared/geo/area.ts';
import type { Position } from '#shared/geo/bounds.ts';
import { MAX_AREA_POINTS } from '#shared/limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const AUSTIN = '-98,30,-97,31';
const readMap = async (query: Record<string, string | number>) =>
  server.ok(endpoints.getPropertyMap, { query });
const list = async (query: Record<string, string | number>) => {
  const { body, headers } = await server.send(endpoints.listProperties, { query });
  return { ids: body.map(({ _id }) => _id), total: Number(headers['x-total-count']), headers };
};

/** Adds homes in rows within a square of a tenth of a degree. */
async function addHomes(count: number, corner: { latitude: number; longitude: number }) {
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select ${agent._id}, 'Home number ' || g, 'A home like many others', 1000 * g, '1 Main Street', 'Salem', 'OR', '97301',
      ${corner.latitude}::float8 + (g / 40) * 0.1 / 40, ${corner.longitude}::float8 + (g % 40) * 0.1 / 40 - case when ${corner.longitude}::float8 + (g % 40) * 0.1 / 40 > 180 then 360 else 0 end, 2, 1, 900, 'House', 'For Sale'
    from generate_series(0, ${count - 1}) g`.execute(server.db);
}

/** Adds homes at one position. */
async function addHomesAt(count: number, { latitude, longitude }: Position) {
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status)
    select ${agent._id}, 'Condo number ' || g, 'A home like many others', 1000 * g, '1 Tower Road', 'Palmer', 'AK', '99645',
      ${latitude}::float8, ${longitude}::float8, 2, 1, 900, 'Condo', 'For Sale'
    from generate_series(1, ${count}) g`.execute(server.db);
}

describe('GET /properties/map', () => {
  test('returns a small number of matches as single homes with pin data, using the list’s filters and counts', async () => {
    const place = { latitude: 30.2, longitude: -97.7, city: 'Elgin' };
    const house = await server.addProperty(agent, { ...place, price: 595_000 });
    const condo = await server.addProperty(agent, {
      ...place,
      latitude: 30.9,
      status: 'For Rent',
      price: 2_450,
      property_type: 'Condo',
      bedrooms: 1,
    });
    await server.addProperty(agent, { ...place, is_available: false });
    await server.addProperty(agent, { ...place, latitude: 31.5 });
    await server.addProperty(agent, { ...place, latitude: 0 });
    await server.addProperty(agent, { ...place, longitude: 0, status: 'For Rent' });

    const query = { searchTerm: 'Elgin', bounds: AUSTIN, zoom: 9 };
    expect(await readMap(query)).toEqual({
      total: 2,
      unmapped: 2,
      clusters: [],
      homes: [
        {
          _id: house,
          latitude: 30.2,
          longitude: -97.7,
          price: 595_000,
          status: 'For Sale',
          propertyType: 'House',
          bedrooms: 3,
        },
        {
          _id: condo,
          latitude: 30.9,
          longitude: -97.7,
          price: 2_450,
          status: 'For Rent',
          propertyType: 'Condo',
          bedrooms: 1,
        },
      ],
    });
    expect(await readMap({ ...query, status: 'For Rent' })).toMatchObject({
      total: 1,
      unmapped: 1,
    });
    expect(await list({ searchTerm: 'Elgin', bounds: AUSTIN })).toMatchObject({
      total: 2,
      ids: [condo, house],
    });
    // Uses spelling suggestions like the list.
    expect(await readMap({ ...query, searchTerm: 'Elgon' })).toMatchObject({
      total: 2,
      unmapped: 2,
    });
    expect(await readMap({ ...query, minPrice: 9, maxPrice: 8 })).toMatchObject({
      total: 0,
      unmapped: 0,
    });
    // Recent changes are included.
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: condo } });
    expect(await readMap(query)).toMatchObject({ total: 1 });
  });

  test('returns many matches as clusters of at least two homes, with correct counts', async () => {
    await addHomes(1_200, { latitude: 44.9, longitude: -123 });
    const allHomes = '-123.05,44.85,-122.85,45.05';
    for (const zoom of [0, 5, 10, 14, 16]) {
      const result = await readMap({ bounds: allHomes, zoom });
      expect(result.total).toBe(1_200);
      expect(result.homes.length + result.clusters.length).toBeLessThanOrEqual(400);
      const clusteredCount = result.clusters.reduce((sum, { count }) => sum + count, 0);
      expect(clusteredCount + result.homes.length).toBe(1_200);
      expect(result.clusters.every(({ count }) => count >= 2)).toBe(true);
      expect(await readMap({ bounds: allHomes, zoom })).toEqual(result);
    }
    const { clusters } = await readMap({ bounds: allHomes, zoom: 0 });
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ count: 1_200, minPrice: 0, maxPrice: 1_199_000 });
    expect(clusters[0]?.latitude).toBeCloseTo(44.93625, 5);
    expect(clusters[0]?.bounds.map((edge) => Math.round(edge * 1e4) / 1e4)).toEqual([
      -123, 44.9, -122.9025, 44.9725,
    ]);
  });

  test('when zoomed in, returns the homes nearest to the center and clusters the others', async () => {
    const bounds = '-123.01,44.89,-122.89,44.99';
    const result = await readMap({ bounds, zoom: 17 });
    expect(result.total).toBe(1_200);
    expect(result.clusters.length).toBeGreaterThan(0);
    const ranked = await sql<{ id: string }>`
      select id::text from properties where city = 'Salem'
      order by miles_between(latitude, longitude, 44.94, -122.95), id limit 300`.execute(server.db);
    const nearestIds = result.homes.slice(0, 300).map(({ _id }) => _id);
    expect(nearestIds).toEqual(ranked.rows.map(({ id }) => id));
    expect(result.homes.length - 300 + result.clusters.length).toBeLessThanOrEqual(100);
    const clusteredCount = result.clusters.reduce((sum, { count }) => sum + count, 0);
    expect(clusteredCount + result.homes.length).toBe(1_200);
    // Up to 400 matches are returned as single homes.
    const fullResult = await readMap({ bounds: '-123.01,44.89,-122.89,44.9226', zoom: 17 });
    expect(fullResult).toMatchObject({ total: 400, clusters: [] });
    expect((await readMap({ bounds: '-123.01,44.89,-122.89,44.9101', zoom: 12 })).clusters).toEqual(
      [],
    );
  });

  test('when zoomed in, returns a single-home group as a home, even if the nearest homes are at the same position', async () => {
    const position = { latitude: 61.5, longitude: -149.5 };
    await addHomesAt(301, position);
    await addHomesAt(100, { ...position, latitude: position.latitude + 0.0018 });
    const result = await readMap({ bounds: '-149.504,61.498,-149.496,61.502', zoom: 17 });
    expect(result).toMatchObject({ total: 401, clusters: [{ count: 100 }] });
    expect(result.homes).toHaveLength(301);
    expect(new Set(result.homes.map(({ _id }) => _id)).size).toBe(301);
  });

  test('returns clusters across the antimeridian', async () => {
    await addHomes(250, { latitude: 51, longitude: 179.95 });
    await sql`update properties set longitude = longitude - 360 where longitude > 180`.execute(
      server.db,
    );
    const result = await readMap({ bounds: '179,50,-179,52', zoom: 3 });
    expect(result).toMatchObject({ total: 250, homes: [] });
    const [west, , east] = result.clusters[0]?.bounds ?? [];
    expect(result.clusters).toHaveLength(1);
    // The bounds must equal the stored coordinates exactly so that they include all homes of the
    // cluster.
    const { rows } = await sql<{ west: number; east: number }>`
      select min(longitude) filter (where longitude > 0) as west, max(longitude) filter (where longitude < 0) as east
      from properties where latitude between 50 and 52`.execute(server.db);
    expect({ west, east }).toEqual(rows[0]);
    expect(west).toBeCloseTo(179.95, 5);
    expect(east).toBeCloseTo(-179.9525, 5);
    expect(Math.abs(result.clusters[0]?.longitude ?? 0)).toBeGreaterThan(179.9);
    expect(await list({ bounds: '179,50,-179,52' })).toMatchObject({ total: 250 });
  });

  test('filters lists, counts, and maps by area and distance', async () => {
    const nearQuery = { near: '44.93,-122.95', within: '1.5', bounds: '-180,-90,180,90', zoom: 12 };
    const result = await readMap(nearQuery);
    expect(result.total).toBeGreaterThan(50);
    expect(await list(nearQuery)).toMatchObject({ total: result.total });
    // A calculated number with a rounding error.
    const calculatedQuery = { ...nearQuery, within: '1.4999999999999999' };
    expect(await list(calculatedQuery)).toMatchObject({ total: result.total });
    const triangle = serializeAreas([
      [
        { latitude: 44.89, longitude: -123.01 },
        { latitude: 44.89, longitude: -122.89 },
        { latitude: 44.99, longitude: -123.01 },
      ],
    ]);
    const inTriangle = await readMap({ area: triangle, bounds: '-180,-90,180,90', zoom: 12 });
    expect(inTriangle.total).toBeGreaterThan(300);
    expect(inTriangle.total).toBeLessThan(1_200);
    expect(await list({ area: triangle })).toMatchObject({ total: inTriangle.total });
    expect(await list({ area: `${triangle},${triangle}`, minPrice: 500_000 })).toMatchObject({
      total: (
        await readMap({ area: triangle, minPrice: 500_000, bounds: '-180,-90,180,90', zoom: 3 })
      ).total,
    });
  });

  test.each([
    [{ zoom: 3 }, 'bounds'],
    [{ bounds: AUSTIN }, 'zoom'],
    [{ bounds: AUSTIN, zoom: 23 }, 'zoom'],
    [{ bounds: AUSTIN, zoom: 1.5 }, 'zoom'],
    [{ bounds: '1,2,3', zoom: 3 }, 'bounds'],
    [{ bounds: '-181,0,1,1', zoom: 3 }, 'bounds'],
    [{ bounds: '0,2,1,1', zoom: 3 }, 'bounds'],
    [{ bounds: AUSTIN, zoom: 3, near: '1,2' }, 'within'],
    [{ bounds: AUSTIN, zoom: 3, within: '1' }, 'near'],
    [{ bounds: AUSTIN, zoom: 3, near: '1,2', within: '0.05' }, 'within'],
    [{ bounds: AUSTIN, zoom: 3, near: '1,2', within: '101' }, 'within'],
    [{ bounds: AUSTIN, zoom: 3, near: '91,2', within: '1' }, 'near'],
    [{ bounds: AUSTIN, zoom: 3, area: 'no' }, 'area'],
    [{ bounds: AUSTIN, zoom: 3, bedrooms: 'x' }, 'bedrooms'],
  ])('rejects an invalid query: %j', async (query: Record<string, string | number>, path) => {
    const error = await server.error(endpoints.getPropertyMap, { query });
    expect(error.status).toBe(400);
    expect(error.errors?.map((entry) => entry.path)).toEqual([path]);
    if ('bounds' in query && path !== 'zoom') {
      const { zoom: _zoom, ...otherFilters } = query;
      expect((await server.error(endpoints.listProperties, { query: otherFilters })).status).toBe(
        400,
      );
    }
  });

  test('rejects an area that crosses itself too often, after validating the rest of the query', async () => {
    // A star with sides that all cross the center.
    const star = Array.from({ length: MAX_AREA_POINTS - 1 }, (_, index) => {
      const angle = (2 * Math.PI * index * (MAX_AREA_POINTS / 2 - 1)) / (MAX_AREA_POINTS - 1);
      return { latitude: 30 + Math.sin(angle), longitude: -97 + Math.cos(angle) };
    });
    const area = serializeAreas([star]);
    const errorsOf = async (url: string) => {
      const response = await server.app.inject(`${url}${new URLSearchParams({ area }).toString()}`);
      expect(response.statusCode).toBe(400);
      return response.json<{ errors: unknown }>().errors;
    };
    const message = 'This area is too complex. Draw a simpler shape.';
    for (const url of ['/api/properties', '/feed.atom', '/api/open-houses.ics'])
      expect(await errorsOf(`${url}?`)).toEqual([{ path: 'area', message }]);
    expect(await errorsOf(`/api/properties/map?bounds=${AUSTIN}&zoom=3&`)).toEqual([
      { path: 'area', message },
    ]);
    expect(await errorsOf('/api/properties?limit=abc&')).toEqual([
      expect.objectContaining({ path: 'limit' }),
    ]);
  });

  test('accepts a long query and omits the Link header of its list', async () => {
    const corners = Array.from({ length: 200 }, (_, index) => ({
      latitude: 44 + Math.cos(index / 30) + index / 1_000,
      longitude: -123 + Math.sin(index / 30),
    }));
    const { headers, total } = await list({ area: serializeAreas([corners, corners, corners]) });
    expect(total).toBeGreaterThanOrEqual(0);
    expect(headers['link']).toBeUndefined();
    expect((await list({ bounds: AUSTIN })).headers['link']).toBeDefined();
  });

  test('preserves an area with an unencoded question mark in the Link header', async () => {
    const area = '_p~iF~ps|U?_ulL_ulL?';
    const { headers } = await server.app.inject(`/api/properties?area=${area}&minPrice=1&limit=2`);
    const query = new URLSearchParams({ area, minPrice: '1', limit: '2', page: '1' });
    expect(headers['link']).toContain(`</api/properties?${query.toString()}>; rel="first"`);
  });
});

describe('GET /properties/map/places', () => {
  test('lists places with homes in a box, sorted by number of homes', async () => {
    const place = { state: 'ME', latitude: 43.6 };
    await server.addProperty(agent, { ...place, city: 'Portland', longitude: -70.2 });
    await server.addProperty(agent, { ...place, city: 'Portland', longitude: -70.4 });
    await server.addProperty(agent, { ...place, city: 'Bath', longitude: -69.8 });
    await server.addProperty(agent, {
      ...place,
      city: 'Sold',
      longitude: -69.8,
      is_available: false,
    });
    await server.clock.advance(11_000);
    const query = { bounds: '-71,43,-69,44' };
    expect(await server.ok(endpoints.listMapPlaces, { query })).toEqual([
      { name: 'Portland', state: 'ME', latitude: 43.6, longitude: -70.3, count: 2 },
      { name: 'Bath', state: 'ME', latitude: 43.6, longitude: -69.8, count: 1 },
    ]);
    expect(await server.ok(endpoints.listMapPlaces, { query: { bounds: '10,10,11,11' } })).toEqual(
      [],
    );
  });

  test('lists the largest of many places in one spot', async () => {
    const position = { latitude: 12.3, longitude: 45.6 };
    for (let number = 0; number < 61; number += 1)
      await server.addProperty(agent, { ...position, city: `City ${number}` });
    await server.addProperty(agent, { ...position, city: 'Ytown' });
    await server.addProperty(agent, { ...position, city: 'Ytown' });
    await server.clock.advance(11_000);
    const query = { bounds: '45.5,12.2,45.7,12.4' };
    const places = await server.ok(endpoints.listMapPlaces, { query });
    expect(places).toHaveLength(60);
    expect(places[0]).toMatchObject({ name: 'Ytown', count: 2 });
    const { rows } = await sql`select from map_places where city ~ '^City|^Ytown'`.execute(
      server.db,
    );
    expect(rows).toHaveLength(60);
  });

  test('rejects an invalid box', async () => {
    expect(await server.error(endpoints.listMapPlaces, { query: { bounds: 'x' } })).toMatchObject({
      status: 400,
      errors: [{ path: 'bounds' }],
    });
  });
});
