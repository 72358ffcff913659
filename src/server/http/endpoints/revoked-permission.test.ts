/**
 * Tests that a caller who loses permission between the guard and the handler cannot change
 * anything.
 */

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { argonPasswords } from '#server/features/accounts/password.ts';
import { createSession } from '#server/features/accounts/sessions/session-repository.ts';
import { addOffice } from '#server/features/offices/office.fixture.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { minRole } from '#shared/permissions.ts';
import type { Role } from '#shared/schemas/user.ts';
import { USER_PASSWORD } from '#tests/factories/build-user-row.ts';
import {
  type CallOptions,
  startTestApp,
  type TestApp,
  type TestUser,
} from '#tests/helpers/test-app.ts';
import { findValidBody, findValidForm } from './valid-bodies.fixture.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
/** Record IDs for the requests, by path prefix. */
let records: Record<string, string>;
let picture: Buffer;
/** Runs once: between the guard and the handler, or while the handler hashes a password. */
let interruption: (() => Promise<unknown>) | undefined;

async function runInterruption() {
  const run = interruption;
  interruption = undefined;
  await run?.();
}

const HOUR_MS = 3_600_000;

/** Endpoints that return 404, not 403, for other users' records. */
const HIDDEN_RECORD_ENDPOINTS = new Set<string>([
  'cancelImport',
  'assignInquiry',
  'addOpenHouse',
  'deleteOpenHouse',
  'changeInquiry',
]);

const inHours = (hours: number) =>
  new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();

beforeAll(async () => {
  picture = await createNoise(60, 40).jpeg().toBuffer();
  server = await startTestApp({
    passwords: {
      ...argonPasswords,
      hash: async (password, requester) => {
        await runInterruption();
        return argonPasswords.hash(password, requester);
      },
    },
  });
  server.app.addHook('preHandler', async (request) => {
    if (request.actor !== undefined) await runInterruption();
  });
  people = await server.addPeople();
  await server.addUser({ role: 'admin' });
  const home = await server.addProperty(people.agent);
  const inquiry = await server.db
    .insertInto('inquiries')
    .values({
      property_title: 'A home',
      property_price: 1,
      agent_id: people.agent._id,
      sender_id: people.user._id,
      name: 'Ann Visitor',
      email: 'some@example.org',
      created_at: server.clock.now(),
      last_message_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const openHouse = await server.db
    .insertInto('open_houses')
    .values({
      property_id: home,
      start_at: new Date(inHours(10)),
      end_at: new Date(inHours(12)),
      time_zone: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const list = await server.ok(endpoints.createShortlist, {
    as: people.user,
    body: { name: 'Ours' },
  });
  const shortlist = { id: list._id, propertyId: home };
  await server.ok(endpoints.addShortlistHome, { as: people.user, params: shortlist });
  records = {
    properties: home,
    favorites: home,
    users: (await server.addUser())._id,
    contact: await server.addMessage(),
    inquiries: inquiry.id,
    'open-houses': openHouse.id,
    shortlists: list._id,
    offices: (await addOffice(server, 'Late Homes'))._id,
  };
  return () => server.close();
});

/** Restores the role and office of a user and signs the user in with a new session. */
async function signIn(role: Role): Promise<TestUser> {
  const person = people[role];
  const { password_hash: passwordHash } = await server.db
    .updateTable('users')
    .set({ role })
    .where('id', '=', person._id)
    .returning('password_hash')
    .executeTakeFirstOrThrow();
  // An agent who loses the role is removed from the office.
  if (role === 'agent') {
    const row = { user_id: person._id, office_id: records['offices'] ?? '' };
    await server.db
      .insertInto('office_members')
      .values({ ...row, role: 'manager', joined_at: server.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const account = { id: person._id, passwordHash };
  const token = await createSession(server.db, account, server.clock.now());
  if (token === null) throw new Error('The session could not be created.');
  return { ...person, token };
}

const endSessions = ({ _id }: TestUser) =>
  server.db.deleteFrom('sessions').where('user_id', '=', _id).execute();
const revokeRole = ({ _id }: TestUser) =>
  server.db.updateTable('users').set({ role: 'user' }).where('id', '=', _id).execute();

/**
 * Returns the state of all tables, except what the tests themselves change: sessions, rate limit counters, roles, office
 * memberships, and the events that record such changes.
 */
async function readState(): Promise<unknown> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not in ('sessions', 'rate_limits', 'users', 'office_members', 'entity_events') order by relname`.execute(
    server.db,
  );
  const state: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select count(*), md5(string_agg(t::text, '|' order by t::text))
      from ${sql.table(name)} as t`.execute(server.db);
    state[name] = rows;
  }
  const users = server.db.selectFrom('users').select(['id', 'name', 'email', 'password_hash']);
  return { ...state, users: await users.orderBy('id').execute() };
}

/** Sends a request whose user loses permission before the handler runs; returns the error codes. */
async function callAndRevoke(
  name: EndpointName,
  as: TestUser,
  revoke: (person: TestUser) => Promise<unknown>,
): Promise<string[]> {
  const endpoint: Endpoint = endpoints[name];
  const targets = { records, agentId: people.agent._id, inHours, picture };
  const body = findValidBody(name, targets);
  const form = findValidForm(name, targets);
  const kind = /^\/([\w-]+)/.exec(endpoint.path)?.[1] ?? '';
  const options: CallOptions = {
    as,
    params: {
      id: name === 'endSession' ? 'a'.repeat(32) : (records[kind] ?? '1'),
      propertyId: records['properties'] ?? '',
      userId: kind === 'offices' ? (records['users'] ?? '') : 'me',
      commentId: '1',
      invitationId: '1',
      deliveryId: '1',
      runId: '1',
      mode: 'edit',
    },
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form }),
  };
  interruption = () => revoke(as);
  if (!endpoint.path.endsWith('/bulk')) {
    return [(await server.error(endpoint, options)).code];
  }
  const response = (await server.ok(endpoint, options)) as {
    done: string[];
    failed: { code: string }[];
  };
  expect(response.done).toEqual([]);
  return response.failed.map(({ code }) => code);
}

const changes = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method, access }]) => method !== 'GET' && access !== 'public' && name !== 'logout',
);
const roleOf = ({ access }: Endpoint): Role => (access === 'public' ? 'user' : minRole(access));

