import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { ensureAdmin, makeAdmin } from '#server/features/accounts/first-admin.ts';
import {
  addOffice,
  addOfficeAgent,
  buildOfficeForm,
} from '#server/features/offices/office.fixture.ts';
import { recordAudits } from './audit-service.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
let since: string;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(1_000);
  since = server.clock.now().toISOString();
});

const list = (query: Record<string, string> = {}) =>
  server.ok(endpoints.listAudit, { as: people.admin, query: { from: since, ...query } });
/** Returns actions and entities since the test began, sorted. */
const listRecordedActions = async () =>
  (await list()).map(({ action, entity }) => `${action} ${entity._id ?? ''}`.trim()).toSorted();

test('the deletion of each listing of a deleted agent is recorded', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const homes = [await server.addProperty(agent), await server.addProperty(agent)];
  await server.ok(endpoints.deleteUser, { as: people.admin, params: { id: agent._id } });
  expect(await listRecordedActions()).toEqual([
    ...homes.map((id) => `listing.deleted ${id}`),
    `user.deleted ${agent._id}`,
  ]);
});

describe('a new role', () => {
  test('is recorded with the office that the account leaves', async () => {
    const office = await addOffice(server, 'Leaving Homes');
    const [member, manager] = [
      await addOfficeAgent(server, office),
      await addOfficeAgent(server, office, 'manager'),
    ];
    const as = people.admin;
    const change = (id: string, role: Role) =>
      server.ok(endpoints.changeRole, { as, params: { id }, body: { role } });
    await change(member._id, 'user');
    await change(manager._id, 'agent');
    expect(await listRecordedActions()).toEqual([
      `office.member_removed ${member._id}`,
      `user.role_changed ${member._id}`,
    ]);
    const [entry] = await list({ action: 'office.member_removed' });
    expect(entry?.changes).toEqual({
      office: ['Leaving Homes', null],
      officeRole: ['member', null],
    });
  });

  test('is recorded with the decision about a request to become an agent', async () => {
    const person = await server.addUser({ agent_requested_at: server.clock.now() });
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: person._id },
      body: { role: 'agent' },
    });
    expect(await list({ action: 'user.agent_request_decided' })).toMatchObject([
      { entity: { _id: person._id }, changes: { decision: [null, 'approved'] } },
    ]);
  });

  test('is recorded if the operator assigns it', async () => {
    const now = server.clock.now();
    const person = await server.addUser({ agent_requested_at: now });
    expect(await makeAdmin(server.db, person.email, now)).toMatchObject({ name: person.name });
    expect(await makeAdmin(server.db, 'unknown@example.org', now)).toBeUndefined();
    await ensureAdmin(
      server.db,
      { email: 'first@example.org', password: 'six letters' },
      { now, hashPassword: async () => 'hash' },
    );
    const entries = (await list()).map(
      ({ actor, action, entity }) => `${actor.name}: ${action} ${entity.title}`,
    );
    expect(entries.toSorted()).toEqual([
      `Command line: user.agent_request_decided ${person.name}`,
      `Command line: user.role_changed ${person.name}`,
      'Server settings: user.created first',
    ]);
    const [account] = await server.ok(endpoints.listUsers, {
      as: people.admin,
      query: { searchTerm: person.email },
    });
    expect(account).toMatchObject({ role: 'admin', agentRequestedAt: null });
  });
});

test('the removal of each member of a deleted office is recorded', async () => {
  const office = await addOffice(server, 'Closing Homes');
  const members = [
    await addOfficeAgent(server, office),
    await addOfficeAgent(server, office, 'manager'),
  ];
  await server.ok(endpoints.deleteOffice, { as: people.admin, params: { id: office._id } });
  expect(await listRecordedActions()).toEqual([
    `office.deleted ${office._id}`,
    ...members.map(({ _id }) => `office.member_removed ${_id}`),
  ]);
});

test('a long value is truncated but not within an emoji', async () => {
  const about = `${'x'.repeat(299)}😀 nice`;
  await server.ok(endpoints.createOffice, {
    as: people.admin,
    form: buildOfficeForm({ name: 'Emoji Homes', about }),
  });
  const [entry] = await list({ action: 'office.created' });
  expect(entry?.changes['about']).toEqual([null, `${'x'.repeat(299)}…`]);
});

test('an export of inquiries is recorded', async () => {
  const home = await server.addProperty(people.agent);
  await server.ok(endpoints.ask, {
    params: { id: home },
    body: { name: 'Ann', email: 'ann@example.org', message: 'Is it haunted?' },
  });
  await server.ok(endpoints.exportInquiries, { as: people.agent });
  expect(await list({ action: 'inquiry.exported' })).toMatchObject([
    { actor: { _id: people.agent._id }, changes: { inquiries: [null, 1] } },
  ]);
});

test('requests that change nothing are not recorded', async () => {
  const as = people.admin;
  const office = await addOffice(server, 'Calm Homes');
  const { _id: id } = await addOfficeAgent(server, office);
  await server.ok(endpoints.setOfficeMember, {
    as,
    params: { id: office._id, userId: id },
    body: { role: 'member' },
  });
  await server.ok(endpoints.changeOffice, {
    as,
    params: { id: office._id },
    form: buildOfficeForm({ name: office.name }),
  });
  await server.ok(endpoints.changeRole, { as, params: { id }, body: { role: 'agent' } });
  await server.ok(endpoints.setVerification, { as, params: { id }, body: { isVerified: false } });
  expect(await listRecordedActions()).toEqual([]);
});

test('an export contains all entries, across batches', async () => {
  const now = server.clock.now();
  await recordAudits(
    server.db,
    { name: 'Command line' },
    Array.from({ length: 2_001 }, (_, index) => ({
      action: 'site.changed' as const,
      entity: { kind: 'site', id: null, title: `Change ${index}` },
      now,
    })),
  );
  const csv = await server.ok(endpoints.exportAudit, {
    as: people.admin,
    query: { from: since, action: 'site.changed' },
  });
  const titles = new Set(csv.match(/Change \d+/g));
  expect(titles.size).toBe(2_001);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2_002);
});

test('deleting an account also removes its email address from invitation entries', async () => {
  const body = { email: 'Ida@example.org', role: 'user' };
  await server.ok(endpoints.createInvitation, { as: people.admin, body });
  const listTitles = async () => (await list()).map(({ entity }) => entity.title);
  expect(await listTitles()).toEqual(['Ida@example.org']);
  const invitedUser = await server.addUser({ email: 'ida@example.org' });
  await server.ok(endpoints.deleteUser, { as: people.admin, params: { id: invitedUser._id } });
  expect(await listTitles()).toEqual(['Deleted user', 'Deleted user']);
});

test('the audit log cannot be truncated', async () => {
  await expect(sql`truncate audit_entries`.execute(server.db)).rejects.toThrow(/append-only/);
});
