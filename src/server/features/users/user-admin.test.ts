import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { storeImages } from '#server/storage/image-service.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({
    user: { name: 'Zoë O’Brien', email: 'zoe@example.org' },
    agent: { name: 'Øyvind 100%', email: 'sales_team@example.org' },
    admin: { name: 'Ada Root', email: 'root@Example.com' },
  });
});
afterAll(() => server.close());

const countRows = async (table: 'users' | 'sessions' | 'properties' | 'property_images') => {
  const rows = await server.db
    .selectFrom(table)
    .select((column) => column.fn.countAll().as('n'))
    .execute();
  return Number(rows[0]?.n);
};

describe('GET /users', () => {
  const find = async (query: Record<string, string | number>) => {
    const users = await server.ok(endpoints.listUsers, { as: people.admin, query });
    return users.map(({ name }) => name);
  };

  test('requires an admin', () => server.expectGuarded(endpoints.listUsers, people));

  test('lists all accounts, newest first, without secrets', async () => {
    const users = await server.ok(endpoints.listUsers, { as: people.admin });
    expect(users.map(({ _id }) => _id)).toEqual([
      people.admin._id,
      people.agent._id,
      people.user._id,
    ]);
    expect(users[0]).toStrictEqual({
      _id: people.admin._id,
      name: 'Ada Root',
      email: 'root@Example.com',
      role: 'admin',
      avatar: null,
      phone: null,
      office: null,
      isVerified: false,
      verification: null,
      licenseNumber: null,
      licenseState: null,
      agentRequestedAt: null,
      verificationDetails: null,
      createdAt: expect.stringMatching(/^2026-03-01T12:\d\d:00\.000Z$/),
    });
  });

  test('returns pages with links and a total', async () => {
    const query = { page: 2, limit: 1 };
    const { body, headers } = await server.send(endpoints.listUsers, { as: people.admin, query });
    expect(body.map(({ _id }) => _id)).toEqual([people.agent._id]);
    expect(headers['x-total-count']).toBe('3');
    expect(headers['link']).toContain('</api/users?page=3&limit=1>; rel="next"');
    expect(await find({ page: 4, limit: 1 })).toEqual([]);
  });

  test.each([
    [{ role: 'agent' }, ['Øyvind 100%']],
    [{ role: 'all', searchTerm: '' }, ['Ada Root', 'Øyvind 100%', 'Zoë O’Brien']],
    [{ searchTerm: 'ZOE' }, ['Zoë O’Brien']],
    [{ searchTerm: 'brien' }, ['Zoë O’Brien']],
    [{ searchTerm: 'öyvind' }, ['Øyvind 100%']],
    [{ searchTerm: 'ROOT@example.COM' }, ['Ada Root']],
    [{ searchTerm: 'example.org' }, ['Øyvind 100%', 'Zoë O’Brien']],
    [{ searchTerm: 'sales_team' }, ['Øyvind 100%']],
    // Matched literally, not as a wildcard.
    [{ searchTerm: '_' }, ['Øyvind 100%']],
    [{ searchTerm: '%' }, []],
    [{ searchTerm: '\\' }, []],
    [{ searchTerm: 'zoe', role: 'admin' }, []],
    [{ sort: 'createdAt_asc' }, ['Zoë O’Brien', 'Øyvind 100%', 'Ada Root']],
    [{ searchTerm: 'unknown' }, []],
  ])('finds users with %j', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  test('sorts by name', async () => {
    // The order of accents depends on the database's collation.
    expect((await find({ sort: 'name_asc' }))[0]).toBe('Ada Root');
    expect((await find({ sort: 'name_desc' })).at(-1)).toBe('Ada Root');
  });

  test.each([
    [{ role: 'owner' }, ['role']],
    [{ sort: 'email_asc' }, ['sort']],
    [{ page: 0, limit: 101 }, ['page', 'limit']],
    [{ searchTerm: 'x'.repeat(201) }, ['searchTerm']],
  ])('rejects %j', async (query, paths) => {
    const { errors } = await server.error(endpoints.listUsers, { as: people.admin, query });
    expect(errors?.map(({ path }) => path)).toEqual(paths);
  });

  test('rejects pages past the 10,000th entry', async () => {
    const query = { page: 101, limit: 100 };
    const { code } = await server.error(endpoints.listUsers, { as: people.admin, query });
    expect(code).toBe('PAGE_OUT_OF_REACH');
  });
});

describe('PUT /users/:id', () => {
  const change = (as: TestUser, id: string, role: string) =>
    server.status(endpoints.changeRole, { as, params: { id }, body: { role } });

  test('requires an admin', () =>
    server.expectGuarded(endpoints.changeRole, people, {
      params: { id: people.user._id },
      body: { role: 'admin' },
    }));

  test('changes the role, effective from the next request', async () => {
    const user = await server.addUser();
    expect(await server.status(endpoints.agentStats, { as: user })).toBe(403);
    const params = { id: user._id };
    const response = await server.ok(endpoints.changeRole, {
      as: people.admin,
      params,
      body: { role: 'agent' },
    });
    expect(response).toMatchObject({ _id: user._id, name: user.name, role: 'agent' });
    expect(await server.status(endpoints.agentStats, { as: user })).toBe(200);
    await change(people.admin, user._id, 'admin');
    expect(await server.status(endpoints.listUsers, { as: user })).toBe(200);
    await change(people.admin, user._id, 'user');
    expect(await server.status(endpoints.listUsers, { as: user })).toBe(403);
    expect(await server.status(endpoints.logout, { as: user })).toBe(204);
  });

  test('does not hide a former agent’s listings', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent);
    expect(await change(people.admin, agent._id, 'user')).toBe(200);
    expect(await server.status(endpoints.getProperty, { params: { id } })).toBe(200);
    expect(await server.status(endpoints.toggleAvailability, { as: agent, params: { id } })).toBe(
      403,
    );
  });

  test('rejects unknown roles, unknown users, and malformed IDs', async () => {
    const params = { id: people.user._id };
    for (const body of [{}, { role: 'owner' }, { role: null }]) {
      expect(
        (await server.error(endpoints.changeRole, { as: people.admin, params, body })).errors,
      ).toEqual([{ path: 'role', message: 'Role must be user, agent, or admin.' }]);
    }
    for (const id of ['999999', '0', 'abc', '1'.repeat(30)]) {
      expect(await change(people.admin, id, 'user')).toBe(404);
    }
  });

  test('rejects a change based on an outdated role', async () => {
    const user = await server.addUser({ role: 'agent' });
    const options = { as: people.admin, params: { id: user._id } };
    const body = { role: 'admin', before: 'user' };
    expect(await server.error(endpoints.changeRole, { ...options, body })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'The role has changed. Please check it again.',
    });
    const { role } = await server.ok(endpoints.changeRole, {
      ...options,
      body: { ...body, before: 'agent' },
    });
    expect(role).toBe('admin');
  });

  test('does not let admins change their own role', async () => {
    const params = { id: people.admin._id };
    const options = { as: people.admin, params, body: { role: 'user' } };
    expect(await server.error(endpoints.changeRole, options)).toMatchObject({
      status: 409,
      code: 'OWN_ACCOUNT',
      message: 'You cannot change your own role.',
    });
  });
});

