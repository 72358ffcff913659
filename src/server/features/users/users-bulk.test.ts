import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { changeUsers, listUsers } = endpoints;
let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const change = (
  ids: readonly string[],
  change: {
    action: string;
    role?: string;
    before?: Record<string, string>;
    reassignTo?: string;
  },
) => server.ok(changeUsers, { as: people.admin, body: { ids, ...change } });
const roleOf = async (id: string) => {
  const users = await server.ok(listUsers, { as: people.admin });
  return users.find(({ _id }) => _id === id)?.role;
};

describe('POST /users/bulk', () => {
  test('requires an admin', () =>
    server.expectGuarded(changeUsers, people, {
      body: { ids: [people.user._id], action: 'delete' },
    }));

  test('changes roles but not the caller’s own', async () => {
    const ids = [(await server.addUser())._id, people.admin._id, (await server.addUser())._id];
    expect(await change(ids, { action: 'set-role', role: 'agent' })).toEqual({
      done: [ids[0], ids[2]],
      failed: [
        {
          _id: people.admin._id,
          code: 'OWN_ACCOUNT',
          message: 'You cannot change your own role.',
        },
      ],
    });
    expect(await roleOf(ids[0] ?? '')).toBe('agent');
    expect(await roleOf(people.admin._id)).toBe('admin');
  });

  test('lists the accounts that already had the role', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const ids = [agent._id, (await server.addUser())._id];
    expect(await change(ids, { action: 'set-role', role: 'agent' })).toEqual({
      done: ids,
      failed: [],
      unchanged: [agent._id],
    });
  });

  test('does not change accounts whose role has changed', async () => {
    const users = [await server.addUser(), await server.addUser({ role: 'agent' })];
    const ids = users.map(({ _id }) => _id);
    const before = Object.fromEntries(ids.map((id) => [id, 'user']));
    expect(await change(ids, { action: 'set-role', role: 'admin', before })).toEqual({
      done: [ids[0]],
      failed: [
        { _id: ids[1], code: 'CONFLICT', message: 'The role has changed. Please check it again.' },
      ],
    });
    expect(await roleOf(ids[1] ?? '')).toBe('agent');
  });

  test('deletes accounts with their listings but not the caller’s own', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const listing = await server.addProperty(agent);
    const ids = [people.admin._id, agent._id, '999999'];
    expect(await change(ids, { action: 'delete' })).toMatchObject({
      done: [agent._id],
      failed: [
        { _id: people.admin._id, code: 'OWN_ACCOUNT' },
        { _id: '999999', code: 'NOT_FOUND' },
      ],
    });
    expect(await roleOf(agent._id)).toBeUndefined();
    const rejection = await server.error(endpoints.getProperty, { params: { id: listing } });
    expect(rejection.status).toBe(404);
  });

  test('moves the listings of all deleted accounts to another agent', async () => {
    const [ann, bob, recipient] = await Promise.all(
      Array.from({ length: 3 }, () => server.addUser({ role: 'agent' })),
    );
    if (ann === undefined || bob === undefined || recipient === undefined)
      throw new Error('Expected three agents.');
    const homes = [await server.addProperty(ann), await server.addProperty(bob)];
    const nonAgent = await server.addUser();
    const ids = [ann._id, nonAgent._id, bob._id];
    expect(await change(ids, { action: 'delete', reassignTo: recipient._id })).toEqual({
      done: ids,
      failed: [],
    });
    for (const id of homes) {
      const home = await server.ok(endpoints.getProperty, { params: { id } });
      expect(home.agent._id).toBe(recipient._id);
    }
  });

  test('does not delete accounts whose listings cannot be moved', async () => {
    const ann = await server.addUser({ role: 'agent' });
    const home = await server.addProperty(ann);
    const body = { ids: [ann._id], action: 'delete', reassignTo: people.user._id };
    const [failure] = (await server.ok(changeUsers, { as: people.admin, body })).failed;
    expect(failure).toMatchObject({ _id: ann._id, code: 'VALIDATION_FAILED' });
    expect((await server.ok(endpoints.getProperty, { params: { id: home } })).agent._id).toBe(
      ann._id,
    );
  });

  test.each<[unknown, string[]]>([
    [{ ids: ['1'], action: 'set-role' }, ['role']],
    [{ ids: ['1'], action: 'set-role', role: 'owner' }, ['role']],
    [{ ids: ['1'], action: 'set-role', role: 'user', before: ['admin'] }, ['before']],
    [{ ids: ['1'], action: 'set-role', role: 'user', before: { 1: 'owner' } }, ['before.1']],
    [{ ids: [], action: 'delete' }, ['ids']],
    [{ ids: ['1'], action: 'promote' }, ['action']],
    [{ ids: ['1', '2'], action: 'delete', reassignTo: '2' }, ['reassignTo']],
  ])('rejects %j', async (body, paths) => {
    const { errors } = await server.error(changeUsers, { as: people.admin, body });
    expect(errors?.map(({ path }) => path)).toEqual(paths);
  });
});
