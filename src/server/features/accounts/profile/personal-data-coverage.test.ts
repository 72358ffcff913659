/**
 * Tests that the file with a user's data includes every table and column about users unless there is a
 * reason to exclude it, and that large parts are read with an index and in batches.
 */

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { markProven } from '#server/jobs/mail-proof-repository.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { BATCHES, PARTS, readPersonalData } from './personal-data-repository.ts';

/** The part of the file for each column that refers to a user. */
const INCLUDED: Record<string, string> = {
  'account_devices.user_id': 'devices',
  'alert_memory.recipient': 'homesToldOf',
  'alert_preferences.confirmed_email': 'alertPreferences',
  'alert_preferences.user_id': 'alertPreferences',
  'audit_entries.actor_id': 'auditLog',
  'contact_messages.email': 'contactMessages',
  'favorites.user_id': 'favorites',
  'imports.owner_id': 'imports',
  'inquiries.agent_id': 'answers',
  'inquiries.email': 'inquiries',
  'inquiries.sender_id': 'inquiries',
  'inquiry_admin_reads.admin_id': 'inquiriesReadAsAdmin',
  'inquiry_messages.author_id': 'answers',
  'invitations.email': 'invitations',
  'invitations.invited_by': 'invitationsSent',
  'notifications.user_id': 'notifications',
  'office_members.user_id': 'account',
  'passkeys.user_id': 'passkeys',
  'properties.agent_id': 'listings',
  'property_history.actor_id': 'listingChanges',
  'recovery_codes.user_id': 'secondFactor',
  'reports.email': 'reports',
  'saved_searches.email': 'savedSearches',
  'saved_searches.user_id': 'savedSearches',
  'sessions.user_id': 'sessions',
  'shortlist_comments.user_id': 'shortlistComments',
  'shortlist_members.user_id': 'shortlistsJoined',
  'shortlist_votes.user_id': 'shortlistVotes',
  'shortlists.owner_id': 'shortlists',
  'tour_hours.agent_id': 'tourHours',
  'tours.agent_id': 'toursGiven',
  'tours.email': 'tours',
  'tours.visitor_id': 'tours',
  'two_factors.user_id': 'secondFactor',
  'users.email': 'account',
};

/** The reasons for excluding the other columns. */
const EXCLUDED: Record<string, string> = {
  'alert_news.recipient': 'an email that is being prepared',
  'alert_tokens.email': 'a secret',
  'alert_tokens.user_id': 'a secret',
  'data_sources.default_agent_id': 'a setting by an admin',
  'events.user_id': 'a copy that is deleted after an hour',
  'favorite_items.user_id': 'an email that is being prepared',
  'imports.agent_email': 'the address of another agent',
  'offices.email': 'data of the office',
  'passkey_challenges.user_id': 'a secret',
  'password_resets.email': 'a secret',
  'password_resets.user_id': 'a secret',
  'property_totals.agent_id': 'derived from listings',
  'sent_mails.author_id': 'counts of emails for limits, without text',
  'site_history.actor_id': 'changes to the site, which the audit log also lists',
  'two_factor_setups.user_id': 'a secret',
  'withheld_mails.recipient': 'emails withheld by a limit, without text',
};

const EXCLUDED_COLUMNS: Record<string, string[]> = {
  // The file has the picture's path instead of its key. The note is written by admins and private.
  users: ['password_hash', 'avatar_key', 'verification_note'],
  // The user's own ID, text derived from other columns, and a setting by an admin.
  properties: ['agent_id', 'search', 'source_id'],
};

/** The parts that are read all at once, and what limits their rows. All other parts are read in batches. */
const READ_AT_ONCE: Record<string, string> = {
  account: 'one row',
  alertPreferences: 'one row',
  devices: 'known browsers on known systems',
  favorites: 'MAX_FAVORITES',
  imports: 'MAX_UNFINISHED_IMPORTS and MAX_ENDED_IMPORTS',
  passkeys: 'MAX_PASSKEYS',
  savedSearches: 'MAX_SAVED_SEARCHES',
  secondFactor: 'one row',
  sessions: 'MAX_SESSIONS',
  shortlists: 'MAX_OWNED_SHORTLISTS and MAX_SHORTLIST_HOMES',
  tourHours: 'one row',
};

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent', email: 'alex@example.org' });
  return () => server.close();
});

async function readData(user: TestUser): Promise<Record<string, Record<string, unknown>[]>> {
  const data: Record<string, Record<string, unknown>[]> = {};
  for await (const { part, rows } of readPersonalData(server.db, user._id))
    data[part] = [...(data[part] ?? []), ...rows];
  return data;
}

