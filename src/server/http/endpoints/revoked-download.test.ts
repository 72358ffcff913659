/** Tests that a download sent in parts ends if the user loses permissions before the last part. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addOffice, addOfficeAgent } from '../../features/offices/office.fixture.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await startTestApp();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await sql`
    insert into audit_entries (at, actor_name, action, entity_kind, entity_title)
    select now(), 'Admin', 'user.role_changed', 'user', 'User' from generate_series(1, 250)`.execute(
    server.db,
  );
  return () => server.close();
});

/** Adds a manager of an office with 120 listings and 250 inquiries. */
async function addManager(): Promise<TestUser> {
  officeCount += 1;
  const manager = await addOfficeAgent(
    server,
    await addOffice(server, `Homes ${officeCount}`),
    'manager',
  );
  await server.addProperty(manager);
  await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms, sqft, property_type, status)
    select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms, sqft, property_type, status
    from properties, generate_series(1, 119) where agent_id = ${manager._id}`.execute(server.db);
  await sql`
    with added as (
      insert into inquiries (agent_id, property_title, property_price, name, email, created_at, last_message_at)
      select ${manager._id}, 'A home', 1, 'Visitor', 'visitor@example.org', now(), now()
      from generate_series(1, 250) returning id, created_at
    )
    insert into inquiry_messages (inquiry_id, is_from_agent, text, created_at)
    select id, false, 'Message', created_at from added`.execute(server.db);
  return manager;
}
let officeCount = 0;

const toUser = (user: TestUser) =>
  sql`update users set role = 'user' where id = ${user._id}`.execute(server.db);
const leaveOffice = (user: TestUser) =>
  sql`delete from office_members where user_id = ${user._id}`.execute(server.db);
const endSessions = (user: TestUser) =>
  sql`delete from sessions where user_id = ${user._id}`.execute(server.db);

/**
 * Downloads a file, and changes something while its first rows are being read.
 *
 * @param table a table that only the rows of a part are read from
 */
async function downloadDuring(
  { path, table, as }: { path: string; table: string; as: TestUser },
  change: () => Promise<unknown>,
): Promise<string> {
  const connection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  try {
    const transaction = await connection.db.startTransaction().execute();
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
    const download = fetch(`${base}/api${path}`, {
      headers: { authorization: `Bearer ${as.token}` },
    });
    await expectWaiting(server, 'relation', 1);
    await change();
    await transaction.rollback().execute();
    const response = await download;
    expect(response.status).toBe(200);
    return await response.text();
  } finally {
    await connection.db.destroy();
  }
}

test('a download is complete if nothing changes', async () => {
  const path = endpoints.exportInquiries.path;
  const download = { path, table: 'inquiry_messages', as: await addManager() };
  const text = await downloadDuring(download, async () => undefined);
  expect(text.trimEnd().split('\r\n')).toHaveLength(251);
});

const OFFICE_INQUIRIES = `${endpoints.exportInquiries.path}?scope=office`;
const { path: myListings } = endpoints.exportMyProperties;

test.each([
  ['own inquiries', endpoints.exportInquiries.path, 'inquiry_messages', 'loses the role', toUser],
  ['office inquiries', OFFICE_INQUIRIES, 'inquiry_messages', 'leaves the office', leaveOffice],
  ['office inquiries', OFFICE_INQUIRIES, 'inquiry_messages', 'is signed out', endSessions],
  ['listings', myListings, 'property_images', 'loses the role', toUser],
  ['personal data', endpoints.getPersonalData.path, 'favorites', 'is signed out', endSessions],
] as const)(
  'a download of %s (%s, reading %s) ends if the agent %s',
  async (_data, path, table, _reason, revoke) => {
    const as = await addManager();
    const download = downloadDuring({ path, table, as }, () => revoke(as));
    await expect(download).rejects.toThrow('terminated');
  },
);

test.each([
  ['all listings', endpoints.exportAllProperties.path, 'property_images'],
  ['the audit log', endpoints.exportAudit.path, 'audit_entries'],
])(
  'a download of %s (%s, reading %s) ends if the admin loses the role',
  async (_data, path, table) => {
    await addManager();
    const as = await server.addUser({ role: 'admin' });
    const download = downloadDuring({ path, table, as }, () => toUser(as));
    await expect(download).rejects.toThrow('terminated');
  },
);
