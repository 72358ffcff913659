import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { listProperties } = endpoints;
let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent', name: 'Ada King' });
  const addListing = (facts: Parameters<TestApp['addProperty']>[1]) =>
    server.addProperty(agent, { description: 'Plain rooms with a view of the hills.', ...facts });
  await addListing({
    title: 'Café under the vines',
    description: 'Downtown.Close to the river, with O’Brien’s bakery below.',
    city: 'Austin',
    state: 'TX',
    price: 500_000,
    bedrooms: 2,
  });
  await addListing({
    title: 'Garden cottage',
    city: 'Gary',
    state: 'IN',
    price: 200_000,
    bedrooms: 1,
  });
  await addListing({
    title: 'Garden tower',
    city: 'Portland',
    state: 'OR',
    property_type: 'Condo',
    price: 300_000.5,
    bedrooms: 4,
  });
  await addListing({
    title: 'Rooms by the park',
    status: 'For Rent',
    property_type: 'Apartment',
    price: 1_500,
    bedrooms: 0,
    zip_code: '97201',
  });
  await addListing({ title: 'Sold garden house', is_available: false });
  return () => server.close();
});

/** Returns the titles of the listings that a query finds, in order. */
async function findTitles(query: Record<string, string | number>): Promise<string[]> {
  return (await server.ok(listProperties, { query })).map(({ title }) => title);
}

