import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { lockRoles } from './user-admin-repository.ts';

const { decideAgentRequest, listUsers, register } = endpoints;

let server: TestApp;
let people: Record<Role, TestUser>;
let count = 0;
beforeAll(async () => {
  // One test makes 50 decisions at the same time, which wait until all have begun.
  server = await startTestApp({}, { maxConnections: 55, statementTimeoutMs: 0 });
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.waitUntilIdle();
  server.emails.length = 0;
  await server.clock.advance(3_600_000);
  await setPolicy('approval');
});

const setPolicy = (agentSignUp: 'open' | 'approval' | 'closed') =>
  server.ok(endpoints.changePolicies, { as: people.admin, body: { agentSignUp } });

/** Builds the sign-up form of an agent. */
function buildForm(role = 'agent') {
  count += 1;
  const email = `agent-${count}@example.org`;
  return { name: 'Nia Long', email, password: 'secret1', confirmPassword: 'secret1', role };
}

const signUp = async () => {
  const form = buildForm();
  return server.ok(register, { body: form });
};
const list = (query: Record<string, string> = {}) =>
  server.send(listUsers, { as: people.admin, query });
const decide = (id: string, body: unknown) =>
  server.ok(decideAgentRequest, { as: people.admin, params: { id }, body });

describe('signing up as an agent', () => {
  test('creates a user with a pending request if approval is required', async () => {
    const body = await signUp();
    expect(body).toMatchObject({
      role: 'user',
      agentRequestedAt: server.clock.now().toISOString(),
    });
    const as = { token: body.token ?? '' };
    expect((await server.error(endpoints.listMyProperties, { as })).status).toBe(403);
    expect((await server.ok(register, { body: buildForm('user') })).agentRequestedAt).toBeNull();
  });

  test('is rejected without creating an account if it is closed', async () => {
    await setPolicy('closed');
    const body = buildForm();
    expect(await server.error(register, { body })).toMatchObject({
      status: 403,
      message: 'Sign-up as an agent is closed. Please contact us.',
    });
    expect((await list({ searchTerm: body.email })).body).toEqual([]);
    expect((await server.ok(register, { body: buildForm('user') })).role).toBe('user');
  });

  test('lets admins create agents even if it requires approval or is closed', async () => {
    for (const policy of ['approval', 'closed'] as const) {
      await setPolicy(policy);
      const createdUser = await server.ok(register, { as: people.admin, body: buildForm() });
      expect(createdUser).toMatchObject({ role: 'agent', agentRequestedAt: null });
    }
  });
});

describe('requests in GET /users', () => {
  test('come first, can be filtered, and are counted', async () => {
    const { _id } = await signUp();
    await server.clock.advance(60_000);
    await server.addUser({ created_at: server.clock.now() });
    const all = await list();
    expect(all.body[0]?._id).toBe(_id);
    const pendingUsers = await list({ agentRequest: 'pending' });
    expect(pendingUsers.body.every(({ agentRequestedAt }) => agentRequestedAt !== null)).toBe(true);
    const number = String(pendingUsers.body.length);
    expect(pendingUsers.headers['x-pending-count']).toBe(number);
    expect((await list({ role: 'admin' })).headers['x-pending-count']).toBe(number);
    await decide(_id, { decision: 'declined' });
    const after = await list({ agentRequest: 'pending' });
    expect(after.headers['x-pending-count']).toBe(String(pendingUsers.body.length - 1));
    expect(after.body.map((user) => user._id)).not.toContain(_id);
  });

  test('reject an invalid filter', async () => {
    const query = { agentRequest: 'declined' };
    expect((await server.error(listUsers, { as: people.admin, query })).status).toBe(400);
  });
});

describe('PATCH /users/:id/agent-request', () => {
  test('requires an admin', () =>
    server.expectGuarded(decideAgentRequest, people, {
      params: { id: people.user._id },
      body: { decision: 'approved' },
    }));

  test('makes an approved user an agent, and sends a notification and an email', async () => {
    const { _id, token, email } = await signUp();
    const as = { token: token ?? '' };
    const user = await decide(_id, { decision: 'approved' });
    expect(user).toMatchObject({ _id, role: 'agent', agentRequestedAt: null });
    expect(await server.ok(endpoints.listMyProperties, { as })).toEqual([]);
    expect(await server.ok(endpoints.listNotifications, { as })).toMatchObject([
      { kind: 'account', title: 'Your request to list homes was approved' },
    ]);
    await server.waitUntilIdle();
    expect(server.emails).toMatchObject([
      { to: email, subject: expect.stringContaining('You can now list homes') },
    ]);
    const query = { action: 'user.agent_request_decided', entity: `user:${_id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { decision: [null, 'approved'] } },
    ]);
  });

  test('declines with a reason, which the email and the notification contain', async () => {
    const user = await server.addUser({
      agent_requested_at: server.clock.now(),
      isProven: true,
    });
    const reason = 'Please write to us first.';
    const decidedUser = await decide(user._id, { decision: 'declined', reason });
    expect(decidedUser).toMatchObject({ role: 'user', agentRequestedAt: null });
    await server.waitUntilIdle();
    expect(server.emails).toMatchObject([
      { to: user.email, text: expect.stringContaining(reason) },
    ]);
    expect(await server.ok(endpoints.listNotifications, { as: user })).toMatchObject([
      { kind: 'account', title: `Your request to list homes was declined: ${reason}` },
    ]);
  });

  test('returns 409 without a pending request, 404 for an unknown user, and 400 for an invalid decision', async () => {
    const { _id } = await signUp();
    await decide(_id, { decision: 'declined' });
    const expectRejection = (id: string, body: unknown = { decision: 'approved' }) =>
      server.error(decideAgentRequest, { as: people.admin, params: { id }, body });
    expect(await expectRejection(_id)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await expectRejection(people.user._id)).status).toBe(409);
    expect((await expectRejection('999999')).status).toBe(404);
    expect((await expectRejection(_id, { decision: 'maybe' })).status).toBe(400);
  });

  test('accepts only one of 50 concurrent decisions', async () => {
    const { _id } = await signUp();
    const admins = await Promise.all(
      Array.from({ length: 50 }, () => server.addUser({ role: 'admin' })),
    );
    // Holds the role lock until all requests wait for it.
    const { pending } = await server.db.transaction().execute(async (transaction) => {
      await lockRoles(transaction);
      const decisions = admins.map((admin, index) =>
        server.status(decideAgentRequest, {
          as: admin,
          // Requests from one IP address wait for each other.
          ip: `192.0.2.${index}`,
          params: { id: _id },
          body: { decision: index % 2 === 0 ? 'approved' : 'declined' },
        }),
      );
      await expectWaiting(server, 'advisory', 50);
      return { pending: decisions };
    });
    const statuses = await Promise.all(pending);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200)).toEqual(Array(49).fill(409));
  });

  test('resolves the request when an admin sets a role', async () => {
    const { _id } = await signUp();
    const body = { role: 'agent' };
    const user = await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: _id },
      body,
    });
    expect(user).toMatchObject({ role: 'agent', agentRequestedAt: null });
  });
});
