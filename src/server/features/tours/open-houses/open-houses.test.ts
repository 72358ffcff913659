import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let stranger: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  stranger = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) =>
  new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const AUSTIN = { latitude: 30.25, longitude: -97.75 };

const add = (id: string, body: unknown, as: TestUser | undefined = people.agent) =>
  server.ok(endpoints.addOpenHouse, { as, params: { id }, body });
const list = (id: string) => server.ok(endpoints.listOpenHouses, { params: { id } });

describe('POST /properties/:id/open-houses', () => {
  test('requires an agent or admin, and rejects another agent’s listing and nonexistent ones', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    const body = { start: inHours(1), end: inHours(2) };
    await server.expectGuarded(endpoints.addOpenHouse, people, { params: { id }, body });
    for (const [as, propertyId] of [
      [stranger, id],
      [people.agent, '999999'],
      [people.agent, 'x'],
    ] as const) {
      const { code } = await server.error(endpoints.addOpenHouse, {
        as,
        params: { id: propertyId },
        body,
      });
      expect(code).toBe('NOT_FOUND');
    }
    expect(await list(id)).toEqual([]);
  });

  test('lets agents and admins add an open house in the home’s time zone', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    const lateEvent = await add(
      id,
      { start: inHours(30), end: inHours(31), note: '' },
      people.admin,
    );
    const earlyEvent = await add(id, {
      start: inHours(2),
      end: inHours(4),
      note: 'Park on the street.',
    });
    expect(earlyEvent).toEqual({
      _id: expect.stringMatching(/^\d+$/) as string,
      start: inHours(2),
      end: inHours(4),
      timeZone: 'America/Chicago',
      note: 'Park on the street.',
    });
    expect(lateEvent.note).toBeNull();
    expect(await list(id)).toEqual([earlyEvent, lateEvent]);
  });

  test('uses UTC for a home without a position', async () => {
    const id = await server.addProperty(people.agent, { latitude: 0, longitude: -97 });
    expect((await add(id, { start: inHours(1), end: inHours(2) })).timeZone).toBe('UTC');
  });

  test.each([
    [{}, 'start'],
    [{ start: 'tomorrow', end: 'later' }, 'start'],
    [{ start: -0.01, end: 1 }, 'start'],
    [{ start: 1, end: 1.2 }, 'end'],
    [{ start: 2, end: 1 }, 'end'],
    [{ start: 1, end: 13.01 }, 'end'],
    [{ start: 1, end: 2, note: 'x'.repeat(501) }, 'note'],
    // In UTC, both are in the year 10000.
    [{ start: '9999-12-31T23:00:00-23:59', end: '9999-12-31T23:30:00-23:59' }, 'start'],
  ])('rejects %j', async (times, path) => {
    const id = await server.addProperty(people.agent, AUSTIN);
    const body = Object.fromEntries(
      Object.entries(times).map(([name, value]) => [
        name,
        typeof value === 'number' ? inHours(value) : value,
      ]),
    );
    const { status, errors } = await server.error(endpoints.addOpenHouse, {
      as: people.agent,
      params: { id },
      body,
    });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
    expect(await list(id)).toEqual([]);
  });

  test.each([0.25, 12])('accepts a duration of %d hours', async (duration) => {
    const id = await server.addProperty(people.agent, AUSTIN);
    await add(id, { start: inHours(1), end: inHours(1 + duration) });
    expect(await list(id)).toHaveLength(1);
  });

  test('accepts the last four-digit year', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    await add(id, { start: '9999-12-31T20:00:00Z', end: '9999-12-31T23:59:00Z' });
    expect(await list(id)).toHaveLength(1);
  });

  test('rejects unavailable homes and more than five hundred open houses', async () => {
    const id = await server.addProperty(people.agent, { ...AUSTIN, is_available: false });
    const readErrorMessage = async () =>
      (
        await server.error(endpoints.addOpenHouse, {
          as: people.agent,
          params: { id },
          body: {
            start: inHours(1),
            end: inHours(2),
          },
        })
      ).message;
    expect(await readErrorMessage()).toBe('This home is no longer available.');
    await server.db.updateTable('properties').set({ is_available: true }).execute();
    await server.db
      .insertInto('open_houses')
      .values(
        Array.from({ length: 499 }, () => ({
          property_id: id,
          start_at: new Date(inHours(1)),
          end_at: new Date(inHours(2)),
          time_zone: 'UTC',
        })),
      )
      .execute();
    await add(id, { start: inHours(1), end: inHours(2) });
    expect(await readErrorMessage()).toBe('A home can have at most 500 upcoming open houses.');
  });
});

describe('GET /properties/:id/open-houses', () => {
  test('lists current and upcoming open houses', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    await add(id, { start: inHours(0), end: inHours(1) });
    await add(id, { start: inHours(2), end: inHours(3) });
    await server.clock.advance(HOUR_MS - 1);
    expect(await list(id)).toHaveLength(2);
    await server.clock.advance(1);
    expect(await list(id)).toHaveLength(1);
  });

  test('returns nothing for an unavailable home, and 404 for a nonexistent one', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    await add(id, { start: inHours(1), end: inHours(2) });
    await server.ok(endpoints.toggleAvailability, { as: people.agent, params: { id } });
    expect(await list(id)).toEqual([]);
    const { code } = await server.error(endpoints.listOpenHouses, { params: { id: '999999' } });
    expect(code).toBe('NOT_FOUND');
  });
});

describe('DELETE /open-houses/:id', () => {
  test('requires the home’s agent or an admin', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    const { _id } = await add(id, { start: inHours(1), end: inHours(2) });
    const options = { params: { id: _id } };
    await server.expectGuarded(endpoints.deleteOpenHouse, people, options);
    const rejection = await server.error(endpoints.deleteOpenHouse, { ...options, as: stranger });
    expect(rejection.code).toBe('NOT_FOUND');
    expect(await list(id)).toHaveLength(1);
    await server.ok(endpoints.deleteOpenHouse, { ...options, as: people.agent });
    expect(await list(id)).toEqual([]);
    const secondDeletion = await server.error(endpoints.deleteOpenHouse, {
      ...options,
      as: people.agent,
    });
    expect(secondDeletion.code).toBe('NOT_FOUND');
    const other = await add(id, { start: inHours(1), end: inHours(2) });
    await server.ok(endpoints.deleteOpenHouse, { as: people.admin, params: { id: other._id } });
    expect(await list(id)).toEqual([]);
  });

  test('deletes open houses with their home', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    await add(id, { start: inHours(1), end: inHours(2) });
    await server.ok(endpoints.deleteProperty, { as: people.agent, params: { id } });
    const rows = await server.db.selectFrom('open_houses').where('property_id', '=', id).execute();
    expect(rows).toEqual([]);
  });
});
