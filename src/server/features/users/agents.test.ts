import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let bea: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  bea = await server.addUser({ role: 'agent', name: 'bea O’Brien', avatar_key: 'demo-bea' });
  await server.addUser({ role: 'agent', name: 'Ånders Åberg' });
  await server.addUser({ role: 'agent', name: 'Carl Smith-Jones' });
  await server.addUser({ name: 'Bea the Visitor' });
  await server.addUser({ role: 'admin', name: 'Bea the Admin' });
});
afterAll(() => server.close());

const find = async (query: Record<string, string | number>) => {
  const agents = await server.ok(endpoints.listAgents, { query });
  return agents.map(({ name }) => name);
};

describe('GET /users/agents', () => {
  test('lists agents by name, with the number of their available listings', async () => {
    await server.addProperty(bea);
    await server.addProperty(bea, { property_type: 'Condo', status: 'For Rent' });
    const soldHome = await server.addProperty(bea, { is_available: false });
    const agents = await server.ok(endpoints.listAgents);
    expect(agents.map(({ name, propertyCount }) => [name, propertyCount])).toEqual([
      ['bea O’Brien', 2],
      ['Carl Smith-Jones', 0],
      ['Ånders Åberg', 0],
    ]);
    expect(agents[0]).toStrictEqual({
      _id: bea._id,
      name: 'bea O’Brien',
      email: bea.email,
      avatar: '/images/demo-bea/full.webp',
      phone: null,
      office: null,
      isVerified: false,
      verification: null,
      createdAt: expect.stringMatching(/^2026-03-01T/),
      propertyCount: 2,
    });
    await server.ok(endpoints.toggleAvailability, { as: bea, params: { id: soldHome } });
    expect((await server.ok(endpoints.listAgents))[0]?.propertyCount).toBe(3);
  });

  test.each([
    [{ searchTerm: 'BEA' }, ['bea O’Brien']],
    [{ searchTerm: 'aberg' }, ['Ånders Åberg']],
    [{ searchTerm: 'smith jones' }, ['Carl Smith-Jones']],
    [{ searchTerm: 'smith-' }, ['Carl Smith-Jones']],
    [{ searchTerm: '%' }, []],
    [{ searchTerm: 'example.org' }, []],
    [{ searchTerm: '  ' }, ['bea O’Brien', 'Carl Smith-Jones', 'Ånders Åberg']],
  ])('finds agents with %j', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  test('returns pages with links and a total', async () => {
    const query = { page: 2, limit: 2 };
    const { body, headers } = await server.send(endpoints.listAgents, { query });
    expect(body.map(({ name }) => name)).toEqual(['Ånders Åberg']);
    expect(headers['x-total-count']).toBe('3');
    expect(headers['link']).toContain('rel="prev"');
    expect(headers['link']).not.toContain('rel="next"');
  });

  test('rejects an invalid page, a limit above 100, and a search term that is too long', async () => {
    const query = { page: 'x', limit: 101, searchTerm: 'x'.repeat(201) };
    const { errors } = await server.error(endpoints.listAgents, { query });
    expect(errors?.map(({ path }) => path).toSorted()).toEqual(['limit', 'page', 'searchTerm']);
  });

  test('is cached by browsers, with revalidation', async () => {
    const { headers } = await server.send(endpoints.listAgents);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
    const conditionalRequest = { headers: { 'if-none-match': String(headers['etag']) } };
    expect(await server.status(endpoints.listAgents, conditionalRequest)).toBe(304);
    await server.addUser({ role: 'agent', name: 'Zed' });
    expect(await server.status(endpoints.listAgents, conditionalRequest)).toBe(200);
  });
});

describe('GET /users/agents/:id', () => {
  test('returns the same agent as the directory', async () => {
    const [first] = await server.ok(endpoints.listAgents, { query: { searchTerm: 'bea' } });
    const agent = await server.ok(endpoints.getAgent, { params: { id: bea._id } });
    expect(agent).toStrictEqual(first);
  });

  test('returns 404 for accounts that are not agents, and for unknown and malformed IDs', async () => {
    const user = await server.addUser({ name: 'Vera' });
    for (const id of [user._id, '999999', '0', 'bea', '9'.repeat(18), '9'.repeat(19)]) {
      const error = await server.error(endpoints.getAgent, { params: { id } });
      expect({ id, status: error.status }).toEqual({ id, status: 404 });
    }
  });
});
