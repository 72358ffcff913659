/** Tests concurrent bookings and changes of tours. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { openDatabase } from '#server/database/database.ts';
import { databaseLimiters } from '#server/http/limits/rate-limits.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, buildVisitor, byToken, NEXT_SLOT, SLOT } from './tour.fixture.ts';

const BOOKING_COUNT = 200;
const LATER_SLOT = '2026-03-03T17:00:00.000Z';

test('exactly one of 200 concurrent bookings of one time succeeds', async () => {
  const first = await startTestApp();
  const { db, pool } = openDatabase(first.databaseUrl, { connectTimeoutMs: 60_000 });
  // Simulates a second process on the same database.
  const second = await startTestApp({ db, readDb: db, createLimiter: databaseLimiters(pool) });
  try {
    const { agent, homeId } = await addTourAgent(first);
    const url = `/api${endpoints.bookTour.path.replace(':id', homeId)}`;
    const responses = await Promise.all(
      Array.from({ length: BOOKING_COUNT }, async (_, index) => {
        const { app } = index % 2 === 0 ? first : second;
        return app.inject({ method: 'POST', url, payload: { start: SLOT, ...buildVisitor() } });
      }),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(BOOKING_COUNT - 1);
    const messages = new Set(
      responses
        .filter(({ statusCode }) => statusCode === 409)
        .map((response) => response.json<{ message: string }>().message),
    );
    expect([...messages]).toEqual(['That time has just been taken.']);
    expect(await first.ok(endpoints.listTours, { as: agent })).toHaveLength(1);
  } finally {
    await second.close();
    await db.destroy();
    await first.close();
  }
});

test('a booking that waits for the account’s other changes does not delay other bookings', async () => {
  const server = await startTestApp();
  try {
    const { homeId } = await addTourAgent(server);
    const busyUser = await server.addUser();
    const locked = Promise.withResolvers<void>();
    const canUnlock = Promise.withResolvers<void>();
    const lock = server.db.transaction().execute(async (transaction) => {
      const { _id } = busyUser;
      await sql`select from users where id = ${_id} for update`.execute(transaction);
      locked.resolve();
      await canUnlock.promise;
    });
    await locked.promise;
    const waitingBooking = book(server, homeId, { as: busyUser });
    await expectWaiting(server, 'transactionid', 1);
    await book(server, homeId, { start: NEXT_SLOT });
    await book(server, homeId, { as: await server.addUser(), start: LATER_SLOT });
    canUnlock.resolve();
    await lock;
    await waitingBooking;
  } finally {
    await server.close();
  }
});

test('a move waits for a change to its home without locking the tour, which that change needs', async () => {
  const server = await startTestApp();
  try {
    const { homeId } = await addTourAgent(server);
    const tour = await book(server, homeId);
    const locked = Promise.withResolvers<void>();
    const canChange = Promise.withResolvers<void>();
    const homeChange = server.db.transaction().execute(async (transaction) => {
      await sql`select from properties where id = ${homeId} for no key update`.execute(transaction);
      locked.resolve();
      await canChange.promise;
      await sql`select from tours where id = ${tour._id} for update nowait`.execute(transaction);
    });
    await locked.promise;
    const move = server.ok(endpoints.changeTour, { ...byToken(tour), body: { start: NEXT_SLOT } });
    await expectWaiting(server, 'transactionid', 1);
    canChange.resolve();
    await homeChange;
    expect((await move).start).toBe(NEXT_SLOT);
  } finally {
    await server.close();
  }
});

test('a booking uses only one connection at a time', async () => {
  const first = await startTestApp();
  const { db, pool } = openDatabase(first.databaseUrl, { maxConnections: 1 });
  const singleConnectionServer = await startTestApp({
    db,
    readDb: db,
    createLimiter: databaseLimiters(pool),
  });
  try {
    const { homeId } = await addTourAgent(first);
    const url = `/api${endpoints.bookTour.path.replace(':id', homeId)}`;
    const payload = { start: SLOT, ...buildVisitor() };
    expect(
      (await singleConnectionServer.app.inject({ method: 'POST', url, payload })).statusCode,
    ).toBe(201);
  } finally {
    await singleConnectionServer.close();
    await db.destroy();
    await first.close();
  }
});

test('the database constraint prevents overlapping tours', async () => {
  const server = await startTestApp();
  const { agent, homeId } = await addTourAgent(server);
  const insert = async (start: string, end: string, status: 'booked' | 'canceled' = 'booked') =>
    server.db
      .insertInto('tours')
      .values({
        property_id: homeId,
        property_title: 'Home',
        property_price: 1,
        property_address: 'Street',
        agent_id: agent._id,
        visitor_id: null,
        ...buildVisitor(),
        phone: null,
        start_at: new Date(start),
        end_at: new Date(end),
        time_zone: 'UTC',
        status,
        is_in_calendars: false,
      })
      .execute();
  await insert('2026-03-03T16:00:00Z', '2026-03-03T17:00:00Z');
  await insert('2026-03-03T17:00:00Z', '2026-03-03T18:00:00Z');
  await insert('2026-03-03T16:00:00Z', '2026-03-03T17:00:00Z', 'canceled');
  await expect(insert('2026-03-03T16:59:00Z', '2026-03-03T17:01:00Z')).rejects.toThrow(
    'tours_one_at_a_time',
  );
  await server.close();
});
