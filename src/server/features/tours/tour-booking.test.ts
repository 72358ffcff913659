import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { openDatabase } from '#server/database/database.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { lockAgentTours } from './tour-repository.ts';
import {
  addTourAgent,
  book,
  byToken,
  HOURS,
  buildVisitor,
  NEXT_SLOT,
  SLOT,
} from './tour.fixture.ts';

const HIGH_LIMIT = { ...DEFAULT_RATE_LIMITS, toursPerSender: { max: 10_000, seconds: 3_600 } };

const LONGEST_EMAIL = `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.org`;

let server: TestApp;
let user: TestUser;
beforeAll(async () => {
  server = await startTestApp({ rateLimits: HIGH_LIMIT });
  user = await server.addUser({ name: 'Uma User' });
  return () => server.close();
});

const expectRejection = (homeId: string, body: object, as?: TestUser) =>
  server.error(endpoints.bookTour, {
    as,
    params: { id: homeId },
    body: { start: SLOT, ...body },
  });

/**
 * Locks an agent's tours in another transaction. `waitForBooking` resolves when a booking or move
 * waits for the lock.
 */
async function lockTours(agentId: string) {
  const connection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  const transaction = await connection.db.startTransaction().execute();
  await lockAgentTours(transaction, agentId);
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      server.db,
    );
    return rows.length > 0;
  };
  return {
    waitForBooking: async () => {
      while (!(await isWaiting()));
    },
    release: async () => {
      await transaction.rollback().execute();
      await connection.db.destroy();
    },
  };
}

/** Returns the start of one of many slots, ten a day. */
const startOf = (number: number) =>
  new Date(Date.UTC(2026, 2, 3 + Math.floor(number / 10), 15, (number % 10) * 30)).toISOString();

const listAgentTours = (agent: TestUser) => server.ok(endpoints.listTours, { as: agent });