describe('GET /properties', () => {
  test('lists available listings with their agents, newest first', async () => {
    const results = await server.ok(listProperties);
    expect(results.map(({ title }) => title)).toEqual([
      'Rooms by the park',
      'Garden tower',
      'Garden cottage',
      'Café under the vines',
    ]);
    expect(results[0]?.agent).toEqual({
      _id: agent._id,
      name: 'Ada King',
      email: agent.email,
      avatar: null,
      phone: null,
      office: null,
      isVerified: false,
      verification: null,
    });
  });

  describe('search', () => {
    test.each([
      ['matches every word in any order', 'vines cafe', ['Café under the vines']],
      ['ignores case', 'GARDEN TOWER', ['Garden tower']],
      ['ignores accents on both sides', 'càfe', ['Café under the vines']],
      ['matches words across fields', 'cottage gary 78701', ['Garden cottage']],
      [
        'matches words that are not separated by a space',
        'close downtown',
        ['Café under the vines'],
      ],
      ['matches words with an apostrophe', "o'brien's", ['Café under the vines']],
      ['matches a state that is a common word', 'IN', ['Garden cottage']],
      ['matches another state that is a common word', 'or', ['Garden tower']],
      ['matches the ZIP code', '97201', ['Rooms by the park']],
      ['does not match sold homes', 'sold', []],
      ['does not match if a word is missing', 'garden zebra', []],
      ['does not match punctuation', '!!! ???', []],
      ['does not treat a percent sign as a wildcard', '100%', []],
    ])('%s: %s', async (_name, searchTerm, titles) => {
      expect(await findTitles({ searchTerm })).toEqual(titles);
    });

    test('falls back to spelling suggestions if nothing matches, and returns them in a header', async () => {
      const response = await server.send(listProperties, { query: { searchTerm: 'gardn twer' } });
      expect(response.body.map(({ title }) => title)).toEqual(['Garden tower']);
      expect(decodeURIComponent(String(response.headers['x-searched-for']))).toBe('garden tower');
      expect(response.headers['x-total-count']).toBe('1');
    });

    test('falls back to words that start with the term', async () => {
      expect(await findTitles({ searchTerm: 'cott' })).toEqual(['Garden cottage']);
    });

    test('never replaces a word that a listing contains', async () => {
      const response = await server.send(listProperties, {
        query: { searchTerm: 'cottage austin' },
      });
      expect(response.body).toEqual([]);
      expect(response.headers).not.toHaveProperty('x-searched-for');
    });

    test.each(['日本', 'ابجد', '²'])(
      'finds nothing for %s, which has no trigrams',
      async (searchTerm) => {
        expect(await findTitles({ searchTerm })).toEqual([]);
      },
    );

    test('returns no spelling suggestions for long input', async () => {
      expect(await findTitles({ searchTerm: `gardn ${'tower '.repeat(10)}` })).toEqual([]);
      expect(await findTitles({ searchTerm: `gardn ${'tower '.repeat(9)}` })).toEqual([
        'Garden tower',
      ]);
    });

    test('applies the filters to spelling suggestions', async () => {
      expect(await findTitles({ searchTerm: 'gardn', propertyType: 'House' })).toEqual([
        'Garden cottage',
      ]);
      expect(await findTitles({ searchTerm: 'gardn', status: 'For Rent' })).toEqual([]);
    });
  });

  describe('filters', () => {
    test.each<[Record<string, string | number>, string[]]>([
      [{ status: 'For Rent' }, ['Rooms by the park']],
      [{ propertyType: 'Condo' }, ['Garden tower']],
      [{ bedrooms: 2 }, ['Garden tower', 'Café under the vines']],
      [{ minPrice: 300_000.5 }, ['Garden tower', 'Café under the vines']],
      [{ minPrice: '300000.49999999994' }, ['Garden tower', 'Café under the vines']],
      [{ maxPrice: 300_000.5, minPrice: 200_000 }, ['Garden tower', 'Garden cottage']],
      [{ minPrice: 400_000, maxPrice: 300_000 }, []],
      [
        { status: '', propertyType: 'all', bedrooms: '', searchTerm: 'all', limit: 1 },
        ['Rooms by the park'],
      ],
      [{ unknown: 'key', limit: 1 }, ['Rooms by the park']],
      [{ agentId: '999999' }, []],
    ])('filters by %o', async (query, titles) => expect(await findTitles(query)).toEqual(titles));

    test('selects an agent’s listings', async () => {
      const other = await server.addUser({ role: 'agent' });
      expect(await findTitles({ agentId: other._id })).toEqual([]);
      expect(await findTitles({ agentId: agent._id })).toHaveLength(4);
    });
  });

  test.each([
    ['price_asc', ['Rooms by the park', 'Garden cottage', 'Garden tower', 'Café under the vines']],
    ['price_desc', ['Café under the vines', 'Garden tower', 'Garden cottage', 'Rooms by the park']],
    [
      'createdAt_desc',
      ['Rooms by the park', 'Garden tower', 'Garden cottage', 'Café under the vines'],
    ],
  ])('sorts by %s', async (sort, titles) => expect(await findTitles({ sort })).toEqual(titles));

  describe('pagination', () => {
    test('reports the total count and the first, adjacent, and last pages', async () => {
      const { body, headers } = await server.send(listProperties, {
        query: { limit: 1, page: 2, bedrooms: 0 },
      });
      expect(body.map(({ title }) => title)).toEqual(['Garden tower']);
      expect(headers['x-total-count']).toBe('4');
      const links = String(headers['link']).split(', ');
      expect(links).toEqual([
        '</api/properties?limit=1&page=1&bedrooms=0>; rel="first"',
        '</api/properties?limit=1&page=1&bedrooms=0>; rel="prev"',
        '</api/properties?limit=1&page=3&bedrooms=0>; rel="next"',
        '</api/properties?limit=1&page=4&bedrooms=0>; rel="last"',
      ]);
    });

    test('returns no homes after the last page', async () => {
      expect(await findTitles({ page: 7 })).toEqual([]);
    });

    test('accepts pages up to the 10,000th entry', async () => {
      expect(await findTitles({ page: 100, limit: 100 })).toEqual([]);
      const error = await server.error(listProperties, { query: { page: 101, limit: 100 } });
      expect(error).toMatchObject({ status: 400, code: 'PAGE_OUT_OF_REACH' });
    });
  });

  test('reports every invalid value in one response', async () => {
    const error = await server.error(listProperties, {
      query: {
        searchTerm: 'x'.repeat(201),
        propertyType: 'Castle',
        status: 'Sold',
        minPrice: '-1',
        maxPrice: '1e99',
        bedrooms: '1.5',
        sort: 'price',
        agentId: 'me',
        page: '0',
        limit: '101',
      },
    });
    expect(error.status).toBe(400);
    expect(error.errors?.map(({ path }) => path).toSorted()).toEqual([
      'agentId',
      'bedrooms',
      'limit',
      'maxPrice',
      'minPrice',
      'page',
      'propertyType',
      'searchTerm',
      'sort',
      'status',
    ]);
    expect(error.errors).toContainEqual({ path: 'agentId', message: 'No such agent.' });
  });

  test('rejects a repeated key', async () => {
    const response = await server.app.inject('/api/properties?status=For+Sale&status=For+Rent');
    expect(response.statusCode).toBe(400);
  });

  test('ignores an invalid token', async () => {
    expect(await server.status(listProperties, { as: { token: 'garbage' } })).toBe(200);
  });

  test('returns 304 if the client has the current version', async () => {
    const { headers } = await server.send(listProperties);
    expect(headers['cache-control']).toBe('no-cache');
    const second = await server.app.inject({
      url: '/api/properties',
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(second.statusCode).toBe(304);
    expect(second.body).toBe('');
  });
});

describe('GET /properties/:id', () => {
  const { getProperty } = endpoints;

  test('also returns unavailable listings', async () => {
    const id = await server.addProperty(agent, { is_available: false, price: 123_456.78 });
    expect(await server.ok(getProperty, { params: { id } })).toMatchObject({
      _id: id,
      isAvailable: false,
      price: 123_456.78,
      images: [],
      pictures: [],
    });
  });

  test.each(['999999', 'abc', '0', '-1', '1.5', '99999999999999999999', '%00', '1%27'])(
    'returns 404 for %s',
    async (id) => {
      const error = await server.error(getProperty, { params: { id } });
      expect(error.status).toBe(404);
    },
  );

  test('returns the correct listing to each concurrent request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async () => server.addProperty(agent, { is_available: false })),
    );
    const requestedIds = [...ids, '999999', 'abc', ...ids];
    const results = await Promise.allSettled(
      requestedIds.map(async (id) => (await server.ok(getProperty, { params: { id } }))._id),
    );
    const existingIds = new Set(ids);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)),
    ).toEqual(requestedIds.map((id) => (existingIds.has(id) ? id : undefined)));
  });
});
