import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { serializeAreas } from '#shared/geo/area.ts';
import { MAX_NEW_HOMES, MAX_SAVED_SEARCHES } from '#shared/limits.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { Role } from '#shared/schemas/user.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { hashToken, type SignedIn } from '#server/http/endpoints/authentication.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { confirmAddress, readToken } from './alerts/alerts.fixture.ts';
import { createSavedSearchService } from './saved-search-service.ts';

const HOUR_MS = 60 * 60 * 1000;
const SEARCH = { status: 'For Sale', city: 'Austin', state: 'TX', bedrooms: 2, maxPrice: 500_000 };
const BODY = { search: SEARCH, frequency: 'never' };

let server: TestApp;
let people: Record<Role, TestUser>;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.waitUntilIdle();
  server.emails.length = 0;
  ann = await server.addUser();
});

const save = (body: object = BODY, as = ann) =>
  server.ok(endpoints.createSavedSearch, { as, body });
const paramsOf = ({ _id }: { _id: string }) => ({ params: { id: _id } });

/** A star-shaped area, in which each side crosses nearly all others. */
const STAR_AREA = serializeAreas([
  Array.from({ length: 199 }, (_, index) => {
    const angle = (2 * Math.PI * index * 99) / 199;
    return { latitude: 30 + Math.sin(angle), longitude: -97 + Math.cos(angle) };
  }),
]);

describe('POST /saved-searches', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.createSavedSearch, people, { body: BODY }));

  test('names a search after its filters unless the user names it', async () => {
    const now = server.clock.now().toISOString();
    const savedSearch = await save({
      ...BODY,
      search: { ...SEARCH, page: 3, sort: 'price_asc', view: 'map' },
    });
    expect(savedSearch).toStrictEqual({
      _id: savedSearch._id,
      name: 'For sale in Austin, TX, 2+ beds, up to $500,000',
      search: SEARCH,
      frequency: 'never',
      timeZone: 'UTC',
      newCount: 0,
      seenAt: now,
      createdAt: now,
    });
    expect(await save({ ...BODY, name: ' Ours ', timeZone: 'Europe/Berlin' })).toMatchObject({
      name: 'Ours',
      timeZone: 'Europe/Berlin',
    });
    // The first time zone sent becomes the account's.
    expect(await server.ok(endpoints.getPreferences, { as: ann })).toEqual({
      emailConfirmed: false,
      alertsOnFavorites: true,
      timeZone: 'Europe/Berlin',
    });
  });

  test.each<[string, object, string]>([
    ['an unknown filter', { search: { color: 'red' } }, 'search.color'],
    ['an invalid value', { search: { bedrooms: -1 } }, 'search.bedrooms'],
    ['a missing search', { search: undefined }, 'search'],
    [
      'a search with too many filters, without describing each',
      { search: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [index, {}])) },
      'search',
    ],
    [
      'a search that is too long for a URL',
      { search: { features: `pool${','.repeat(14_000)}` } },
      'search',
    ],
    ['an area that crosses itself too often', { search: { area: STAR_AREA } }, 'search.area'],
    ['an unknown frequency', { frequency: 'hourly' }, 'frequency'],
    ['an unknown time zone', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['an empty name', { name: ' ' }, 'name'],
    [
      'alerts without a place, keyword, or agent',
      { search: { status: 'For Rent' }, frequency: 'daily' },
      'search',
    ],
  ])('rejects %s', async (_name, changes, path) => {
    const body = { ...BODY, ...changes };
    const rejection = await server.error(endpoints.createSavedSearch, { as: ann, body });
    expect(rejection.code).toBe('VALIDATION_FAILED');
    expect(rejection.errors?.map((error) => error.path)).toEqual([path]);
    expect(await server.ok(endpoints.listSavedSearches, { as: ann })).toEqual([]);
  });

  test('accepts at most a hundred searches, even with concurrent requests', async () => {
    for (let count = 0; count < MAX_SAVED_SEARCHES - 1; count += 1) await save();
    const statuses = await Promise.all(
      [1, 2].map(() => server.status(endpoints.createSavedSearch, { as: ann, body: BODY })),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test('emails one confirmation link for the first alerts', async () => {
    await save();
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
    await save({ ...BODY, frequency: 'daily' });
    await save({ ...BODY, frequency: 'instant' });
    await server.waitUntilIdle();
    expect(server.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [ann.email, 'Confirm your alerts from Doorstep'],
    ]);
    expect(server.emails[0]?.text).not.toContain(ann.name);
  });
});

