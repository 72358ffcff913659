import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import { SEED } from '#tests/helpers/seed.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { AppError } from '../../errors/app-error.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { PlaceService } from '../places/place-service.ts';
import type { PropertyService } from '../properties/property-service.ts';
import { registerAssistants } from './register-assistants.ts';

let server: TestApp;
let url: URL;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  url = new URL('/mcp', await server.app.listen({ port: 0, host: '127.0.0.1' }));
  agent = await server.addUser({ role: 'agent', name: 'Ann Lee' });
  return () => server.close();
});

test('searches with drawn areas wait in the drawn-area queue', async () => {
  const app = fastify();
  app.decorateRequest('actor', undefined);
  const usedQueues: string[] = [];
  const recordQueue =
    (name: string): RequestQueue =>
    async (_request, work) => {
      usedQueues.push(name);
      return work();
    };
  const unused = async () => Promise.reject(new AppError('NOT_FOUND', 'There are no homes.'));
  registerAssistants(app, {
    properties: { search: unused } as unknown as PropertyService,
    places: {} as unknown as PlaceService,
    publicUrl: () => 'https://homes.example.org',
    siteName: async () => 'Homes',
    costRates: {} as unknown as CostRates,
    version: '1.0.0',
    queues: { publicData: recordQueue('publicData'), drawnAreas: recordQueue('drawnAreas') },
  });
  const queuesOf = async (args: Record<string, unknown>) => {
    usedQueues.length = 0;
    const headers = { accept: 'application/json, text/event-stream' };
    const params = { name: 'search_homes', arguments: args };
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await app.inject({ method: 'POST', url: '/mcp', headers, payload });
    return usedQueues;
  };
  expect(await queuesOf({ city: 'Austin' })).toEqual(['publicData', 'publicData']);
  expect(await queuesOf({ area: '_p~iF~ps|U' })).toEqual(['publicData', 'drawnAreas']);
  await app.close();
});

