import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { recordAudit } from './audit-service.ts';

const DAY_MS = 86_400_000;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const list = (query: Record<string, string> = {}) =>
  server.ok(endpoints.listAudit, { as: people.admin, query });
const listActions = async (query: Record<string, string> = {}) =>
  (await list(query)).map(({ action }) => action);
/** Advances the clock by a second so that the next entries are newer than all earlier ones. */
const tick = () => server.clock.advance(1_000);

describe('GET /audit', () => {
  test('requires an admin', async () => {
    expect((await server.error(endpoints.listAudit)).status).toBe(401);
    expect((await server.error(endpoints.listAudit, { as: people.agent })).status).toBe(403);
  });

  test('returns the actor, change, IP address, and time', async () => {
    const person = await server.addUser({});
    await tick();
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: person._id },
      body: { role: 'agent' },
      ip: '203.0.113.9',
    });
    expect(await list()).toMatchObject([
      {
        at: server.clock.now().toISOString(),
        actor: { _id: people.admin._id, name: people.admin.name },
        action: 'user.role_changed',
        entity: { kind: 'user', _id: person._id, title: person.name },
        changes: { role: ['user', 'agent'] },
        place: '203.0.113.9',
      },
    ]);
  });

  test('records deletions, decisions about reports, hidden and shown listings, data exports, and inquiry reads', async () => {
    const home = await server.addProperty(people.agent, { title: 'A house with a past' });
    const as = people.admin;
    await tick();
    const since = server.clock.now().toISOString();
    await server.ok(endpoints.reportProperty, { params: { id: home }, body: { reason: 'scam' } });
    const [report] = await server.ok(endpoints.listReports, { as });
    const decide = (decision: 'hidden' | 'dismissed') =>
      server.ok(endpoints.decideReport, {
        as,
        params: { id: report?._id ?? '' },
        body: { decision },
      });
    await decide('hidden');
    await tick();
    await decide('dismissed');
    await tick();
    const inquiry = await server.ok(endpoints.ask, {
      params: { id: home },
      body: { name: 'Ann', email: 'ann@example.org', message: 'Is it haunted?' },
    });
    await server.ok(endpoints.getInquiry, { as, params: { id: inquiry._id } });
    await tick();
    await server.ok(endpoints.getPersonalData, { as: people.agent });
    await tick();
    await server.ok(endpoints.deleteProperty, { as: people.agent, params: { id: home } });
    await tick();
    const message = await server.addMessage();
    await server.ok(endpoints.deleteMessage, { as, params: { id: message } });
    await tick();
    await server.ok(endpoints.deleteInquiry, { as, params: { id: inquiry._id } });
    expect(await listActions({ from: since })).toEqual([
      'inquiry.deleted',
      'message.deleted',
      'listing.deleted',
      'user.data_exported',
      'inquiry.read',
      'listing.shown',
      'report.decided',
      'listing.hidden',
      'report.decided',
    ]);
  });

  test('records accounts that admins create but not sign-ups', async () => {
    const body = { name: 'Cora Created', email: 'cora@example.org', password: 'six letters' };
    const { _id } = await server.ok(endpoints.register, {
      as: people.admin,
      body: { ...body, role: 'admin' },
    });
    expect(await list({ entity: `user:${_id}` })).toMatchObject([
      {
        action: 'user.created',
        entity: { title: 'Cora Created' },
        changes: { role: [null, 'admin'] },
      },
    ]);
    const visitor = await server.ok(endpoints.register, {
      body: { ...body, email: 'own@example.org', confirmPassword: body.password, role: 'agent' },
    });
    expect(await list({ entity: `user:${visitor._id}` })).toEqual([]);
  });

  test('can be filtered', async () => {
    const person = await server.addUser({});
    const entity = `user:${person._id}`;
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: person._id },
      body: { role: 'agent' },
    });
    const today = server.clock.now().toISOString().slice(0, 10);
    expect(await listActions({ entity })).toEqual(['user.role_changed']);
    expect(await listActions({ entity, from: today, to: today })).toEqual(['user.role_changed']);
    expect(await listActions({ entity, to: '2020-01-01' })).toEqual([]);
    expect(await listActions({ entity, action: 'user.deleted' })).toEqual([]);
    expect(await listActions({ entity, actorId: people.agent._id })).toEqual([]);
    expect(await listActions({ entity: 'office' })).toEqual([]);
  });

  test.each([
    [{ action: 'user.renamed' }, 'action'],
    [{ entity: 'User 17' }, 'entity'],
    [{ from: 'yesterday' }, 'from'],
    [{ actorId: 'x' }, 'actorId'],
  ])('rejects %o', async (query, path) => {
    const { status, errors } = await server.error(endpoints.listAudit, {
      as: people.admin,
      query,
    });
    expect(status).toBe(400);
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  test('replaces the names of deleted accounts', async () => {
    const admin = await server.addUser({ role: 'admin' });
    const person = await server.addUser({});
    await server.ok(endpoints.changeRole, {
      as: admin,
      params: { id: person._id },
      body: { role: 'agent' },
    });
    for (const { _id } of [admin, person]) {
      await server.ok(endpoints.deleteUser, { as: people.admin, params: { id: _id } });
    }
    const entries = await list({ entity: `user:${person._id}` });
    expect(entries).toMatchObject([
      { action: 'user.deleted', entity: { title: 'Deleted user' } },
      {
        action: 'user.role_changed',
        actor: { _id: null, name: 'Deleted user' },
        entity: { title: 'Deleted user' },
      },
    ]);
  });
});

