import { beforeAll, describe, expect, test } from 'vitest';
import ICAL from 'ical.js';
import { endpoints } from '#shared/api-endpoints.ts';
import type { CallOptions, TestApp, TestUser } from '#tests/helpers/test-app.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '#server/http/limits/rate-limits.ts';
import { addTourAgent, book, byToken, NEXT_SLOT, buildVisitor, SLOT } from './tour.fixture.ts';

const HIGH_LIMIT = { max: 10_000, seconds: 3_600 };

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
beforeAll(async () => {
  server = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      toursPerSender: HIGH_LIMIT,
      tourChangesPerVisitor: HIGH_LIMIT,
    },
  });
  people = await server.addPeople();
  return () => server.close();
});

const HOUR_MS = 3_600_000;
const changeStatus = (agentOrToken: CallOptions, status: string) =>
  server.ok(endpoints.changeTour, { ...agentOrToken, body: { status } });

describe('GET /tours', () => {
  test('requires an agent or admin', async () => {
    await server.expectGuarded(endpoints.listTours, people);
  });

  test('lists the agent’s own tours by start, in pages, and filters by date and status', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const lateTour = await book(server, homeId, { start: '2026-03-05T16:00:00.000Z' });
    // The last slot of March 3 in Chicago.
    const earlyTour = await book(server, homeId, { start: '2026-03-03T22:30:00.000Z' });
    await book(server, (await addTourAgent(server)).homeId);
    const list = async (query: Record<string, string | number> = {}) =>
      server.send(endpoints.listTours, { as: agent, query });
    const all = await list();
    expect(all.body.map(({ _id }) => _id)).toEqual([earlyTour._id, lateTour._id]);
    expect(all.headers).toMatchObject({ 'x-total-count': '2', 'cache-control': 'no-store' });
    const listIds = async (query: Record<string, string | number>) =>
      (await list(query)).body.map(({ _id }) => _id);
    expect(await listIds({ from: '2026-03-03', to: '2026-03-03' })).toEqual([earlyTour._id]);
    expect(await listIds({ from: '2026-03-04' })).toEqual([lateTour._id]);
    expect(await listIds({ to: '2026-03-05' })).toEqual([earlyTour._id, lateTour._id]);
    expect(await listIds({ limit: 1, page: 2 })).toEqual([lateTour._id]);
    expect(await listIds({ status: 'requested' })).toEqual([]);
    for (const query of [{ from: 'x' }, { to: '2026-13-01' }, { status: 'unknown' }]) {
      expect((await server.error(endpoints.listTours, { as: agent, query })).status).toBe(400);
    }
  });
});

describe('GET /tours/mine', () => {
  test('requires a signed-in user', async () => {
    await server.expectGuarded(endpoints.listMyTours, people);
  });

  test('lists tours booked with the account, not those with its email address', async () => {
    const { homeId } = await addTourAgent(server);
    const user = await server.addUser();
    const ownTour = await book(server, homeId, { as: user });
    await book(server, homeId, { name: 'Another', email: user.email, start: NEXT_SLOT });
    const tours = await server.ok(endpoints.listMyTours, { as: user });
    expect(tours.map(({ _id }) => _id)).toEqual([ownTour._id]);
  });
});

describe('GET /tours/:id', () => {
  test('requires either party’s account or the link’s token', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const user = await server.addUser();
    const booking = await book(server, homeId, { as: user });
    const other = await book(server, homeId, { start: NEXT_SLOT });
    const params = { id: booking._id };
    for (const options of [{ as: agent, params }, { as: user, params }, byToken(booking)]) {
      const { body, headers } = await server.send(endpoints.getTour, options);
      expect(body._id).toBe(booking._id);
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    }
    expect((await server.error(endpoints.getTour, { params })).code).toBe('UNAUTHENTICATED');
    for (const options of [
      { params, as: people.user },
      { params, as: people.agent },
      { params, as: people.admin },
      { params, query: { token: other.token } },
      { params, query: { token: 'garbage' } },
      { params: { id: '999999' }, as: agent },
      { params: { id: 'x' }, as: agent },
    ]) {
      expect((await server.error(endpoints.getTour, options)).code).toBe('NOT_FOUND');
    }
  });

  test('contains neither a withheld address nor its ZIP+4 code', async () => {
    const { agent } = await addTourAgent(server);
    const homeId = await server.addProperty(agent, {
      address: '12 Elm Street',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701-4321',
      is_address_displayed: false,
    });
    const booking = await book(server, homeId);
    const { property } = await server.ok(endpoints.getTour, byToken(booking));
    expect(property.address).toBe('Address withheld, Austin, TX 78701');
  });
});

