import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestApp;
let people: Record<Role, TestUser>;
let office: { _id: string; slug: string; name: string };
let manager: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  office = await addOffice(server, 'Inviting Homes');
  manager = await addOfficeAgent(server, office, 'manager');
  return () => server.close();
});
let count = 0;
beforeEach(async () => {
  await server.waitUntilIdle();
  server.emails.length = 0;
  count += 1;
});
const newEmail = () => `invited-${count}@example.org`;

const inviteOptions = (as: TestUser, email: string, id = office._id) => ({
  as,
  params: { id },
  body: { email },
});

/** Returns the token from the link in the only email in `server.emails`. */
async function readMailedToken(): Promise<string> {
  await server.waitUntilIdle();
  expect(server.emails).toHaveLength(1);
  const token = /\/invitation\?token=([\w-]+)/.exec(server.emails[0]?.text ?? '')?.[1];
  expect(token).toBeDefined();
  return token ?? '';
}

async function inviteToOffice(email = newEmail()): Promise<string> {
  await server.ok(endpoints.createOfficeInvitation, inviteOptions(manager, email));
  return readMailedToken();
}

const acceptOptions = (token: string, as?: TestUser, extraFields: object = {}) => ({
  ...(as === undefined ? {} : { as }),
  body: { token, ...extraFields },
});
const SIGN_UP = { name: 'Nora New', password: 'open-sesame' };

describe('POST /offices/:id/invitations', () => {
  test('requires a manager of the office or an admin', async () => {
    const { createOfficeInvitation } = endpoints;
    await server.expectGuarded(createOfficeInvitation, people, inviteOptions(manager, newEmail()));
    const member = await addOfficeAgent(server, office);
    const stranger = await addOfficeAgent(
      server,
      await addOffice(server, 'Not Inviting'),
      'manager',
    );
    for (const as of [member, stranger, people.agent])
      expect(await server.status(createOfficeInvitation, inviteOptions(as, newEmail()))).toBe(403);
    for (const as of [manager, people.admin])
      expect(await server.status(createOfficeInvitation, inviteOptions(as, newEmail()))).toBe(201);
    expect(await server.status(createOfficeInvitation, inviteOptions(manager, 'invalid'))).toBe(
      400,
    );
    const unknownOffice = inviteOptions(people.admin, newEmail(), '999999');
    expect(await server.status(createOfficeInvitation, unknownOffice)).toBe(404);
  });

  test('gives the same response for an address with an account, and emails no user input', async () => {
    const responses = [];
    for (const email of [people.user.email, newEmail()]) {
      const {
        _id,
        email: _email,
        ...response
      } = await server.ok(endpoints.createOfficeInvitation, inviteOptions(manager, email));
      responses.push(response);
    }
    expect(responses[0]).toEqual(responses[1]);
    await server.waitUntilIdle();
    for (const { text, subject } of server.emails)
      for (const input of [office.name, manager.name]) expect(text + subject).not.toContain(input);
  });

  test('allows 30 invitations a day per office', async () => {
    const busyOffice = await addOffice(server, 'Busy Homes');
    const as = await addOfficeAgent(server, busyOffice, 'manager');
    const send = (number: number) =>
      server.status(
        endpoints.createOfficeInvitation,
        inviteOptions(as, `busy-${number}@example.org`, busyOffice._id),
      );
    for (let number = 1; number <= 30; number += 1) expect(await send(number)).toBe(201);
    expect(await send(31)).toBe(429);
    await server.clock.advance(DAY_MS);
    expect(await send(32)).toBe(201);
  });
});

describe('GET /offices/:id/invitations', () => {
  test('rejects visitors and users', () =>
    server.expectGuarded(endpoints.listOfficeInvitations, people, { params: { id: office._id } }));
});

describe('DELETE /offices/:id/invitations/:invitationId', () => {
  test('lists and revokes pending invitations', async () => {
    const quietOffice = await addOffice(server, 'Quiet Homes');
    const as = await addOfficeAgent(server, quietOffice, 'manager');
    const params = { id: quietOffice._id };
    await server.ok(
      endpoints.createOfficeInvitation,
      inviteOptions(as, newEmail(), quietOffice._id),
    );
    const token = await readMailedToken();
    await server.expectGuarded(endpoints.listOfficeInvitations, people, { params });
    expect(await server.status(endpoints.listOfficeInvitations, { as: manager, params })).toBe(403);
    const [pendingInvitation, ...others] = await server.ok(endpoints.listOfficeInvitations, {
      as,
      params,
    });
    expect(others).toEqual([]);
    expect(pendingInvitation).toMatchObject({
      email: newEmail(),
      role: 'agent',
      office: quietOffice,
      invitedBy: as.name,
    });
    const target = { ...params, invitationId: pendingInvitation?._id ?? '' };
    const { deleteOfficeInvitation } = endpoints;
    await server.expectGuarded(deleteOfficeInvitation, people, { params: target });
    const wrongOffice = { id: office._id, invitationId: target.invitationId };
    expect(await server.status(deleteOfficeInvitation, { as: manager, params: target })).toBe(403);
    expect(await server.status(deleteOfficeInvitation, { as: manager, params: wrongOffice })).toBe(
      404,
    );
    await server.ok(deleteOfficeInvitation, { as, params: target });
    expect(await server.ok(endpoints.listOfficeInvitations, { as, params })).toEqual([]);
    expect(await server.status(endpoints.getInvitation, { query: { token } })).toBe(400);
    expect(await server.status(endpoints.acceptInvitation, acceptOptions(token, people.user))).toBe(
      400,
    );
  });
});

