/** Tests that reads fail if the user loses permissions while they wait, even after the first part of a download. */

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

/** Adds an office manager who has 120 listings and 250 inquiries. */
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

type Read = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  table: string;
  as: TestUser;
  body?: object;
};

/**
 * Sends a request and changes something while its data is being read.
 *
 * @param read.table a table that the server reads for the data (for a download, its first part) and for nothing else
 */
async function fetchDuring(
  { method = 'GET', path, table, as, body = {} }: Read,
  change: () => Promise<unknown>,
): Promise<Response> {
  const connection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  try {
    const transaction = await connection.db.startTransaction().execute();
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
    const response = fetch(`${base}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    await expectWaiting(server, 'relation', 1);
    await change();
    await transaction.rollback().execute();
    return await response;
  } finally {
    await connection.db.destroy();
  }
}

/** Downloads a file and changes something while its first part is being read. */
async function downloadDuring(read: Read, change: () => Promise<unknown>): Promise<string> {
  const response = await fetchDuring(read, change);
  expect(response.status).toBe(200);
  return response.text();
}

test('a download is complete if nothing changes', async () => {
  const path = endpoints.exportInquiries.path;
  const download = { path, table: 'inquiry_messages', as: await addManager() };
  const text = await downloadDuring(download, async () => undefined);
  expect(text.trimEnd().split('\r\n')).toHaveLength(251);
});

async function findInquiryId(agent: TestUser): Promise<string> {
  const { id } = await server.db
    .selectFrom('inquiries')
    .select('id')
    .where('agent_id', '=', agent._id)
    .executeTakeFirstOrThrow();
  return id;
}

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

test.each([
  ['the inbox of the office', 'GET', '?scope=office', leaveOffice],
  ['the inbox', 'GET', '', toUser],
  ['the inbox', 'GET', '', endSessions],
  ['a conversation marked as read', 'POST', '/{id}/read', leaveOffice],
  ['a changed conversation', 'PATCH', '/{id}', endSessions],
] as const)(
  '%s (%s /inquiries%s) is not sent to an agent who loses permission while it is read',
  async (_data, method, suffix, revoke) => {
    const as = await addManager();
    const id = await findInquiryId(as);
    const path = `/inquiries${suffix.replace('{id}', id)}`;
    const body = method === 'PATCH' ? { note: '' } : {};
    const read = { method, path, table: 'inquiry_messages', as, body };
    expect((await fetchDuring(read, async () => undefined)).status).toBe(200);
    const response = await fetchDuring(read, () => revoke(as));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('Message');
  },
);

test.each([
  ['renamed', 'PATCH', '', { name: 'New name' }],
  ['with another home', 'PUT', '/homes/{home}', {}],
  ['with a vote', 'PUT', '/homes/{home}/vote', { vote: 'yes' }],
  ['joined', 'POST', '/join', undefined],
] as const)(
  'a shortlist (%s) is not sent to a user who is signed out while it is read',
  async (_change, method, suffix, body) => {
    const owner = await server.addUser();
    const home = await server.addProperty(await server.addUser({ role: 'agent' }));
    const list = { as: owner, body: { name: 'My list' } };
    const { _id: id } = await server.ok(endpoints.createShortlist, list);
    const params = { id, propertyId: home };
    if (suffix.endsWith('vote')) await server.ok(endpoints.addShortlistHome, { as: owner, params });
    const link = { as: owner, params, body: { mode: 'edit' } };
    const { token } = await server.ok(endpoints.createShortlistLink, link);
    const as = body === undefined ? await server.addUser() : owner;
    const path = suffix === '/join' ? suffix : `/${id}${suffix.replace('{home}', home)}`;
    const read = { method, path: `/shortlists${path}`, table: 'shortlist_comments', as };
    const request = { ...read, body: body ?? { token } };
    expect((await fetchDuring(request, async () => undefined)).status).toBe(200);
    const response = await fetchDuring(request, () => endSessions(as));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain(id);
  },
);

test.each([
  ['is signed out', endSessions],
  ['leaves the office', leaveOffice],
])('a draft is not sent to a manager who %s while it is read', async (_reason, revoke) => {
  const office = await addOffice(server, `Drafts ${(officeCount += 1)}`);
  const manager = await addOfficeAgent(server, office, 'manager');
  const id = await server.addProperty(await addOfficeAgent(server, office), {
    publish_state: 'draft',
    is_available: false,
  });
  const read = { path: `/properties/${id}`, table: 'property_images', as: manager };
  expect((await fetchDuring(read, async () => undefined)).status).toBe(200);
  expect((await fetchDuring(read, () => revoke(manager))).status).toBe(403);
});

test('a changed saved search is not sent to a user who is signed out while it is read', async () => {
  const as = await server.addUser();
  const search = { as, body: { search: { minPrice: '1' }, frequency: 'never' as const } };
  const { _id } = await server.ok(endpoints.createSavedSearch, search);
  const path = `/saved-searches/${_id}`;
  const read = {
    method: 'PATCH',
    path,
    table: 'properties',
    as,
    body: { name: 'New name' },
  } as const;
  expect((await fetchDuring(read, async () => undefined)).status).toBe(200);
  expect((await fetchDuring(read, () => endSessions(as))).status).toBe(403);
});

test('a conversation is not sent if it is reassigned while the request waits', async () => {
  const as = await addManager();
  const id = await findInquiryId(as);
  const other = await server.addUser({ role: 'agent' });
  const connection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  const transaction = await connection.db.startTransaction().execute();
  await sql`lock table inquiry_messages in access exclusive mode`.execute(transaction);
  // Occupies the agent's slots for personal data, so that the conversation waits for one.
  const reads = [1, 2].map(() => server.status(endpoints.listInquiries, { as }));
  await expectWaiting(server, 'relation', 2);
  const conversation = server.status(endpoints.readInquiry, { as, params: { id }, body: {} });
  const isRead = async () =>
    server.db
      .selectFrom('inquiries')
      .select('is_read_by_agent')
      .where('id', '=', id)
      .executeTakeFirst();
  await expect.poll(isRead).toEqual({ is_read_by_agent: true });
  await sql`update inquiries set agent_id = ${other._id} where id = ${id}`.execute(server.db);
  await transaction.rollback().execute();
  await connection.db.destroy();
  expect(await Promise.all(reads)).toEqual([200, 200]);
  expect(await conversation).toBe(404);
});
