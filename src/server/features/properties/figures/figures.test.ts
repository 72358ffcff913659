import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { DEFAULT_RATE_LIMITS } from '../../../http/limits/rate-limits.ts';
import { addOffice, addOfficeAgent } from '../../offices/office.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { countView, getFigures, getSimilarFigures } = endpoints;
const DAY_MS = 24 * 60 * 60 * 1000;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let server: TestApp;
let people: Record<Role, TestUser>;
let agent: TestUser;
let otherAgent: TestUser;
let id: string;

beforeAll(async () => {
  server = await startTestApp({
    rateLimits: { ...DEFAULT_RATE_LIMITS, viewsPerIp: { max: 30, seconds: 3_600 } },
  });
  return () => server.close();
});
beforeEach(async () => {
  people = await server.addPeople();
  agent = people.agent;
  otherAgent = await server.addUser({ role: 'agent' });
  id = await addListing(agent);
});

async function addListing(as: TestUser, facts: Parameters<TestApp['addProperty']>[1] = {}) {
  return server.addProperty(as, { ...facts, created_at: server.clock.now() });
}

type ViewOptions = { ip?: string; as?: TestUser; headers?: Record<string, string> };
let lastAddress = 0;
/** Views a listing, by default from a new IP address. */
async function view({ ip, as, headers = {} }: ViewOptions = {}, propertyId = id) {
  lastAddress += 1;
  const { body, headers: responseHeaders } = await server.send(countView, {
    as,
    params: { id: propertyId },
    ip: ip ?? `198.51.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: { 'user-agent': BROWSER, ...headers },
  });
  expect(body).toBeNull();
  expect(responseHeaders['set-cookie']).toBeUndefined();
}
const readFigures = (days?: number, propertyId = id) =>
  server.ok(getFigures, {
    as: agent,
    params: { id: propertyId },
    query: days === undefined ? {} : { days },
  });
const readViewCount = async () => (await readFigures()).totals.views;

describe('POST /properties/:id/view', () => {
  test('counts a visitor once a day', async () => {
    await view({ ip: '192.0.2.1' });
    await view({ ip: '192.0.2.1' });
    expect(await readViewCount()).toBe(1);
    await view({ ip: '192.0.2.1' });
    await view({ ip: '192.0.2.2' });
    await view({ ip: '192.0.2.1', headers: { 'user-agent': `${BROWSER} Edg/140.0` } });
    expect(await readViewCount()).toBe(3);
    // Signed-in users count as visitors.
    await view({ as: people.user });
    await view({ as: otherAgent });
    expect(await readViewCount()).toBe(5);

    await server.clock.advance(DAY_MS);
    await view({ ip: '192.0.2.1' });
    expect((await readFigures()).days.map(({ views }) => views)).toEqual([5, 1]);
  });

  test('counts each listing separately', async () => {
    const second = await addListing(agent);
    await view({ ip: '192.0.2.1' });
    await view({ ip: '192.0.2.1' }, second);
    expect(await readViewCount()).toBe(1);
    expect((await readFigures(30, second)).totals.views).toBe(1);
  });

  test.each<[string, () => ViewOptions]>([
    ['a bot', () => ({ headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } })],
    ['an HTTP client', () => ({ headers: { 'user-agent': 'curl/8.5.0' } })],
    ['a browser with Global Privacy Control', () => ({ headers: { 'sec-gpc': '1' } })],
    ['the listing’s agent', () => ({ as: agent })],
    ['an admin', () => ({ as: people.admin })],
  ])('does not count %s', async (_name, viewOptions) => {
    await view(viewOptions());
    expect(await readViewCount()).toBe(0);
  });

  test('does not count managers of the agent’s office, who can read the figures', async () => {
    const office = await addOffice(server, `Office ${id}`);
    const member = await addOfficeAgent(server, office);
    const manager = await addOfficeAgent(server, office, 'manager');
    const home = await addListing(member);
    await view({ as: manager }, home);
    await view({ as: await addOfficeAgent(server, office) }, home);
    const figures = await server.ok(getFigures, { as: manager, params: { id: home } });
    expect(figures.totals.views).toBe(1);
    expect((await server.error(getFigures, { as: manager, params: { id } })).status).toBe(404);
  });

  test('returns 404 for an unknown listing', async () => {
    for (const unknownId of ['999999', 'abc']) {
      const error = await server.error(countView, { params: { id: unknownId } });
      expect(error.status).toBe(404);
    }
  });

  test('is limited per IP address across processes', async () => {
    const ip = '203.0.113.7';
    for (let count = 0; count < 20; count += 1) await view({ ip });
    await readFigures();
    // Simulates five views that another process counted.
    await server.db
      .updateTable('rate_limits')
      .set(({ eb }) => ({ points: eb('points', '+', 5) }))
      .where('key', 'like', 'views:%')
      .where('points', '=', 20)
      .execute();
    await view({ ip });
    await readFigures();
    for (let count = 0; count < 4; count += 1) await view({ ip });
    const request = { params: { id }, ip, headers: { 'user-agent': BROWSER } };
    const error = await server.error(countView, request);
    expect(error).toMatchObject({ status: 429 });
    expect(Number(error.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await readViewCount()).toBe(1);
  });

  test('is limited per IPv6 /48', async () => {
    for (let count = 0; count < 300; count += 1) await view({ ip: `2001:db8:1:${count % 10}::1` });
    const rejection = await server.error(countView, {
      params: { id },
      ip: '2001:db8:1:10::1',
      headers: { 'user-agent': BROWSER },
    });
    expect(rejection.status).toBe(429);
    await view({ ip: '2001:db8:2::1' });
  });

  test('deletes the salts of past days with the next view or by a job', async () => {
    await view();
    await readFigures();
    const readSalts = () => server.db.selectFrom('view_salts').selectAll().execute();
    const [before] = await readSalts();
    await server.clock.advance(DAY_MS);
    await view();
    await readFigures();
    const after = await readSalts();
    expect(after).toHaveLength(1);
    expect(after[0]?.salt).not.toEqual(before?.salt);
    expect(after[0]?.salt).toHaveLength(32);

    await server.clock.advance(DAY_MS);
    await server.runJobs();
    expect(await readSalts()).toEqual([]);
    expect(await server.db.selectFrom('counted_views').selectAll().execute()).toEqual([]);
    expect((await readFigures()).totals.views).toBe(2);
  });

  test('drops views of a listing that is deleted before they are written', async () => {
    const propertyToDelete = await addListing(agent);
    await view({}, propertyToDelete);
    await view();
    await server.ok(endpoints.deleteProperty, { as: agent, params: { id: propertyToDelete } });
    expect(await readViewCount()).toBe(1);
  });
});

describe('GET /properties/:id/figures', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    await server.expectGuarded(getFigures, people, { params: { id } });
    const error = await server.error(getFigures, { as: otherAgent, params: { id } });
    expect(error.status).toBe(404);
    expect(await server.ok(getFigures, { as: people.admin, params: { id } })).toMatchObject({
      totals: { views: 0 },
    });
    const rejection = await server.error(getFigures, { as: agent, params: { id: '999999' } });
    expect(rejection.status).toBe(404);
  });

  test('counts by UTC day, from the listing’s first day', async () => {
    expect(await readFigures()).toEqual({
      days: [{ date: today(), views: 0, saves: 0, inquiries: 0, tours: 0 }],
      totals: { views: 0, saves: 0, inquiries: 0, tours: 0 },
    });
    await server.clock.advance(2 * DAY_MS);
    people = await server.addPeople();
    const save = { as: people.user, params: { id }, body: {} };
    await server.ok(endpoints.saveFavorite, save);
    await server.ok(endpoints.deleteFavorite, { as: people.user, params: { id } });
    await server.ok(endpoints.saveFavorite, { ...save, as: await server.addUser() });
    const message = 'Is the home still available?';
    await server.ok(endpoints.ask, { as: people.user, params: { id }, body: { message } });
    await view();
    agent = people.admin;
    const figures = await readFigures(2);
    expect(figures.days).toEqual([
      { date: today(-1), views: 0, saves: 0, inquiries: 0, tours: 0 },
      { date: today(), views: 1, saves: 2, inquiries: 1, tours: 0 },
    ]);
    expect(figures.totals).toEqual({ views: 1, saves: 2, inquiries: 1, tours: 0 });
    expect((await readFigures()).days).toHaveLength(3);
    expect((await readFigures(365)).days).toHaveLength(3);
  });

  test('can be read for hidden listings and drafts', async () => {
    await view();
    expect(await readViewCount()).toBe(1);
    await sql`update properties set is_displayed = false where id = ${id}`.execute(server.db);
    expect((await readFigures()).totals).toMatchObject({ views: 1 });
    const form = new FormData();
    form.append('title', 'A draft');
    form.append('publishState', 'draft');
    const draft = await server.ok(endpoints.createProperty, { as: agent, form });
    const noFigures = { views: 0, saves: 0, inquiries: 0, tours: 0 };
    expect((await readFigures(1, draft._id)).totals).toEqual(noFigures);
    const request = { as: agent, params: { id: draft._id }, query: { days: 1 } };
    expect(await server.ok(getSimilarFigures, request)).toMatchObject({ homeCount: 0 });
    for (const endpoint of [getFigures, getSimilarFigures]) {
      const error = await server.error(endpoint, { as: otherAgent, params: { id: draft._id } });
      expect(error.status).toBe(404);
    }
  });

  test.each(['0', '366', 'x', '1.5'])('rejects %s days', async (days) => {
    const error = await server.error(getFigures, { as: agent, params: { id }, query: { days } });
    expect(error).toMatchObject({ status: 400, errors: [{ path: 'days' }] });
  });
});

describe('GET /properties/:id/figures/similar', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    await server.expectGuarded(getSimilarFigures, people, { params: { id } });
    const error = await server.error(getSimilarFigures, { as: otherAgent, params: { id } });
    expect(error.status).toBe(404);
  });

  test('returns the medians of nearby homes at a similar price', async () => {
    const place = { latitude: 41.1, longitude: -112.2, price: 500_000 };
    const home = await addListing(agent, place);
    const nearbyHomes = [
      await addListing(otherAgent, { ...place, latitude: 41.15 }),
      await addListing(otherAgent, { ...place, price: 400_000 }),
    ];
    const readSimilar = async () =>
      server.ok(getSimilarFigures, { as: agent, params: { id: home }, query: { days: 1 } });
    expect(await readSimilar()).toEqual({
      homeCount: 2,
      days: [{ date: today(), views: null }],
    });

    nearbyHomes.push(await addListing(otherAgent, { ...place, price: 900_000 }));
    // None of these homes is similar.
    await addListing(otherAgent, { ...place, price: 2_000_000 });
    await addListing(otherAgent, { ...place, latitude: 42 });
    await addListing(otherAgent, { ...place, status: 'For Rent' });
    await addListing(otherAgent, { ...place, is_available: false });
    for (const [index, propertyId] of nearbyHomes.entries())
      for (let count = 0; count < index * 2; count += 1) await view({}, propertyId);
    await view({}, home);
    expect(await readSimilar()).toEqual({
      homeCount: 3,
      days: [{ date: today(), views: 2 }],
    });
  });

  test('excludes homes of the agent and the agent’s office, so that the medians do not reveal another home’s views', async () => {
    const place = { latitude: 43.1, longitude: -110.2, price: 500_000 };
    const office = await addOffice(server, `Similar homes of ${id}`);
    const member = await addOfficeAgent(server, office);
    const home = await addListing(member, place);
    await addListing(member, place);
    await addListing(await addOfficeAgent(server, office, 'manager'), place);
    await addListing(otherAgent, place);
    const readSimilar = async () =>
      server.ok(getSimilarFigures, { as: member, params: { id: home }, query: { days: 1 } });
    expect(await readSimilar()).toEqual({ homeCount: 1, days: [{ date: today(), views: null }] });
    await addListing(otherAgent, place);
    await addListing(agent, place);
    expect(await readSimilar()).toEqual({ homeCount: 3, days: [{ date: today(), views: 0 }] });
  });
});

describe('GET /properties/my-listings', () => {
  test('includes recent views, all saves, and all inquiries, and sorts by views and saves', async () => {
    const second = await addListing(agent);
    // Too old to count.
    const oldFigures = { property_id: id, day: today(-30), views: 5, saves: 0 };
    await server.db.insertInto('property_figures').values(oldFigures).execute();
    await server.ok(endpoints.saveFavorite, { as: people.user, params: { id }, body: {} });
    await view({}, second);
    await readFigures(30, second);
    const list = async (sort: string) => {
      const listings = await server.ok(endpoints.listMyProperties, { as: agent, query: { sort } });
      return listings.map(({ _id, figures }) => [_id, figures.views, figures.saves]);
    };
    const [firstEntry, secondEntry] = [
      [id, 0, 1],
      [second, 1, 0],
    ];
    expect(await list('views_desc')).toEqual([secondEntry, firstEntry]);
    expect(await list('views_asc')).toEqual([firstEntry, secondEntry]);
    expect(await list('saves_desc')).toEqual([firstEntry, secondEntry]);
    expect(await list('saves_asc')).toEqual([secondEntry, firstEntry]);
    const query = { sort: 'views_desc' };
    const sortedBySaves = { as: agent, query: { sort: 'saves_desc' } };
    const readInquiryCounts = async () =>
      (await server.ok(endpoints.listMyProperties, sortedBySaves)).map(
        (property) => property.figures.inquiries,
      );
    expect(await readInquiryCounts()).toEqual([0, 0]);
    await server.ok(endpoints.ask, {
      as: people.user,
      params: { id },
      body: { message: 'Is the garden included?' },
    });
    expect(await readInquiryCounts()).toEqual([1, 0]);
    const error = await server.error(endpoints.listAllProperties, { as: people.admin, query });
    expect(error.status).toBe(400);
  });
});

/** Returns the test clock's day plus an offset in days. */
const today = (offset = 0) =>
  new Date(server.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