describe('GET /tours/:id/calendar.ics', () => {
  const read = async (options: CallOptions) => {
    const { body, headers } = await server.send(endpoints.getTourCalendar, options);
    const calendar = new ICAL.Component(ICAL.parse(body) as never);
    return { calendar, event: calendar.getFirstSubcomponent('vevent')!, headers };
  };

  test('publishes the same event to both parties, with an increasing sequence number', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await book(server, homeId);
    const first = await read(byToken(booking));
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(first.calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    const asAgent = await read({ as: agent, params: { id: booking._id } });
    expect(asAgent.event.toString()).toBe(first.event.toString());
    const before = new ICAL.Event(first.event);
    expect(before.startDate.toJSDate().toISOString()).toBe(SLOT);
    expect(first.event.getAllProperties('attendee')).toEqual([]);

    await server.ok(endpoints.changeTour, { ...byToken(booking), body: { start: NEXT_SLOT } });
    const after = new ICAL.Event((await read(byToken(booking))).event);
    expect(after.uid).toBe(before.uid);
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(after.startDate.toJSDate().toISOString()).toBe(NEXT_SLOT);
    await changeStatus(byToken(booking), 'canceled');
    const canceled = await read(byToken(booking));
    expect(canceled.event.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  test('rejects other callers', async () => {
    const { homeId } = await addTourAgent(server);
    const { _id } = await book(server, homeId);
    for (const as of [undefined, people.user, people.admin]) {
      const { code } = await server.error(endpoints.getTourCalendar, { as, params: { id: _id } });
      expect(code).toBe(as === undefined ? 'UNAUTHENTICATED' : 'NOT_FOUND');
    }
  });
});

describe('PATCH /tours/:id', () => {
  const expectRejection = (options: CallOptions) => server.error(endpoints.changeTour, options);

  test('rejects other callers', async () => {
    const { homeId } = await addTourAgent(server);
    const { _id } = await book(server, homeId);
    for (const as of [undefined, people.user, people.agent, people.admin]) {
      const options = { as, params: { id: _id }, body: { status: 'canceled' } };
      const code = as === undefined ? 'UNAUTHENTICATED' : 'NOT_FOUND';
      expect((await expectRejection(options)).code).toBe(code);
    }
  });

  test.each([{}, { status: 'requested' }, { start: 'soon' }, { status: 'canceled', start: SLOT }])(
    'rejects %j',
    async (body) => {
      const { homeId } = await addTourAgent(server);
      const booking = await book(server, homeId);
      expect((await expectRejection({ ...byToken(booking), body })).status).toBe(400);
      expect((await server.ok(endpoints.getTour, byToken(booking))).status).toBe('booked');
    },
  );

  test('lets only the agent confirm or decline a request', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const firstTour = await book(server, homeId);
    const secondTour = await book(server, homeId, { start: NEXT_SLOT });
    const byAgent = ({ _id }: { _id: string }) => ({ as: agent, params: { id: _id } });
    expect(
      (await expectRejection({ ...byToken(firstTour), body: { status: 'booked' } })).code,
    ).toBe('FORBIDDEN');
    expect((await changeStatus(byAgent(firstTour), 'booked')).status).toBe('booked');
    expect(
      (await expectRejection({ ...byAgent(firstTour), body: { status: 'booked' } })).status,
    ).toBe(409);
    expect((await changeStatus(byAgent(secondTour), 'declined')).status).toBe('declined');
    // The slot is free again.
    await book(server, homeId, { start: NEXT_SLOT });
    for (const body of [{ status: 'canceled' }, { start: '2026-03-04T16:00:00Z' }])
      expect((await expectRejection({ ...byAgent(secondTour), body })).status).toBe(409);
  });

  test('lets both parties cancel, which frees the slot', async () => {
    const { agent, homeId } = await addTourAgent(server);
    for (const party of ['agent', 'visitor']) {
      const booking = await book(server, homeId);
      const options =
        party === 'agent' ? { as: agent, params: { id: booking._id } } : byToken(booking);
      expect((await changeStatus(options, 'canceled')).status).toBe('canceled');
    }
    await book(server, homeId);
  });

  test('lets both parties move a tour, but only to a free slot', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await book(server, homeId);
    const other = await book(server, homeId, { start: NEXT_SLOT });
    const byAgent = { as: agent, params: { id: booking._id } };
    for (const start of [NEXT_SLOT, '2026-03-03T16:05:00Z', '2026-03-02T12:30:00Z']) {
      expect(await expectRejection({ ...byAgent, body: { start } })).toMatchObject({
        status: 409,
        message: 'That time has just been taken.',
      });
    }
    const start = '2026-03-04T16:00:00.000Z';
    const movedTour = await server.ok(endpoints.changeTour, { ...byAgent, body: { start } });
    expect(movedTour).toMatchObject({ start, end: '2026-03-04T16:30:00.000Z', status: 'booked' });
    // Uses a different UTC offset and moves the tour back to its original slot.
    const restoredTour = await server.ok(endpoints.changeTour, {
      ...byToken(booking),
      body: { start: '2026-03-03T10:00:00-06:00' },
    });
    expect(restoredTour).toMatchObject({ start: SLOT, status: 'booked' });
    expect((await server.ok(endpoints.getTour, byToken(other))).start).toBe(NEXT_SLOT);
  });

  test('rejects a change by a caller who saw another time', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const booking = await book(server, homeId);
    await server.ok(endpoints.changeTour, { ...byToken(booking), body: { start: NEXT_SLOT } });
    const byAgent = { as: agent, params: { id: booking._id } };
    for (const change of [{ status: 'booked' }, { status: 'canceled' }, { start: SLOT }]) {
      const body = { ...change, before: SLOT };
      expect(await expectRejection({ ...byAgent, body })).toMatchObject({
        status: 409,
        message: 'This tour was moved to another time.',
      });
    }
    const body = { status: 'booked', before: NEXT_SLOT };
    const confirmedTour = await server.ok(endpoints.changeTour, { ...byAgent, body });
    expect(confirmedTour).toMatchObject({ status: 'booked', start: NEXT_SLOT });
  });

  test('turns a visitor’s move into a request if the agent confirms tours', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const booking = await book(server, homeId);
    const byAgent = { as: agent, params: { id: booking._id } };
    await changeStatus(byAgent, 'booked');
    const movedTour = await server.ok(endpoints.changeTour, {
      ...byAgent,
      body: { start: NEXT_SLOT },
    });
    expect(movedTour.status).toBe('booked');
    const requestedTour = await server.ok(endpoints.changeTour, {
      ...byToken(booking),
      body: { start: SLOT },
    });
    expect(requestedTour).toMatchObject({ status: 'requested', start: SLOT });
  });

  test('rejects changes after the start', async () => {
    const testApp = await startTestApp();
    const { homeId } = await addTourAgent(testApp);
    const booking = await book(testApp, homeId, { start: '2026-03-02T15:00:00.000Z' });
    await testApp.clock.advance(3 * HOUR_MS);
    for (const body of [{ status: 'canceled' }, { start: SLOT }]) {
      const options = { ...byToken(booking), body };
      expect((await testApp.error(endpoints.changeTour, options)).status).toBe(409);
    }
    await testApp.close();
  });

  const startLimitedServer = (limits: Partial<RateLimits>) =>
    startTestApp({ rateLimits: { ...DEFAULT_RATE_LIMITS, ...limits } });
  const THIRD_SLOT = '2026-03-03T17:00:00.000Z';

  test('limits a visitor’s changes per hour, not counting rejected ones', async () => {
    const limitedServer = await startLimitedServer({
      tourChangesPerVisitor: { max: 1, seconds: 3_600 },
    });
    const { agent, homeId } = await addTourAgent(limitedServer);
    const booking = await book(limitedServer, homeId, buildVisitor());
    await book(limitedServer, homeId, { start: THIRD_SLOT });
    const buildMove = (start: string) => ({ ...byToken(booking), body: { start } });
    for (let count = 0; count < 2; count += 1) {
      expect((await limitedServer.error(endpoints.changeTour, buildMove(THIRD_SLOT))).status).toBe(
        409,
      );
    }
    await limitedServer.ok(endpoints.changeTour, buildMove(NEXT_SLOT));
    expect((await limitedServer.error(endpoints.changeTour, buildMove(SLOT))).status).toBe(429);
    const byAgent = { as: agent, params: { id: booking._id } };
    await limitedServer.ok(endpoints.changeTour, { ...byAgent, body: { start: SLOT } });
    await limitedServer.close();
  });

  test('limits an agent’s moves per hour but not cancellations', async () => {
    const limitedServer = await startLimitedServer({
      tourMovesPerAgent: { max: 1, seconds: 3_600 },
    });
    const { agent, homeId } = await addTourAgent(limitedServer);
    const user = await limitedServer.addUser();
    const { _id } = await book(limitedServer, homeId, { as: user });
    const byAgent = (body: object) => ({ as: agent, params: { id: _id }, body });
    await limitedServer.ok(endpoints.changeTour, byAgent({ start: NEXT_SLOT }));
    const rejection = await limitedServer.error(endpoints.changeTour, byAgent({ start: SLOT }));
    expect(rejection.status).toBe(429);
    const tour = await limitedServer.ok(endpoints.changeTour, byAgent({ status: 'canceled' }));
    expect(tour).toMatchObject({ start: NEXT_SLOT, status: 'canceled' });
    await limitedServer.close();
  });
});