describe('GET /invitation', () => {
  test('returns the address, role, office, and inviter, and rejects invalid tokens', async () => {
    const token = await inviteToOffice();
    expect(await server.ok(endpoints.getInvitation, { query: { token } })).toMatchObject({
      email: newEmail(),
      role: 'agent',
      office,
      invitedBy: manager.name,
    });
    expect(await server.status(endpoints.getInvitation, { query: { token: 'x' } })).toBe(400);
    expect(await server.status(endpoints.getInvitation)).toBe(400);
  });
});

describe('POST /invitations/accept', () => {
  const { acceptInvitation } = endpoints;

  test('makes any account with the link an agent in the office, but only once', async () => {
    const token = await inviteToOffice();
    const person = await server.addUser();
    expect(await server.status(acceptInvitation, acceptOptions(token))).toBe(401);
    expect(await server.ok(acceptInvitation, acceptOptions(token, person))).toMatchObject({
      _id: person._id,
      role: 'agent',
      office,
      officeRole: 'member',
    });
    const secondUser = await server.addUser();
    expect(await server.status(acceptInvitation, acceptOptions(token, secondUser))).toBe(400);
    expect(await server.status(endpoints.agentStats, { as: person })).toBe(200);
    const entries = await server.ok(endpoints.listAudit, { as: people.admin, query: { limit: 3 } });
    expect(entries.map(({ action }) => action)).toEqual([
      'invitation.accepted',
      'office.member_changed',
      'user.role_changed',
    ]);
  });

  test('accepts an invitation only once, even in concurrent requests', async () => {
    const token = await inviteToOffice();
    const users = await Promise.all(Array.from({ length: 8 }, () => server.addUser()));
    const statuses = await Promise.all(
      users.map((as) => server.status(acceptInvitation, acceptOptions(token, as))),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
  });

  test('rejects members of another office, admins, and expired links', async () => {
    const token = await inviteToOffice();
    const otherMember = await addOfficeAgent(server, await addOffice(server, 'Elsewhere Homes'));
    expect(await server.status(acceptInvitation, acceptOptions(token, otherMember))).toBe(409);
    expect(await server.status(acceptInvitation, acceptOptions(token, people.admin))).toBe(409);
    await server.clock.advance(7 * DAY_MS + 1);
    const person = await server.addUser();
    expect(await server.status(acceptInvitation, acceptOptions(token, person))).toBe(400);
    expect(await server.status(endpoints.getInvitation, { query: { token } })).toBe(400);
  });

  test('rejects links from inviters who could no longer send them', async () => {
    const leavingManager = await addOfficeAgent(server, office, 'manager');
    const admin = await server.addUser({ role: 'admin' });
    await server.ok(endpoints.createOfficeInvitation, inviteOptions(leavingManager, newEmail()));
    const officeToken = await readMailedToken();
    server.emails.length = 0;
    const form = { email: `next-${newEmail()}`, role: 'admin' };
    await server.ok(endpoints.createInvitation, { as: admin, body: form });
    const adminToken = await readMailedToken();

    await server.ok(endpoints.removeOfficeMember, {
      as: manager,
      params: { id: office._id, userId: leavingManager._id },
    });
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: admin._id },
      body: { role: 'agent' },
    });
    for (const [token, as] of [
      [officeToken, leavingManager],
      [adminToken, admin],
    ] as const) {
      expect(await server.status(endpoints.acceptInvitation, acceptOptions(token, as))).toBe(400);
      expect(
        await server.status(endpoints.acceptInvitation, acceptOptions(token, undefined, SIGN_UP)),
      ).toBe(400);
    }
  });

  test('does not demote a manager of the office', async () => {
    const token = await inviteToOffice();
    expect(await server.ok(acceptInvitation, acceptOptions(token, manager))).toMatchObject({
      office,
      officeRole: 'manager',
    });
  });

  test('creates an account, signs it in, and proves its address', async () => {
    const token = await inviteToOffice();
    for (const [extraFields, path] of [
      [{ name: 'Nora New' }, 'password'],
      [{ password: 'open-sesame' }, 'name'],
      [{ name: 'N', password: 'open-sesame' }, 'name'],
    ] as const) {
      const { errors } = await server.error(
        acceptInvitation,
        acceptOptions(token, undefined, extraFields),
      );
      expect(errors?.map((error) => error.path)).toEqual([path]);
    }
    const account = await server.ok(acceptInvitation, acceptOptions(token, undefined, SIGN_UP));
    expect(account).toMatchObject({ name: 'Nora New', email: newEmail(), role: 'agent', office });
    const as = { token: account.token ?? '' };
    expect(await server.status(endpoints.agentStats, { as })).toBe(200);
    expect((await server.ok(endpoints.getPreferences, { as })).emailConfirmed).toBe(true);
    const secondStatus = await server.status(
      acceptInvitation,
      acceptOptions(token, undefined, SIGN_UP),
    );
    expect(secondStatus).toBe(400);
  });

  test('approves a pending request to become an agent', async () => {
    const as = await server.addUser({ agent_requested_at: server.clock.now() });
    const token = await inviteToOffice(as.email);
    expect(await server.ok(acceptInvitation, acceptOptions(token, as))).toMatchObject({
      role: 'agent',
      agentRequestedAt: null,
    });
  });

  test('creates no second account for an address', async () => {
    const token = await inviteToOffice(people.user.email);
    expect(
      await server.error(acceptInvitation, acceptOptions(token, undefined, SIGN_UP)),
    ).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
  });
});

