import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, HOURS, SLOT } from '../tour.fixture.ts';

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const buildPeriod = (day: number) => ({ day, from: '09:00', to: '10:00' });

describe('GET /tour-hours', () => {
  test('requires an agent or admin', async () => {
    await server.expectGuarded(endpoints.getTourHours, people);
  });

  test('returns disabled hours until they are set', async () => {
    const hours = await server.ok(endpoints.getTourHours, { as: people.agent });
    expect(hours.isEnabled).toBe(false);
  });
});

describe('PUT /tour-hours', () => {
  const set = (body: unknown) => server.ok(endpoints.setTourHours, { as: people.agent, body });

  test('requires an agent or admin', async () => {
    await server.expectGuarded(endpoints.setTourHours, people, { body: HOURS });
  });

  test('stores each agent’s hours, and changes only the sent settings', async () => {
    expect(await set(HOURS)).toEqual(HOURS);
    const updatedHours = { ...HOURS, mode: 'request', slotMinutes: 45, weekly: [] };
    expect(await set(updatedHours)).toEqual(updatedHours);
    expect(await server.ok(endpoints.getTourHours, { as: people.agent })).toEqual(updatedHours);
    const change = { isEnabled: false, noticeHours: 48 };
    expect(await set(change)).toEqual({ ...updatedHours, ...change });
    expect(await set({ noticeHours: 24 })).toMatchObject({ isEnabled: false, mode: 'request' });
    const other = await server.ok(endpoints.getTourHours, { as: people.admin });
    expect(other.isEnabled).toBe(false);
  });

  test('accepts ten periods per day', async () => {
    const weekly = Array.from({ length: 70 }, (_, index) => buildPeriod((index % 7) + 1));
    expect(await set({ ...HOURS, weekly })).toEqual({ ...HOURS, weekly });
  });

  test.each([
    [{ isEnabled: 'yes' }, 'isEnabled'],
    [{ mode: 'sometimes' }, 'mode'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+01:00' }, 'timeZone'],
    [{ timeZone: 'US/Pacific-New' }, 'timeZone'],
    [{ timeZone: 'SystemV/EST5' }, 'timeZone'],
    [{ slotMinutes: 20 }, 'slotMinutes'],
    [{ noticeHours: -1 }, 'noticeHours'],
    [{ noticeHours: 169 }, 'noticeHours'],
    [{ daysAhead: 0 }, 'daysAhead'],
    [{ daysAhead: 61 }, 'daysAhead'],
    [{ weekly: [{ day: 0, from: '09:00', to: '10:00' }] }, 'weekly.0.day'],
    [{ weekly: [{ day: 8, from: '09:00', to: '10:00' }] }, 'weekly.0.day'],
    [{ weekly: [{ day: 1, from: '9:00', to: '10:00' }] }, 'weekly.0.from'],
    [{ weekly: [{ day: 1, from: '09:00', to: '24:00' }] }, 'weekly.0.to'],
    [{ weekly: [{ day: 1, from: '09:00', to: '09:00' }] }, 'weekly.0.to'],
    [{ weekly: Array.from({ length: 11 }, () => buildPeriod(1)) }, 'weekly'],
  ])('rejects %j and changes nothing', async (change, path) => {
    await set(HOURS);
    const { status, errors } = await server.error(endpoints.setTourHours, {
      as: people.agent,
      body: {
        ...HOURS,
        ...change,
      },
    });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
    expect(await server.ok(endpoints.getTourHours, { as: people.agent })).toEqual(HOURS);
  });
});

describe('GET /properties/:id/tour-slots', () => {
  const listStartTimes = async (id: string, query: Record<string, string | number> = {}) =>
    (await server.ok(endpoints.listTourSlots, { params: { id }, query })).map(({ start }) => start);

  test('lists a day’s free times in the agent’s time zone', async () => {
    const { homeId } = await addTourAgent(server);
    const { body, headers } = await server.send(endpoints.listTourSlots, {
      params: { id: homeId },
      query: {
        from: '2026-03-03',
        days: 1,
      },
    });
    expect(body).toHaveLength(16);
    expect(body[0]).toEqual({ start: '2026-03-03T15:00:00.000Z', end: '2026-03-03T15:30:00.000Z' });
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      etag: expect.any(String) as string,
    });
  });

  test('defaults to a week from today', async () => {
    const { homeId } = await addTourAgent(server);
    // The time is 6:00 in Chicago.
    const starts = await listStartTimes(homeId);
    expect(starts[0]).toBe('2026-03-02T15:00:00.000Z');
    expect(starts).toHaveLength(7 * 16);
  });

  test('omits times taken by tours, including tours of the agent’s other homes', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const other = await server.addProperty(agent);
    await book(server, other);
    const starts = await listStartTimes(homeId, { from: '2026-03-03', days: 1 });
    expect(starts).toHaveLength(15);
    expect(starts).not.toContain(SLOT);
  });

  test('is empty if tours are off or not set up, the home is unavailable, or its agent was demoted', async () => {
    const { agent, homeId } = await addTourAgent(server);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeId } });
    expect(await listStartTimes(homeId)).toEqual([]);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeId } });
    expect(await listStartTimes(homeId)).not.toEqual([]);
    await server.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', agent._id)
      .execute();
    expect(await listStartTimes(homeId)).toEqual([]);
    const disabled = await addTourAgent(server, { isEnabled: false });
    expect(await listStartTimes(disabled.homeId)).toEqual([]);
    const withoutHours = await server.addProperty(people.admin);
    expect(await listStartTimes(withoutHours)).toEqual([]);
  });

  test.each([{ from: 'today' }, { from: '2026-02-30' }, { days: 0 }, { days: 15 }, { days: 'x' }])(
    'rejects %j',
    async (query) => {
      const { homeId } = await addTourAgent(server);
      const { status } = await server.error(endpoints.listTourSlots, {
        params: { id: homeId },
        query,
      });
      expect(status).toBe(400);
    },
  );

  test('is empty if an old row has an unknown time zone, until the agent sets the hours again', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await book(server, homeId);
    for (const table of ['tour_hours', 'tours'] as const)
      await sql`
        update ${sql.table(table)} set time_zone = 'US/Pacific-New' where agent_id = ${agent._id}`.execute(
        server.db,
      );
    const query = { from: '2026-03-03' };
    expect(await listStartTimes(homeId, query)).toEqual([]);
    const hours = await server.ok(endpoints.getTourHours, { as: agent });
    expect(hours).toEqual({ ...HOURS, isEnabled: false, timeZone: 'UTC' });
    expect(await server.ok(endpoints.listTours, { as: agent, query })).toHaveLength(1);
    const params = { id: booking._id };
    await server.ok(endpoints.changeTour, { as: agent, params, body: { status: 'canceled' } });
    await server.ok(endpoints.setTourHours, { as: agent, body: HOURS });
    expect(await listStartTimes(homeId, query)).toContain(SLOT);
  });

  test('returns 404 for a nonexistent home', async () => {
    for (const id of ['999999', 'x']) {
      const { code } = await server.error(endpoints.listTourSlots, { params: { id } });
      expect(code).toBe('NOT_FOUND');
    }
  });
});
