import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, NEXT_SLOT } from '../../tours/tour.fixture.ts';

const { listMyProperties, listAllProperties } = endpoints;
let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({ agent: { name: 'Ada King' } });
  const otherAgent = await server.addUser({ role: 'agent' });
  await server.addProperty(people.agent, {
    title: 'First home',
    address: '7 Elm Street',
    price: 100_000,
  });
  await server.addProperty(otherAgent, {
    title: 'Other agent’s home',
    status: 'For Rent',
    price: 2_000,
  });
  await server.addProperty(people.agent, {
    title: 'Sold home',
    is_available: false,
    price: 300_000,
  });
  return () => server.close();
});

describe('GET /properties/my-listings', () => {
  test('requires an agent or admin', async () => {
    await server.expectGuarded(listMyProperties, people);
  });

  test('lists the caller’s available and unavailable listings, newest first', async () => {
    const { body, headers } = await server.send(listMyProperties, { as: people.agent });
    expect(body.map(({ title }) => title)).toEqual(['Sold home', 'First home']);
    expect(headers['x-total-count']).toBe('2');
    expect(headers['cache-control']).toBe('no-store');
    expect(await server.ok(listMyProperties, { as: people.admin })).toEqual([]);
  });

  test('paginates', async () => {
    const { body, headers } = await server.send(listMyProperties, {
      as: people.agent,
      query: { page: 2, limit: 1 },
    });
    expect(body.map(({ title }) => title)).toEqual(['First home']);
    expect(headers['link']).toContain('rel="prev"');
    const error = await server.error(listMyProperties, {
      as: people.agent,
      query: { page: 0, limit: 'x' },
    });
    expect(error.errors?.map(({ path }) => path)).toEqual(['page', 'limit']);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ availability: 'false' }, ['Sold home']],
    [{ status: 'For Rent' }, []],
    [{ searchTerm: 'elm' }, ['First home']],
    // Another agent's listing never matches.
    [{ searchTerm: 'other' }, []],
    [{ agentId: '1' }, ['Sold home', 'First home']],
    [{ sort: 'createdAt_asc' }, ['First home', 'Sold home']],
    [{ sort: 'price_asc' }, ['First home', 'Sold home']],
    [{ sort: 'price_desc' }, ['Sold home', 'First home']],
  ])('filters or sorts by %o', async (query, titles) => {
    const results = await server.ok(listMyProperties, { as: people.agent, query });
    expect(results.map(({ title }) => title)).toEqual(titles);
  });
});

describe('GET /properties/all', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(listAllProperties, people);
  });

  test('lists all agents’ listings, newest first', async () => {
    const { body, headers } = await server.send(listAllProperties, { as: people.admin });
    expect(body.map(({ title }) => title)).toEqual([
      'Sold home',
      'Other agent’s home',
      'First home',
    ]);
    expect(body[0]?.agent.name).toBe('Ada King');
    expect(headers['x-total-count']).toBe('3');
  });

  test.each<[Record<string, string>, string[]]>([
    [{ status: 'For Rent' }, ['Other agent’s home']],
    [{ availability: 'true' }, ['Other agent’s home', 'First home']],
    [{ availability: 'false' }, ['Sold home']],
    [
      { availability: 'all', status: 'all', searchTerm: '' },
      ['Sold home', 'Other agent’s home', 'First home'],
    ],
    [{ searchTerm: 'elm street' }, ['First home']],
    [{ searchTerm: 'austin', availability: 'false' }, ['Sold home']],
    [{ searchTerm: 'zebra' }, []],
    // Incomplete words, as a user types.
    [{ searchTerm: 'elm str' }, ['First home']],
    [{ searchTerm: 'street el' }, []],
    [{ searchTerm: 'aus', availability: 'false' }, ['Sold home']],
    [{ searchTerm: '???' }, []],
    [{ searchTerm: "x'abc" }, []],
    [{ sort: 'createdAt_asc' }, ['First home', 'Other agent’s home', 'Sold home']],
    [{ sort: 'price_asc' }, ['Other agent’s home', 'First home', 'Sold home']],
    [{ sort: 'price_desc', availability: 'true' }, ['First home', 'Other agent’s home']],
    [{ sort: 'all' }, ['Sold home', 'Other agent’s home', 'First home']],
  ])('filters or sorts by %o', async (query, titles) => {
    const results = await server.ok(listAllProperties, { as: people.admin, query });
    expect(results.map(({ title }) => title)).toEqual(titles);
  });

  test('reports every invalid value', async () => {
    const error = await server.error(listAllProperties, {
      as: people.admin,
      query: { status: 'Sold', availability: 'maybe', limit: '0', sort: 'title' },
    });
    expect(error.errors?.map(({ path }) => path).toSorted()).toEqual([
      'availability',
      'limit',
      'sort',
      'status',
    ]);
  });
});

test('counts the upcoming tours, which would be canceled if the listing became unavailable', async () => {
  const { agent, homeId } = await addTourAgent(server);
  const tours = [await book(server, homeId), await book(server, homeId, { start: NEXT_SLOT })];
  const readCount = async () => {
    const [home] = await server.ok(listMyProperties, { as: agent });
    return home?.upcomingTours;
  };
  expect(await readCount()).toBe(2);
  const all = await server.ok(listAllProperties, {
    as: people.admin,
    query: { agentId: agent._id },
  });
  expect(all.map(({ upcomingTours }) => upcomingTours)).toEqual([2]);
  const [first] = tours;
  const body = { status: 'canceled' };
  await server.ok(endpoints.changeTour, { as: agent, params: { id: first?._id ?? '' }, body });
  expect(await readCount()).toBe(1);
  const home = await server.ok(endpoints.getProperty, { params: { id: homeId } });
  expect(home).not.toHaveProperty('upcomingTours');
});