describe('GET /invitations', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.listInvitations, people));
});

describe('DELETE /invitations/:id', () => {
  test('requires an admin', () =>
    server.expectGuarded(endpoints.deleteInvitation, people, { params: { id: '1' } }));
});

describe('POST /invitations', () => {
  const { createInvitation } = endpoints;
  const siteOptions = (body: object, as = people.admin) => ({ as, body });

  test('requires an admin', async () => {
    await server.expectGuarded(createInvitation, people, siteOptions({ email: 'a@b.example' }));
  });

  test('invites people to any role and to an office', async () => {
    for (const role of ['user', 'agent', 'admin'] as const) {
      server.emails.length = 0;
      const email = `${role}-${newEmail()}`;
      await server.ok(createInvitation, siteOptions({ email, role }));
      const account = await server.ok(
        endpoints.acceptInvitation,
        acceptOptions(await readMailedToken(), undefined, SIGN_UP),
      );
      expect(account).toMatchObject({ email, role, office: null });
    }
    server.emails.length = 0;
    await server.ok(
      createInvitation,
      siteOptions({ email: newEmail(), role: 'agent', officeId: office._id }),
    );
    const token = await readMailedToken();
    const account = await server.ok(
      endpoints.acceptInvitation,
      acceptOptions(token, undefined, SIGN_UP),
    );
    expect(account.office).toEqual(office);
  });

  test.each([
    [{ role: 'agent' }, ['email']],
    [{ email: 'a@b.example', role: 'owner' }, ['role']],
    [{ email: 'a@b.example', role: 'admin', officeId: '1' }, ['officeId']],
  ])('rejects %j', async (body, paths) => {
    const { errors } = await server.error(createInvitation, siteOptions(body));
    expect(errors?.map(({ path }) => path)).toEqual(paths);
  });

  test('adds an invitation that can be listed and revoked', async () => {
    const { _id } = await server.ok(
      createInvitation,
      siteOptions({ email: newEmail(), role: 'user' }),
    );
    const token = await readMailedToken();
    const as = people.admin;
    const listIds = async () =>
      (await server.ok(endpoints.listInvitations, { as, query: { limit: 100 } })).map(
        (invitation) => invitation._id,
      );
    expect(await listIds()).toContain(_id);
    await server.ok(endpoints.deleteInvitation, { as, params: { id: _id } });
    expect(await listIds()).not.toContain(_id);
    const entries = await server.ok(endpoints.listAudit, { as, query: { limit: 2 } });
    expect(entries.map(({ action }) => action)).toEqual([
      'invitation.revoked',
      'invitation.created',
    ]);
    expect(await server.status(endpoints.deleteInvitation, { as, params: { id: _id } })).toBe(404);
    expect(await server.status(endpoints.getInvitation, { query: { token } })).toBe(400);
    const unknownOffice = siteOptions({ email: newEmail(), role: 'agent', officeId: '999999' });
    expect(await server.status(createInvitation, unknownOffice)).toBe(404);
  });
});

test('invitations are deleted a month after they expire, used or not', async () => {
  const [usedAddress, unusedAddress] = ['used@example.org', 'unused@example.org'];
  await server.ok(
    endpoints.acceptInvitation,
    acceptOptions(await inviteToOffice(usedAddress), undefined, SIGN_UP),
  );
  server.emails.length = 0;
  await inviteToOffice(unusedAddress);
  const readEmails = async () => {
    await server.runJobs();
    const rows = server.db
      .selectFrom('invitations')
      .select('email')
      .where('email', 'in', [usedAddress, unusedAddress]);
    return (await rows.execute()).map(({ email }) => email).toSorted();
  };
  await server.clock.advance(36 * DAY_MS);
  expect(await readEmails()).toEqual([unusedAddress, usedAddress]);
  await server.clock.advance(2 * DAY_MS);
  expect(await readEmails()).toEqual([]);
});