test.each([
  ['searches', endpoints.createSavedSearch, endpoints.deleteSavedSearch, BODY],
  ['shortlists', endpoints.createShortlist, endpoints.deleteShortlist, { name: 'Ours' }],
] as const)(
  'an account can create a limited number of %s per hour',
  async (_name, add, remove, body) => {
    const limit = { max: 2, seconds: 3_600 };
    const limitedServer = await startTestApp({
      db: server.db,
      readDb: server.db,
      rateLimits: {
        ...DEFAULT_RATE_LIMITS,
        newSearchesPerAccount: limit,
        newShortlistsPerAccount: limit,
      },
    });
    const request = { as: ann, body } as Parameters<typeof limitedServer.status>[1];
    for (let count = 0; count < 2; count += 1) {
      const { _id } = await limitedServer.ok(add, request);
      await limitedServer.ok(remove, { as: ann, params: { id: _id } });
    }
    expect(await limitedServer.status(add, request)).toBe(429);
    expect(await limitedServer.status(add, { ...request, as: await server.addUser() })).toBe(201);
    await limitedServer.close();
  },
);

test('lists the filters in a generated name in a fixed order, and updates the name when they change', async () => {
  const search = { maxPrice: 500_000, minSqft: 900, city: 'Austin', bedrooms: 2 };
  const savedSearch = await save({ ...BODY, search });
  expect(savedSearch.name).toBe('Homes in Austin, 2+ beds, up to $500,000, from 900 sqft');
  // A generated name changes with the filters.
  const body = { search: { city: 'Boston' } };
  const changedSearch = await server.ok(endpoints.changeSavedSearch, {
    as: ann,
    ...paramsOf(savedSearch),
    body,
  });
  expect(changedSearch.name).toBe('Homes in Boston');
});

test('an unconfirmed address receives at most three links a day', async () => {
  for (let count = 0; count < 5; count += 1) {
    await save({ ...BODY, frequency: 'daily' });
    await server.waitUntilIdle();
  }
  expect(server.emails).toHaveLength(3);
});

const createService = (now: () => Date) =>
  createSavedSearchService({ db: server.db, now, costRates: DEFAULT_COST_RATES });

test('stops counting homes for saved searches when the client disconnects', async () => {
  for (let count = 0; count < 3; count += 1) await save();
  const { list } = createService(server.clock.now);
  let checks = 0;
  const { searches, total } = await list(ann._id, { page: 1, limit: 24 }, () => {
    checks += 1;
    return checks > 1;
  });
  expect({ searches: searches.length, total }).toEqual({ searches: 1, total: 3 });
});

test('changes do not count new homes in their transaction', async () => {
  const { _id: id } = await save();
  const service = createService(server.clock.now);
  const requester = { key: 'test' };
  const actor = { ...ann, tokenHash: hashToken(ann.token), requester } as unknown as SignedIn;
  await server.db.transaction().execute(async (transaction) => {
    // Counting new homes would wait for this lock.
    await sql`lock table properties in access exclusive mode`.execute(transaction);
    await service.change(actor, id, { name: 'Renamed' });
    await service.markSeen(actor, id);
  });
  const params = { id };
  expect(await server.ok(endpoints.getSavedSearch, { as: ann, params })).toMatchObject({
    name: 'Renamed',
    newCount: 0,
  });
});

