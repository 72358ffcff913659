import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_BULK_RECORDS } from '#shared/limits.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken } from '../../tours/tour.fixture.ts';

const { changeProperties, getProperty } = endpoints;
let server: TestApp;
let people: Record<Role, TestUser>;
let otherAgent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  otherAgent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const change = (as: TestUser, ids: readonly string[], action: string) =>
  server.ok(changeProperties, { as, body: { ids, action } });
const isAvailable = async (id: string) =>
  (await server.ok(getProperty, { params: { id } })).isAvailable;

describe('POST /properties/bulk', () => {
  test('requires an agent or admin', async () => {
    const id = await server.addProperty(people.agent);
    await server.expectGuarded(changeProperties, people, { body: { ids: [id], action: 'delete' } });
    expect(await isAvailable(id)).toBe(true);
  });

  test('sets the availability of listings and records only changes', async () => {
    const ids = [
      await server.addProperty(people.agent),
      await server.addProperty(people.agent, { is_available: false }),
    ] as const;
    expect(await change(people.agent, ids, 'mark-unavailable')).toEqual({
      done: ids,
      failed: [],
      unchanged: [ids[1]],
    });
    expect([await isAvailable(ids[0]), await isAvailable(ids[1])]).toEqual([false, false]);
    expect(await change(people.admin, ids, 'mark-available')).toEqual({ done: ids, failed: [] });
    expect([await isAvailable(ids[0]), await isAvailable(ids[1])]).toEqual([true, true]);
    const history = await server.db
      .selectFrom('property_history')
      .select(['property_id', 'new_value', 'actor_id'])
      .where('property_id', 'in', ids)
      .where('change', '=', 'availability')
      .orderBy('id')
      .execute();
    expect(history).toEqual([
      { property_id: ids[0], new_value: false, actor_id: people.agent._id },
      { property_id: ids[0], new_value: true, actor_id: people.admin._id },
      { property_id: ids[1], new_value: true, actor_id: people.admin._id },
    ]);
  });

  test('keeps listings with upcoming tours available if `cancelsTours` is false', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await book(server, homeId);
    const otherId = await server.addProperty(agent);
    const mark = async (cancelsTours: boolean) => {
      const body = { ids: [homeId, otherId], action: 'mark-unavailable', cancelsTours };
      return server.ok(changeProperties, { as: agent, body });
    };
    expect(await mark(false)).toMatchObject({
      done: [otherId],
      failed: [{ _id: homeId, code: 'CONFLICT' }],
    });
    expect(await isAvailable(homeId)).toBe(true);
    const readStatus = async () => (await server.ok(endpoints.getTour, byToken(booking))).status;
    expect(await readStatus()).toBe('booked');
    expect(await mark(true)).toMatchObject({ done: [homeId, otherId], failed: [] });
    expect(await readStatus()).toBe('canceled');
  });

  test('rejects other agents’ listings and unknown IDs, and deletes the rest', async () => {
    const ownId = await server.addProperty(people.agent);
    const otherAgentsListingId = await server.addProperty(otherAgent);
    const ids = [otherAgentsListingId, ownId, '999999', ownId];
    expect(await change(people.agent, ids, 'delete')).toEqual({
      done: [ownId],
      failed: [
        {
          _id: otherAgentsListingId,
          code: 'FORBIDDEN',
          message: 'You don’t have permission to change this listing.',
        },
        { _id: '999999', code: 'NOT_FOUND', message: 'Property not found.' },
      ],
    });
    expect(await isAvailable(otherAgentsListingId)).toBe(true);
    expect((await server.error(getProperty, { params: { id: ownId } })).status).toBe(404);
    expect(await change(people.admin, [otherAgentsListingId], 'delete')).toEqual({
      done: [otherAgentsListingId],
      failed: [],
    });
  });

  test.each<[unknown, string[]]>([
    [{}, ['ids', 'action']],
    [{ ids: [], action: 'delete' }, ['ids']],
    [{ ids: ['1', 'abc'], action: 'delete' }, ['ids.1']],
    [{ ids: Array.from({ length: MAX_BULK_RECORDS + 1 }, String), action: 'delete' }, ['ids']],
    [{ ids: '1', action: 'delete' }, ['ids']],
    [{ ids: ['1'], action: 'sell' }, ['action']],
  ])('rejects %j', async (body, paths) => {
    const { errors } = await server.error(changeProperties, { as: people.agent, body });
    expect(new Set(errors?.map(({ path }) => path))).toEqual(new Set(paths));
  });
});