describe('POST /properties/:id/tours', () => {
  test('books a free slot for a visitor without an account', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const visitor = buildVisitor();
    const booking = await book(server, homeId, { ...visitor, phone: '555 0100' });
    expect(booking).toEqual({
      _id: expect.stringMatching(/^\d+$/) as string,
      status: 'booked',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    const tour = await server.ok(endpoints.getTour, byToken(booking));
    expect(tour).toStrictEqual({
      _id: booking._id,
      property: {
        _id: homeId,
        title: 'House by the lake',
        price: expect.any(Number) as number,
        image: null,
        address: expect.any(String) as string,
      },
      agent: { _id: agent._id, name: agent.name },
      ...visitor,
      phone: '555 0100',
      start: SLOT,
      end: NEXT_SLOT,
      timeZone: HOURS.timeZone,
      status: 'booked',
      createdAt: server.clock.now().toISOString(),
    });
    expect(await listAgentTours(agent)).toEqual([tour]);
  });

  test('uses the signed-in user’s name and email address', async () => {
    for (const input of [
      { name: 'Other', email: 'other@example.org' },
      // A form that was not filled in sends empty fields.
      { name: '', email: '' },
    ]) {
      const { homeId } = await addTourAgent(server);
      const booking = await book(server, homeId, { as: user, ...input });
      const tour = await server.ok(endpoints.getTour, { as: user, params: { id: booking._id } });
      expect(tour).toMatchObject({ name: 'Uma User', email: user.email });
    }
  });

  test('creates a request that reserves the time if the agent confirms tours', async () => {
    const { homeId } = await addTourAgent(server, { mode: 'request' });
    expect((await book(server, homeId)).status).toBe('requested');
    const { status, message } = await expectRejection(homeId, buildVisitor());
    expect({ status, message }).toEqual({
      status: 409,
      message: 'That time has just been taken.',
    });
  });

  test.each([
    ['not at the start of a slot', '2026-03-03T16:10:00Z'],
    ['at night', '2026-03-03T08:00:00Z'],
    ['too soon', '2026-03-02T12:30:00Z'],
    ['too far ahead', '2026-03-17T16:00:00Z'],
    ['in the past', '2026-02-20T16:00:00Z'],
  ])('rejects a start %s', async (_name, start) => {
    const { agent, homeId } = await addTourAgent(server);
    const { status, message } = await expectRejection(homeId, { ...buildVisitor(), start });
    expect({ status, message }).toEqual({
      status: 409,
      message: 'That time has just been taken.',
    });
    expect(await listAgentTours(agent)).toEqual([]);
  });

  test.each([
    [{ start: 'soon' }, 'start'],
    [{ start: '9999-12-31T23:00:00-23:59' }, 'start'],
    [{ name: undefined }, 'name'],
    [{ name: 'x' }, 'name'],
    [{ email: undefined }, 'email'],
    [{ email: 'invalid' }, 'email'],
    [{ phone: '1'.repeat(31) }, 'phone'],
    [{ message: 'x'.repeat(5_001) }, 'message'],
  ])('rejects %j', async (change, path) => {
    const { agent, homeId } = await addTourAgent(server);
    const { status, errors } = await expectRejection(homeId, { ...buildVisitor(), ...change });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
    expect(await listAgentTours(agent)).toEqual([]);
  });

  test('accepts the longest possible email address', async () => {
    const { homeId } = await addTourAgent(server);
    const booking = await book(server, homeId, { name: 'Lena Long', email: LONGEST_EMAIL });
    expect((await server.ok(endpoints.getTour, byToken(booking))).email).toBe(LONGEST_EMAIL);
    const body = { email: LONGEST_EMAIL, search: { city: 'Austin' }, frequency: 'daily' };
    await server.ok(endpoints.createAlert, { body });
  });

  test('rejects the user’s own home, an unavailable home, and a nonexistent home', async () => {
    const { agent, homeId } = await addTourAgent(server);
    expect((await expectRejection(homeId, {}, agent)).status).toBe(409);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeId } });
    expect((await expectRejection(homeId, buildVisitor())).message).toBe(
      'This home is no longer available.',
    );
    expect((await expectRejection('999999', buildVisitor())).status).toBe(404);
  });

  test('is limited to three upcoming tours per visitor and agent', async () => {
    const { homeId } = await addTourAgent(server);
    const visitor = buildVisitor();
    const starts = ['15:00', '15:30', '16:00', '16:30'].map((time) => `2026-03-03T${time}:00.000Z`);
    for (const start of starts.slice(0, 3)) await book(server, homeId, { ...visitor, start });
    const upperCaseForm = { ...visitor, email: visitor.email.toUpperCase(), start: starts[3] };
    expect(await expectRejection(homeId, upperCaseForm)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    const other = await addTourAgent(server);
    await book(server, other.homeId, visitor);
    await book(server, homeId, { start: '2026-03-03T16:30:00.000Z' });
  });

  test('is not limited by tours booked with the same address from other networks', async () => {
    const { homeId } = await addTourAgent(server);
    const visitor = buildVisitor();
    const starts = ['15:00', '15:30', '16:00', '16:30'].map((time) => `2026-03-03T${time}:00.000Z`);
    const bookFrom = (ip: string, start: string | undefined) =>
      server.status(endpoints.bookTour, {
        ip,
        params: { id: homeId },
        body: { ...visitor, start },
      });
    for (const start of starts.slice(0, 3)) expect(await bookFrom('192.0.2.1', start)).toBe(201);
    expect(await bookFrom('192.0.2.1', starts[3])).toBe(409);
    expect(await bookFrom('192.0.2.2', starts[3])).toBe(201);
  });

  test('is limited to 30 upcoming tours per network and agent, except with a proven address', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const requestFrom = async (ip: string, number: number, isProven?: boolean) => {
      const as = isProven === undefined ? undefined : await server.addUser({ isProven });
      const visitor = as === undefined ? buildVisitor() : {};
      return server.status(endpoints.bookTour, {
        ip,
        as,
        params: { id: homeId },
        body: { start: startOf(number), ...visitor },
      });
    };
    const ip = (number: number) => `2001:db8:1:${number}::1`;
    expect(await requestFrom(ip(0), 0, true)).toBe(201);
    for (let number = 1; number <= 30; number += 1)
      expect(await requestFrom(ip(number), number, number % 2 === 0 ? false : undefined)).toBe(201);
    for (const isProven of [undefined, false])
      expect(await requestFrom(ip(31), 31, isProven)).toBe(409);
    expect(await requestFrom(ip(31), 31, true)).toBe(201);
    expect(await requestFrom('2001:db8:2::1', 32)).toBe(201);
    const [tour] = await listAgentTours(agent);
    const params = { id: tour?._id ?? '' };
    await server.ok(endpoints.changeTour, { as: agent, params, body: { status: 'canceled' } });
    expect(await requestFrom(ip(33), 33)).toBe(409);
  });

  test('counts a tour for the network that books it, even if another network opened the conversation', async () => {
    const { homeId } = await addTourAgent(server);
    const { token } = await server.ok(endpoints.ask, {
      ip: '192.0.2.1',
      params: { id: homeId },
      body: { ...buildVisitor(), message: 'Is it quiet?' },
    });
    const bookFrom = (ip: string, number: number, visitor = buildVisitor()) =>
      server.status(endpoints.bookTour, {
        ip,
        params: { id: homeId },
        body: { ...visitor, start: startOf(number), token },
      });
    const visitor = buildVisitor();
    for (let number = 0; number < 3; number += 1)
      expect(await bookFrom('192.0.2.2', number, visitor)).toBe(201);
    expect(await bookFrom('192.0.2.2', 3, visitor)).toBe(409);
    for (let number = 3; number < 30; number += 1)
      expect(await bookFrom('192.0.2.2', number)).toBe(201);
    expect(await bookFrom('192.0.2.2', 30)).toBe(409);
    expect(await bookFrom('192.0.2.1', 30)).toBe(201);
  });

  test('limits a network’s proven accounts to 30 upcoming tours with an agent', async () => {
    const { homeId } = await addTourAgent(server);
    const bookAs = async (number: number, isProven = true) => {
      const as = await server.addUser({ isProven });
      return server.status(endpoints.bookTour, {
        ip: '192.0.2.1',
        as,
        params: { id: homeId },
        body: { start: startOf(number) },
      });
    };
    for (let number = 0; number < 30; number += 1) expect(await bookAs(number)).toBe(201);
    expect(await bookAs(30)).toBe(409);
    expect(await bookAs(30, false)).toBe(201);
  });

  test('rejects a fourth tour without waiting for other bookings', async () => {
    const { homeId } = await addTourAgent(server);
    const visitor = buildVisitor();
    const starts = ['15:00', '15:30', '16:00', '16:30'].map((time) => `2026-03-03T${time}:00.000Z`);
    for (const start of starts.slice(0, 3)) await book(server, homeId, { ...visitor, start });
    const other = await addTourAgent(server);
    const { waitForBooking, release } = await lockTours(other.agent._id);
    const pendingBooking = book(server, other.homeId);
    await waitForBooking();
    expect((await expectRejection(homeId, { ...visitor, start: starts[3] })).status).toBe(409);
    await release();
    await pendingBooking;
  });

  test('books a tour that is canceled if the agent is demoted while the booking waits', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const admin = await server.addUser({ role: 'admin' });
    const { waitForBooking, release } = await lockTours(agent._id);
    const pendingBooking = book(server, homeId);
    await waitForBooking();
    const demotion = server.status(endpoints.changeRole, {
      as: admin,
      params: { id: agent._id },
      body: { role: 'user' },
    });
    await Promise.race([demotion, expectWaiting(server, 'transactionid', 1)]);
    await release();
    const booking = await pendingBooking;
    expect(await demotion).toBe(200);
    expect(await server.ok(endpoints.getTour, byToken(booking))).toMatchObject({
      status: 'canceled',
    });
  });

  test('only one move at a time locks the home, so that a change by its agent waits for at most one', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const bookings = [await book(server, homeId), await book(server, homeId, { start: NEXT_SLOT })];
    const { waitForBooking, release } = await lockTours(agent._id);
    const moves = bookings.map((booking) =>
      server.status(endpoints.changeTour, { ...byToken(booking), body: { start: startOf(5) } }),
    );
    await waitForBooking();
    await expectWaiting(server, 'transactionid', 1);
    await expectWaiting(server, 'advisory', 1);
    await release();
    expect(new Set(await Promise.all(moves))).toEqual(new Set([200, 409]));
  });

  test('is rejected if the agent is demoted before the booking reads the home', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const connection = openDatabase(server.databaseUrl, { maxConnections: 1 });
    const transaction = await connection.db.startTransaction().execute();
    await transaction
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', agent._id)
      .execute();
    const rejection = expectRejection(homeId, buildVisitor());
    await expectWaiting(server, 'transactionid', 1);
    await transaction.commit().execute();
    await connection.db.destroy();
    expect((await rejection).message).toBe('That time has just been taken.');
  });

  test('stores nothing for a bot but responds normally', async () => {
    for (const [mode, status] of [
      ['instant', 'booked'],
      ['request', 'requested'],
    ] as const) {
      const { agent, homeId } = await addTourAgent(server, { mode });
      expect(await book(server, homeId, { website: 'https://example.org' })).toEqual({
        _id: expect.stringMatching(/^\d+$/) as string,
        status,
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
      });
      expect(await listAgentTours(agent)).toEqual([]);
    }
  });

  test('stores only the token’s hash', async () => {
    const { homeId } = await addTourAgent(server);
    const { _id, token } = await book(server, homeId);
    const rows = await server.db
      .selectFrom('tour_tokens')
      .select('token_hash')
      .where('tour_id', '=', _id)
      .execute();
    expect(rows.map(({ token_hash }) => token_hash.toString('hex')).join()).not.toContain(
      Buffer.from(token).toString('hex'),
    );
  });
});