test('every column that refers to a user is in a part, or excluded for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (
      a.attname ~ '(^|_)(email|recipient|user|user_id|agent_id|owner_id|sender_id|visitor_id|author_id|actor_id|admin_id)$'
      or exists (
        select from pg_constraint k
        where k.contype = 'f' and k.confrelid = 'users'::regclass
          and k.conrelid = c.oid and a.attnum = any(k.conkey)))`.execute(server.db);
  const parts = Object.keys(await readData(agent));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys({ ...INCLUDED, ...EXCLUDED }).toSorted(),
  );
  expect(Object.values(INCLUDED).filter((part) => !parts.includes(part))).toEqual([]);
});

test('every part is read in batches, or has a limited number of rows', async () => {
  expect(Object.keys(await readData(agent)).toSorted()).toEqual(
    [...Object.keys(BATCHES), ...Object.keys(READ_AT_ONCE)].toSorted(),
  );
});

test.each([
  ['users', 'account'],
  ['properties', 'listings'],
] as const)('every column of %s is in the part %s, or excluded', async (table, part) => {
  await server.addProperty(agent);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(
    server.db,
  );
  const toField = (name: string) =>
    name === 'id' ? '_id' : name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [row = {}] = (await readData(agent))[part] ?? [];
  const missing = rows
    .map(({ name }) => name)
    .filter((name) => !(EXCLUDED_COLUMNS[table] ?? []).includes(name))
    .filter((name) => !(toField(name) in row));
  expect(missing).toEqual([]);
});

describe('messages, reports, and invitations with an address', () => {
  test('are included only for the account that has proven the address', async () => {
    const email = 'owner@example.org';
    const user = await server.addUser({ email });
    const home = await server.addProperty(agent);
    await server.addMessage({ email, message: 'Message to the site' });
    await server.ok(endpoints.reportProperty, {
      params: { id: home },
      body: { reason: 'scam', text: 'Report text', email },
    });
    await sql`
      insert into invitations (email, role, created_at, expires_at)
      values (${email}, 'agent', now(), now())`.execute(server.db);
    const readParts = async () => {
      const { contactMessages, reports, invitations } = await readData(user);
      return { contactMessages, reports, invitations };
    };
    expect(await readParts()).toEqual({ contactMessages: [], reports: [], invitations: [] });
    await markProven(server.db, { userId: user._id, address: email });
    expect(await readParts()).toMatchObject({
      contactMessages: [{ message: 'Message to the site' }],
      reports: [{ text: 'Report text' }],
      invitations: [{ role: 'agent', email }],
    });
  });
});

test('an agent’s data contains imports and changes, but not the admins’ note', async () => {
  await sql`
    insert into imports (owner_id, folder, file_name, place, is_dry_run, created_at)
    values (${agent._id}, 'folder', 'homes.csv', '192.0.2.1', false, now())`.execute(server.db);
  await sql`update users set verification_note = 'Checked by phone' where id = ${agent._id}`.execute(
    server.db,
  );
  const home = await server.addProperty(agent);
  await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: home } });
  const data = await readData(agent);
  expect(JSON.stringify(data)).not.toContain('Checked by phone');
  expect(data).toMatchObject({
    imports: [{ fileName: 'homes.csv', ipAddress: '192.0.2.1', state: 'waiting' }],
    listingChanges: expect.arrayContaining([
      expect.objectContaining({ property: home, change: 'availability' }),
    ]) as unknown,
  });
});

type Plan = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** Returns the number of rows that a plan has read. */
const countRowsRead = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, child) => sum + countRowsRead(child), 0);

test('no part reads the rows of other users', async () => {
  const user = await server.addUser({ isProven: true });
  const other = await server.addUser({ role: 'agent' });
  const home = await server.addProperty(other);
  const rows = sql`generate_series(1, 5000)`;
  await sql`
    insert into property_history (property_id, change, actor_id)
    select ${home}, 'created', ${other._id} from ${rows}`.execute(server.db);
  await sql`
    insert into audit_entries (at, actor_id, actor_name, action, entity_kind, entity_title)
    select now(), ${other._id}, 'Admin', 'user.role_changed', 'user', 'User' from ${rows}`.execute(
    server.db,
  );
  await sql`
    insert into contact_messages (name, email, subject, message)
    select 'Other', 'other@example.org', 'A question', 'A long question' from ${rows}`.execute(
    server.db,
  );
  await sql`
    insert into reports (property_title, reason, email)
    select 'A home', 'scam', 'other@example.org' from ${rows}`.execute(server.db);
  await sql`
    with added as (
      insert into inquiries (agent_id, property_title, property_price, name, email, created_at, last_message_at)
      select ${other._id}, 'A home', 1, 'Visitor', 'visitor@example.org', now(), now() from ${rows}
      returning id
    )
    insert into inquiry_messages (inquiry_id, is_from_agent, author_id, text)
    select id, true, ${other._id}, 'Answer' from added`.execute(server.db);
  await sql`analyze`.execute(server.db);
  const rowsRead: Record<string, number> = {};
  for (const [part, statement] of Object.entries(PARTS)) {
    const result = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${statement(user._id)}`.execute(server.db);
    rowsRead[part] =
      result.rows[0] === undefined ? NaN : countRowsRead(result.rows[0]['QUERY PLAN'][0].Plan);
  }
  const parts = Object.keys(rowsRead).filter((part) => !((rowsRead[part] ?? NaN) < 500));
  expect(parts).toEqual([]);
});