test('stops counting new homes after half a second', async () => {
  for (let count = 0; count < 3; count += 1) await save();
  let time = 0;
  const service = createService(() => new Date((time += 300)));
  const { searches } = await service.list(ann._id, { page: 1, limit: 24 }, () => false);
  expect(searches.map(({ newCount }) => newCount)).toEqual([0, null, null]);
});

describe('GET /saved-searches', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.listSavedSearches, people));

  test('lists the caller’s searches in pages, newest first, with counts of new homes', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const first = await save();
    const second = await save({ ...BODY, search: { searchTerm: 'gazebo' } });
    await save(BODY, people.user);
    await server.clock.advance(1_000);
    const home = {
      city: 'AUSTIN',
      state: 'Texas',
      price: 400_000,
      bedrooms: 3,
      status: 'For Sale',
    } as const;
    await server.addProperty(agent, {
      ...home,
      created_at: server.clock.now(),
      description: 'With a gazebo in the garden.',
    });
    await server.addProperty(agent, { ...home, price: 600_000, created_at: server.clock.now() });
    const { body, headers } = await server.send(endpoints.listSavedSearches, { as: ann });
    expect(body.map(({ _id, newCount }) => [_id, newCount])).toEqual([
      [second._id, 1],
      [first._id, 1],
    ]);
    expect(headers['x-total-count']).toBe('2');
    expect(headers['cache-control']).toBe('no-store');
    const page = await server.ok(endpoints.listSavedSearches, {
      as: ann,
      query: { limit: 1, page: 2 },
    });
    expect(page.map(({ _id }) => _id)).toEqual([first._id]);
  });

  test('counts small and large numbers of homes in drawn areas', async () => {
    const agent = await server.addUser({ role: 'agent' });
    // Two triangles in one box.
    const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
    const areas = [
      [corner(40, -80), corner(40.1, -80), corner(40, -79.9)],
      [corner(40.1, -79.9), corner(40.1, -79.91), corner(40.09, -79.9)],
    ];
    const { _id } = await save({ ...BODY, search: { area: serializeAreas(areas), bedrooms: 2 } });
    await server.clock.advance(1_000);
    const home = { created_at: server.clock.now(), bedrooms: 2 };
    const inside = [corner(40.01, -79.99), corner(40.099, -79.901)];
    const outside = [corner(40.07, -79.93), corner(40.2, -79.99)];
    const readNewCount = async () =>
      (await server.ok(endpoints.getSavedSearch, { as: ann, params: { id: _id } })).newCount;
    for (const position of [...inside, ...outside])
      await server.addProperty(agent, { ...home, ...position });
    await server.addProperty(agent, { ...home, ...inside[0], bedrooms: 1 });
    expect(await readNewCount()).toBe(2);
    const addHomesInBox = async (count: number, insideInterval: number) => {
      const rows = Array.from({ length: count }, (_, number) =>
        buildPropertyRow(agent._id, {
          ...home,
          latitude: number % insideInterval === 0 ? 40.001 : 40.091,
          longitude: -79.95,
        }),
      );
      await server.db.insertInto('properties').values(rows).execute();
    };
    await addHomesInBox(600, 2);
    expect(await readNewCount()).toBe(302);
    // More homes than are compared with drawn areas in memory.
    await addHomesInBox(1_000, 10);
    expect(await readNewCount()).toBe(402);
    await addHomesInBox(200, 1);
    expect(await readNewCount()).toBe(MAX_NEW_HOMES);
  });

  test('counts homes with the configured interest rate', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const service = createSavedSearchService({
      db: server.db,
      now: () => server.clock.now(),
      costRates: { ...DEFAULT_COST_RATES, mortgageRate: 30 },
    });
    const { _id } = await save({ ...BODY, search: { city: 'Ratetown', maxMonthly: 4_000 } });
    await server.clock.advance(1_000);
    await server.addProperty(agent, {
      city: 'Ratetown',
      status: 'For Sale',
      price: 400_000,
      created_at: server.clock.now(),
    });
    expect(
      (await server.ok(endpoints.getSavedSearch, { as: ann, ...paramsOf({ _id }) })).newCount,
    ).toBe(1);
    expect((await service.get(ann._id, _id)).newCount).toBe(0);
  });
});