describe('limits', () => {
  test('bookings are limited per hour, and rejected ones do not count', async () => {
    const limitedServer = await startTestApp({
      rateLimits: { ...HIGH_LIMIT, toursPerSender: { max: 2, seconds: 3_600 } },
    });
    const { homeId } = await addTourAgent(limitedServer);
    await book(limitedServer, homeId);
    for (let count = 0; count < 3; count += 1) {
      const { status } = await limitedServer.error(endpoints.bookTour, {
        params: { id: homeId },
        body: {
          start: SLOT,
          ...buildVisitor(),
        },
      });
      expect(status).toBe(409);
    }
    await book(limitedServer, homeId, { start: NEXT_SLOT });
    const { status, headers } = await limitedServer.error(endpoints.bookTour, {
      params: { id: homeId },
      body: {
        start: '2026-03-03T17:00:00.000Z',
        ...buildVisitor(),
      },
    });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // Bots get a normal response and have the same limit.
    const bookAsBot = () =>
      limitedServer.status(endpoints.bookTour, {
        ip: '192.0.2.77',
        params: { id: homeId },
        body: { start: '2026-03-03T17:00:00.000Z', ...buildVisitor(), website: 'x' },
      });
    expect([await bookAsBot(), await bookAsBot(), await bookAsBot()]).toEqual([201, 201, 429]);
    // Accounts have a separate limit.
    const visitor = await limitedServer.addUser();
    await book(limitedServer, homeId, { as: visitor, start: '2026-03-03T17:00:00.000Z' });
    await limitedServer.close();
  });
});