/** The newest protocol version with an `initialize` request, and the first one without it. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2026-07-28'];

async function connect(version = '2026-07-28'): Promise<Client> {
  const mode = version === '2025-11-25' ? ('legacy' as const) : { pin: version };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

async function callTool(name: string, args: Record<string, unknown>) {
  const client = await connect();
  const result = await client.callTool({ name, arguments: args });
  await client.close();
  const [content] = result.content;
  return {
    isError: result.isError === true,
    text: content?.type === 'text' ? content.text : '',
    data: result.structuredContent as Record<string, unknown>,
  };
}

const homePageUrl = (id: string) => `https://homes.example.org/property/${id}`;

describe.each(PROTOCOL_VERSIONS)('the official client with protocol version %s', (version) => {
  test('lists eight tools with schemas and calls each', async () => {
    const city = `Version ${version}`;
    const ids = [
      await server.addProperty(agent, { city, state: 'TX', title: 'A porch house' }),
      await server.addProperty(agent, { city, state: 'TX' }),
    ];
    const client = await connect(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'compare_homes',
      'fetch',
      'find_places',
      'get_home',
      'market_of_place',
      'monthly_cost',
      'search',
      'search_homes',
    ]);
    for (const tool of tools) {
      expect(tool.description).toBeTruthy();
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool.annotations).toMatchObject({ readOnlyHint: true });
    }
    const [id = ''] = ids;
    const calls: [string, Record<string, unknown>][] = [
      ['search', { query: 'porch', city }],
      ['fetch', { id }],
      ['search_homes', { city, state: 'TX', status: 'For Sale' }],
      ['get_home', { id }],
      ['compare_homes', { ids }],
      ['find_places', { term: city }],
      ['market_of_place', { city, state: 'TX' }],
      ['monthly_cost', { id }],
    ];
    for (const [name, args] of calls) {
      // The client validates each result against its schema.
      const result = await client.callTool({ name, arguments: args });
      expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
      expect(JSON.stringify(result.structuredContent)).toContain(
        name === 'monthly_cost' ? 'total' : 'https://homes.example.org/',
      );
    }
    await client.close();
  });
});

describe('search and search_homes', () => {
  test('find homes by words, filters, or both', async () => {
    const city = 'Toolville';
    const cheapHome = await server.addProperty(agent, { city, price: 200_000, bedrooms: 2 });
    const pool = await server.addProperty(agent, {
      city,
      price: 900_000,
      bedrooms: 4,
      title: 'Villa Zebrapool',
      features: ['pool', 'patio'],
    });
    const byWords = await callTool('search', { query: 'zebrapool', minPrice: 500_000 });
    expect(byWords.data).toEqual({
      results: [{ id: pool, title: 'Villa Zebrapool', url: homePageUrl(pool) }],
      total: 1,
    });
    const cheapestFirst = await callTool('search_homes', {
      city,
      sort: 'price_asc',
      bedrooms: '2',
    });
    expect((cheapestFirst.data['homes'] as { id: string }[]).map(({ id }) => id)).toEqual([
      cheapHome,
      pool,
    ]);
    const combined = await callTool('search_homes', {
      city,
      features: ['pool', 'patio'],
      maxPrice: 1e6,
    });
    expect(combined.data).toMatchObject({
      total: 1,
      homes: [{ id: pool, url: homePageUrl(pool) }],
    });
    expect(combined.text).toContain(homePageUrl(pool));
  });

  test('suggest what to do if nothing matches', async () => {
    const { text, data } = await callTool('search', { query: 'qqqqqq' });
    expect(data).toEqual({ results: [], total: 0 });
    expect(text).toContain('No homes match.');
  });

  test('omit homes that are no longer available', async () => {
    const city = 'Leaveton';
    const id = await server.addProperty(agent, { city });
    expect((await callTool('search_homes', { city })).data['total']).toBe(1);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id } });
    expect((await callTool('search_homes', { city })).data['total']).toBe(0);
    expect((await callTool('fetch', { id })).text).toContain('(no longer available)');
  });
});

describe('homes', () => {
  test('fetch returns a full listing as text, and get_home as data', async () => {
    const id = await server.addProperty(agent, {
      title: 'The tall house',
      price: 450_000,
      features: ['pool'],
      year_built: 1990,
    });
    const { text, data } = await callTool('fetch', { id });
    for (const words of ['The tall house', homePageUrl(id), '$450,000', 'Pool', '1990', 'Ann Lee'])
      expect(text).toContain(words);
    expect(data).toMatchObject({ id, title: 'The tall house', text, url: homePageUrl(id) });
    const property = await server.ok(endpoints.getProperty, { params: { id } });
    expect((await callTool('get_home', { id })).data).toEqual({
      home: property,
      url: homePageUrl(id),
    });
  });

  test('fetch credits the listing agent and office of another office’s home', async () => {
    const id = await server.addProperty(agent, {
      is_under_contract: true,
      attribution: JSON.stringify({
        agentName: 'Jane Doe',
        officeName: 'Hillside Realty',
        agentPhone: null,
        source: null,
        disclaimer: 'Deemed reliable, not guaranteed.',
        updatedAt: null,
      }),
    });
    const { text } = await callTool('fetch', { id });
    for (const words of [
      '(under contract)',
      'Contact: Ann Lee',
      'Listed by Jane Doe, Hillside Realty',
      'Deemed reliable, not guaranteed.',
    ])
      expect(text).toContain(words);
  });

  test('monthly_cost calculates the cost of a price with the provided loan terms', async () => {
    const { data, text } = await callTool('monthly_cost', {
      price: 360_000,
      rate: 0,
      downPayment: 0,
    });
    expect(text).toMatch(/: principal and interest \$1,000, property tax \$\d/);
    expect(data).toMatchObject({ principalAndInterest: 1_000, rate: 0, termYears: 30, url: null });
  });
});

describe('invalid arguments', () => {
  test.each([
    ['search', { minPrice: 'a lot' }, /^Price must be/],
    ['search_homes', { bedrooms: 1.5 }, /^Bedrooms must be a whole number/],
    ['search_homes', { status: 'Sold' }, /^Status must be/],
    ['search_homes', { page: 0 }, /^Page must be/],
    ['search_homes', { city: { a: 1 } }, /^City must be/],
    ['fetch', { id: '999999999' }, /^No home has the id 999999999/],
    ['get_home', { id: 'x' }, /^No home has this id/],
    ['get_home', {}, /^No home has this id/],
    ['compare_homes', { ids: ['1'] }, /^Provide 2 to 4 different homes/],
    ['compare_homes', { ids: ['1', '2', '3', '4', '5'] }, /^Provide 2 to 4 different homes/],
    ['find_places', {}, /^Enter a place/],
    ['market_of_place', { city: 'Nowhere', state: 'TX' }, /^Place not found/],
    ['monthly_cost', {}, /^Provide the id of a home, or a price/],
  ])('cause a tool error with a message: %s with %j', async (name, args, sentence) => {
    const { isError, text } = await callTool(name, args);
    expect(isError).toBe(true);
    expect(text).toMatch(sentence);
  });
});

describe('/mcp', () => {
  test.each(['GET', 'DELETE', 'PUT'] as const)('does not accept %s', async (method) => {
    const response = await server.app.inject({ method, url: '/mcp' });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });

  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const accept = { accept: 'application/json, text/event-stream' };
  const send = (payload: unknown) =>
    server.app.inject({ method: 'POST', url: '/mcp', headers: accept, payload: payload as object });

  test('rejects subscriptions, because the tools never change', async () => {
    const client = await connect();
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit reached');
    await client.close();
  });

  test('rejects a batch of messages, even if one cancels another', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled' };
    const { statusCode, body } = await send([message, { ...cancel, params: { requestId: 1 } }]);
    expect(statusCode).toBe(400);
    expect(body).toContain('Send one message per request.');
  });

  test('never responds with a 5xx', async () => {
    const names = ['search', 'fetch', 'search_homes', 'get_home', 'compare_homes', 'x'];
    const moreNames = ['find_places', 'market_of_place', 'monthly_cost'];
    const keys = ['query', 'id', 'ids', 'term', 'city', 'state', 'zipCode', 'minPrice', 'sort'];
    const moreKeys = ['page', 'price', 'status', 'bounds', 'area', 'near', 'within', 'rate'];
    const args = fc.dictionary(fc.constantFrom(...keys, ...moreKeys), fc.jsonValue());
    const call = fc.record({ name: fc.constantFrom(...names, ...moreNames), arguments: args });
    const method = fc.constantFrom('tools/call', 'tools/list', 'ping', 'initialize', 'x');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          call.map((params) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
          fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), method, params: fc.jsonValue() }),
          fc.array(fc.jsonValue()),
        ),
        async (payload) => {
          const { statusCode, body } = await send(payload);
          expect(statusCode).toBeLessThan(500);
          expect(body).not.toMatch(/node_modules|Something went wrong|\\n +at /);
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });
});