describe('POST /saved-searches/:id/seen', () => {
  test('resets the count of new homes, for the search’s owner only', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const savedSearch = await save({ ...BODY, search: { city: 'Seenville' } });
    await server.clock.advance(1_000);
    await server.addProperty(agent, { city: 'Seenville', created_at: server.clock.now() });
    expect(
      (await server.ok(endpoints.getSavedSearch, { as: ann, ...paramsOf(savedSearch) })).newCount,
    ).toBe(1);
    expect(
      await server.status(endpoints.markSavedSearchSeen, {
        as: people.admin,
        ...paramsOf(savedSearch),
      }),
    ).toBe(404);
    const seenSearch = await server.ok(endpoints.markSavedSearchSeen, {
      as: ann,
      ...paramsOf(savedSearch),
    });
    expect(seenSearch).toMatchObject({ newCount: 0, seenAt: server.clock.now().toISOString() });
    await server.expectGuarded(endpoints.markSavedSearchSeen, people, paramsOf(savedSearch));
  });
});

describe('GET /saved-searches/:id', () => {
  test('requires the owner', async () => {
    const savedSearch = await save();
    expect(
      await server.ok(endpoints.getSavedSearch, { as: ann, ...paramsOf(savedSearch) }),
    ).toEqual(savedSearch);
    for (const as of [people.user, people.admin]) {
      expect(await server.status(endpoints.getSavedSearch, { as, ...paramsOf(savedSearch) })).toBe(
        404,
      );
    }
    expect(await server.status(endpoints.getSavedSearch, { as: ann, params: { id: 'x' } })).toBe(
      404,
    );
    await server.expectGuarded(endpoints.getSavedSearch, people, paramsOf(savedSearch));
  });
});

describe('PATCH /saved-searches/:id', () => {
  test('changes only the submitted values, and renames the search unless the user named it', async () => {
    const savedSearch = await save();
    const change = (body: object, as = ann) =>
      server.ok(endpoints.changeSavedSearch, { as, ...paramsOf(savedSearch), body });
    expect(await change({ search: { city: 'Boston' } })).toMatchObject({
      name: 'Homes in Boston',
      search: { city: 'Boston' },
      frequency: 'never',
    });
    expect(await change({ name: 'Mine', frequency: 'weekly' })).toMatchObject({
      name: 'Mine',
      frequency: 'weekly',
    });
    expect(await change({ search: { zipCode: '78704' } })).toMatchObject({ name: 'Mine' });
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
  });

  test('rejects other users, invalid values, and alerts without a place, keyword, or agent', async () => {
    const savedSearch = await save({ ...BODY, frequency: 'daily' });
    const status = (body: object, as = ann) =>
      server.status(endpoints.changeSavedSearch, { as, ...paramsOf(savedSearch), body });
    expect(await status({ name: 'Theirs' }, people.admin)).toBe(404);
    expect(await status({ search: { bedrooms: 'many' } })).toBe(400);
    expect(await status({ search: {} })).toBe(400);
    expect(
      await server.ok(endpoints.getSavedSearch, { as: ann, ...paramsOf(savedSearch) }),
    ).toEqual(savedSearch);
    await server.expectGuarded(endpoints.changeSavedSearch, people, {
      ...paramsOf(savedSearch),
      body: {},
    });
  });
});

describe('DELETE /saved-searches/:id', () => {
  test('requires the owner', async () => {
    const savedSearch = await save();
    const remove = (as = ann) =>
      server.status(endpoints.deleteSavedSearch, { as, ...paramsOf(savedSearch) });
    expect(await remove(people.admin)).toBe(404);
    expect(await remove()).toBe(204);
    expect(await remove()).toBe(404);
    await server.expectGuarded(endpoints.deleteSavedSearch, people, paramsOf(savedSearch));
  });
});