describe('GET /audit.csv', () => {
  test('requires an admin', async () => {
    expect((await server.error(endpoints.exportAudit)).status).toBe(401);
    expect((await server.error(endpoints.exportAudit, { as: people.agent })).status).toBe(403);
  });

  test('returns the entries as CSV and escapes formulas', async () => {
    const person = await server.addUser({ name: '=HYPERLINK("x")' });
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: person._id },
      body: { role: 'agent' },
    });
    const csv = await server.ok(endpoints.exportAudit, {
      as: people.admin,
      query: { entity: `user:${person._id}` },
    });
    const [header, row] = csv.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe('Time,Actor,Actor ID,Action,Kind,ID,Title,Changes,Place');
    expect(row).toContain(`,user.role_changed,user,${person._id},"'=HYPERLINK(""x"")",`);
  });
});

describe('audit log entries', () => {
  const change = (assignment: string) =>
    sql`update audit_entries set ${sql.raw(assignment)}`.execute(server.db);

  test('cannot be changed or deleted in the database', async () => {
    await expect(sql`delete from audit_entries`.execute(server.db)).rejects.toThrow(/append-only/);
    for (const assignment of [
      "action = 'user.deleted'",
      "changes = '{}'",
      "actor_name = 'Someone'",
      "place = '192.0.2.1'",
      'at = now()',
    ]) {
      await expect(change(assignment)).rejects.toThrow(/append-only/);
    }
  });

  test('are stored only if the change is committed', async () => {
    const before = (await list()).length;
    const failedTransaction = inTransaction(server.db, null, async (transaction) => {
      await recordAudit(
        transaction,
        { name: 'Command line' },
        {
          action: 'site.changed',
          entity: { kind: 'site', id: null, title: 'Site settings' },
          now: server.clock.now(),
        },
      );
      throw new Error('Roll back');
    });
    await expect(failedTransaction).rejects.toThrow('Roll back');
    expect(await list()).toHaveLength(before);
  });

  test('lose their IP address after 90 days', async () => {
    expect((await list()).some(({ place }) => place !== null)).toBe(true);
    await server.runJobs(new Date(server.clock.now().getTime() + 91 * DAY_MS));
    expect((await list()).every(({ place }) => place === null)).toBe(true);
  });
});