describe('changes admitted by the guard', () => {
  test.each(changes)('are rejected if the session ends: %s', async (name, endpoint) => {
    const before = await readState();
    const as = await signIn(roleOf(endpoint));
    expect(await callAndRevoke(name, as, endSessions)).toEqual(['UNAUTHENTICATED']);
    expect(await readState()).toEqual(before);
  });

  test.each(changes.filter(([, endpoint]) => roleOf(endpoint) !== 'user'))(
    'are rejected if the role is revoked: %s',
    async (name, endpoint) => {
      const before = await readState();
      const as = await signIn(roleOf(endpoint));
      const code = HIDDEN_RECORD_ENDPOINTS.has(name) ? 'NOT_FOUND' : 'FORBIDDEN';
      expect(await callAndRevoke(name, as, revokeRole)).toEqual([code]);
      expect(await readState()).toEqual(before);
    },
  );
});

test.each([
  ['session', endSessions, 'UNAUTHENTICATED'],
  ['role', revokeRole, 'FORBIDDEN'],
] as const)(
  'an admin whose %s ends cannot create an admin account',
  async (_revoked, revoke, code) => {
    const before = await readState();
    const as = await signIn('admin');
    const body = {
      name: 'Late Admin',
      email: 'late@example.org',
      password: USER_PASSWORD,
      confirmPassword: USER_PASSWORD,
      role: 'admin',
    };
    interruption = () => revoke(as);
    expect((await server.error(endpoints.register, { as, body })).code).toBe(code);
    expect(await readState()).toEqual(before);
  },
);