describe('DELETE /users/:id', () => {
  test('requires an admin', () =>
    server.expectGuarded(endpoints.deleteUser, people, { params: { id: people.user._id } }));

  test('deletes an agent’s listings, pictures, and sessions', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const [avatar, ...pictures] = await storeImages(
      server.images,
      await Promise.all(
        ['avatar.png', 'one.png', 'two.png'].map(async (name) => ({
          name,
          source: await createNoise(400, 300).png().toBuffer(),
        })),
      ),
    );
    await server.db
      .updateTable('users')
      .set({ avatar_key: avatar?.key ?? null })
      .where('id', '=', agent._id)
      .execute();
    const ids: string[] = [];
    for (const [index, picture] of pictures.entries()) {
      const id = await server.addProperty(agent, { is_available: index === 0 });
      await server.db
        .insertInto('property_images')
        .values({ property_id: id, position: 0, ...picture })
        .execute();
      ids.push(id);
    }
    const remainingId = await server.addProperty(people.agent);
    await server.addProperty(await server.addUser({ role: 'agent' }));
    const before = { users: await countRows('users'), sessions: await countRows('sessions') };
    expect((await readdir(server.imageFolder)).length).toBeGreaterThan(0);

    const params = { id: agent._id };
    expect(await server.ok(endpoints.deleteUser, { as: people.admin, params })).toBeNull();

    for (const id of ids) {
      expect(await server.status(endpoints.getProperty, { params: { id } })).toBe(404);
    }
    expect(await server.status(endpoints.getProperty, { params: { id: remainingId } })).toBe(200);
    expect(await countRows('users')).toBe(before.users - 1);
    expect(await countRows('sessions')).toBe(before.sessions - 1);
    expect(await countRows('property_images')).toBe(0);
    const files = await readdir(server.imageFolder, { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).toEqual([]);
    const body = { email: agent.email, password: agent.password };
    expect(await server.status(endpoints.login, { body })).toBe(401);
    const history = await server.db
      .selectFrom('property_history')
      .select(['property_id', 'change', 'actor_id'])
      .where('change', '=', 'deleted')
      .orderBy('id')
      .execute();
    expect(history).toEqual(
      ids.map((id) => ({ property_id: id, change: 'deleted', actor_id: people.admin._id })),
    );
    expect(await server.status(endpoints.deleteUser, { as: people.admin, params })).toBe(404);
  });

  test('rejects unknown users and malformed IDs', async () => {
    for (const id of ['999999', 'abc']) {
      expect(await server.status(endpoints.deleteUser, { as: people.admin, params: { id } })).toBe(
        404,
      );
    }
  });

  test('does not let admins delete their own account', async () => {
    const params = { id: people.admin._id };
    expect(await server.error(endpoints.deleteUser, { as: people.admin, params })).toMatchObject({
      status: 409,
      code: 'OWN_ACCOUNT',
      message: 'You cannot delete your own account.',
    });
  });

  test('waits for a listing that is being created, and deletes it', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const inserted = Promise.withResolvers<string>();
    const { promise: canCommit, resolve: commit } = Promise.withResolvers<void>();
    const insertion = server.db.transaction().execute(async (transaction) => {
      const row = buildPropertyRow(agent._id);
      const { id } = await transaction
        .insertInto('properties')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      inserted.resolve(id);
      await canCommit;
    });
    const id = await inserted.promise;
    const deletion = server.status(endpoints.deleteUser, {
      as: people.admin,
      params: { id: agent._id },
    });
    await expectWaiting(server, 'transactionid', 1);
    commit();
    await insertion;
    expect(await deletion).toBe(204);
    expect(await server.status(endpoints.getProperty, { params: { id } })).toBe(404);
  });
});