describe('GET /users/profile/preferences', () => {
  test('requires a signed-in user', () => server.expectGuarded(endpoints.getPreferences, people));

  test('reports the address as confirmed until it changes, which sends a new link', async () => {
    await save({ ...BODY, frequency: 'daily' });
    await confirmAddress(server, ann);
    const isConfirmed = async () =>
      (await server.ok(endpoints.getPreferences, { as: ann })).emailConfirmed;
    expect(await isConfirmed()).toBe(true);
    server.emails.length = 0;
    const form = new FormData();
    form.append('name', ann.name);
    form.append('email', `new-${ann.email}`);
    await server.ok(endpoints.changeProfile, { as: ann, form });
    expect(await isConfirmed()).toBe(false);
    await server.waitUntilIdle();
    // The previous address is notified of the change.
    const addresses = server.emails.map(({ to }) => to).toSorted();
    expect(addresses).toEqual([`new-${ann.email}`, ann.email]);
    await server.ok(endpoints.confirmAlert, {
      body: { token: readToken(server, 'alerts/confirm') },
    });
    expect(await isConfirmed()).toBe(true);
  });
});

describe('PUT /users/profile/preferences', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.changePreferences, people, { body: {} }));

  test('changes only the submitted values and never emailConfirmed', async () => {
    const savedSearch = await save();
    const put = (body: object) => server.ok(endpoints.changePreferences, { as: ann, body });
    const expected = { emailConfirmed: false, alertsOnFavorites: false, timeZone: 'UTC' };
    expect(await put({ alertsOnFavorites: false, emailConfirmed: true })).toEqual(expected);
    const inKolkata = { ...expected, timeZone: 'Asia/Kolkata' };
    expect(await put({ timeZone: 'Asia/Kolkata' })).toEqual(inKolkata);
    expect(
      (await server.ok(endpoints.getSavedSearch, { as: ann, ...paramsOf(savedSearch) })).timeZone,
    ).toBe('Asia/Kolkata');
    for (const body of [{ timeZone: '+01:00' }, { alertsOnFavorites: 'no' }]) {
      expect(await server.status(endpoints.changePreferences, { as: ann, body })).toBe(400);
    }
    expect(await server.ok(endpoints.getPreferences, { as: ann })).toEqual(inKolkata);
  });
});

test('a confirmation link is valid for two days even if its email is delayed', async () => {
  const body = { email: 'patient@example.org', search: { city: 'Austin' }, frequency: 'daily' };
  server.mailFailure.error = new Error('The mail server is unavailable');
  await server.ok(endpoints.createAlert, { body, ip: '203.0.113.78' });
  await server.waitUntilIdle();
  await server.clock.advance(20 * HOUR_MS);
  server.mailFailure.error = null;
  await server.waitUntilIdle();
  const query = { token: readToken(server, 'alerts/confirm') };
  await server.clock.advance(47 * HOUR_MS);
  await server.runJobs();
  await server.ok(endpoints.getAlertToConfirm, { query });
  await server.clock.advance(2 * HOUR_MS);
  await server.runJobs();
  const remaining = server.db
    .selectFrom('saved_searches')
    .select('id')
    .where('email', '=', body.email);
  expect(await remaining.execute()).toEqual([]);
});

test('unconfirmed alerts are deleted after two days, and links when they expire', async () => {
  await save({ ...BODY, frequency: 'daily' });
  const body = { email: 'late@example.org', search: { city: 'Austin' }, frequency: 'daily' };
  await server.ok(endpoints.createAlert, { body, ip: '203.0.113.77' });
  await server.waitUntilIdle();
  await server.clock.advance(49 * HOUR_MS);
  await server.runJobs();
  expect(
    await server.db
      .selectFrom('saved_searches')
      .select('id')
      .where('email', 'is not', null)
      .execute(),
  ).toEqual([]);
  expect(
    await server.db
      .selectFrom('alert_tokens')
      .select('purpose')
      .where('expires_at', '<', server.clock.now())
      .execute(),
  ).toEqual([]);
});
