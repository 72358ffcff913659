/** Tests that deleting an inquiry or account leaves no copies of its personal data in the database. */

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { readMigrations } from '#server/database/migrate.ts';
import { markProvenForInquiry } from '#server/jobs/mail-proof-repository.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, NEXT_SLOT, SLOT } from '../tours/tour.fixture.ts';
import { eraseFromNotifications } from '../users/user-admin-repository.ts';

const MESSAGE = 'Is the garden part of it?';
const PHONE = '555-0177';

let server: TestApp;
let admin: TestUser;
let agent: TestUser;
let home: string;
beforeEach(async () => {
  server = await startTestApp({ allowsPrivateWebhooks: true });
  admin = await server.addUser({ role: 'admin' });
  ({ agent, homeId: home } = await addTourAgent(server));
  await subscribe([
    'inquiry.created',
    'inquiry.answered',
    'tour.booked',
    'tour.changed',
    'tour.canceled',
  ]);
  return () => server.close();
});

async function subscribe(events: string[]) {
  const body = { url: 'http://127.0.0.1:9/', events, isEnabled: true, description: '' };
  await server.ok(endpoints.createWebhook, { as: admin, body });
}

/** Returns the tables with rows that contain a text, ignoring case. */
async function findTraces(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
    order by 1`.execute(server.db);
  const matchingTables = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where position(lower(${text}) in lower(t::text)) > 0`.execute(
      server.db,
    );
    if (rows.length > 0) matchingTables.push(name);
  }
  return matchingTables;
}

/** Sends a question, books a tour, receives replies, and returns the inquiry's ID. */
async function startConversation(visitor: { as?: TestUser; name?: string; email?: string }) {
  const { as, ...form } = visitor;
  const send = { as, params: { id: home } };
  const fields = { ...form, phone: PHONE, message: MESSAGE };
  const inquiry = await server.ok(endpoints.ask, { ...send, body: fields });
  if (form.email !== undefined)
    await markProvenForInquiry(server.db, { inquiryId: inquiry._id, address: form.email });
  const token = as === undefined ? { token: inquiry.token } : {};
  const body = { ...fields, ...token, start: SLOT };
  const tour = await server.ok(endpoints.bookTour, { ...send, body });
  await server.ok(endpoints.answerInquiry, {
    as: agent,
    params: { id: inquiry._id },
    body: { message: 'Yes, all of it.' },
  });
  await server.ok(endpoints.changeTour, {
    as: agent,
    params: { id: tour._id },
    body: { start: NEXT_SLOT },
  });
  await server.waitUntilIdle();
  return { inquiryId: inquiry._id, tourId: tour._id };
}

const remove = (id: string) => server.ok(endpoints.deleteInquiry, { as: admin, params: { id } });

test('deleting an inquiry removes all traces of a visitor without an account', async () => {
  const visitor = { name: 'Zelda Quorn', email: 'zelda@quorn.example' };
  const { inquiryId, tourId } = await startConversation(visitor);
  // An email that could not be sent stays in the queue.
  server.mailFailure.error = new Error('The mail server is down.');
  await server.ok(endpoints.answerInquiry, {
    as: agent,
    params: { id: inquiryId },
    body: { message: 'Anything else?' },
  });
  await server.waitUntilIdle();
  server.mailFailure.error = null;
  server.emails.length = 0;
  expect(await findTraces('quorn')).toEqual(
    expect.arrayContaining([
      'graphile_worker._private_jobs',
      'public.events',
      'public.inquiries',
      'public.notifications',
      'public.tours',
      'public.webhook_deliveries',
    ]),
  );
  await remove(inquiryId);
  await server.waitUntilIdle();
  for (const text of ['quorn', PHONE, MESSAGE]) expect(await findTraces(text)).toEqual([]);
  const [mail, ...others] = server.emails.filter(({ to }) => to === visitor.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Your tour is canceled: /);
  expect(mail?.calendar?.method).toBe('CANCEL');
  const unfoldedCalendar = mail?.calendar?.content.replaceAll('\r\n ', '').toLowerCase();
  expect(unfoldedCalendar).toContain(`mailto:${visitor.email}`);
  expect(mail?.text).not.toContain('Manage tour');
  const notifications = await server.ok(endpoints.listNotifications, { as: agent });
  expect(notifications.map(({ title }) => title)).toEqual([
    'The tour on Tue, Mar 3, 10:30 AM was canceled: House by the lake',
  ]);
  const tour = await server.ok(endpoints.getTour, { as: agent, params: { id: tourId } });
  expect(tour).toMatchObject({ status: 'canceled', name: 'Deleted user', email: null });
  const tourQuery = server.db
    .selectFrom('tours')
    .select('visitor_network')
    .where('id', '=', tourId);
  expect(await tourQuery.executeTakeFirst()).toEqual({ visitor_network: null });
});

test('deleting an inquiry of an account removes its phone number and message', async () => {
  const visitor = await server.addUser({ name: 'Zelda Quorn', isProven: true });
  const { inquiryId, tourId } = await startConversation({ as: visitor });
  server.emails.length = 0;
  await remove(inquiryId);
  await server.waitUntilIdle();
  expect(await findTraces('quorn')).toEqual(['public.users']);
  for (const text of [PHONE, MESSAGE]) expect(await findTraces(text)).toEqual([]);
  const [mail, ...others] = server.emails.filter(({ to }) => to === visitor.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Your tour is canceled: /);
  // The tour no longer refers to the account.
  const tour = await server.ok(endpoints.getTour, { as: agent, params: { id: tourId } });
  expect(tour).toMatchObject({ status: 'canceled', name: 'Deleted user', email: null });
  expect(await server.ok(endpoints.listMyTours, { as: visitor })).toEqual([]);
  const notifications = await server.ok(endpoints.listNotifications, { as: visitor });
  expect(notifications.map(({ title }) => title)).toEqual([
    'The tour on Tue, Mar 3, 10:30 AM was canceled: House by the lake',
  ]);
});

test('deleting an agent removes the name from visitors’ notifications', async () => {
  await sql`update users set name = 'Zelda Quorn' where id = ${agent._id}`.execute(server.db);
  const visitor = await server.addUser();
  await startConversation({ as: visitor });
  const listTitles = async () =>
    (await server.ok(endpoints.listNotifications, { as: visitor })).map(({ title }) => title);
  expect(await listTitles()).toEqual([
    'Zelda Quorn moved a tour to Tue, Mar 3, 10:30 AM: House by the lake',
    'Zelda Quorn replied about House by the lake',
  ]);
  const newAgent = await server.addUser({ role: 'agent' });
  await server.ok(endpoints.deleteUser, {
    as: admin,
    params: { id: agent._id },
    query: { reassignTo: newAgent._id },
  });
  expect(await listTitles()).toEqual([
    'Deleted user moved a tour to Tue, Mar 3, 10:30 AM: House by the lake',
    'Deleted user replied about House by the lake',
  ]);
});

test('deleting an agent whose tours have moved removes only their name from notifications', async () => {
  await sql`update users set name = 'Zelda Quorn' where id = ${agent._id}`.execute(server.db);
  const { agent: newAgent } = await addTourAgent(server);
  await sql`update users set name = 'Zelda Marr' where id = ${newAgent._id}`.execute(server.db);
  const visitor = await server.addUser();
  const body = { phone: PHONE, message: MESSAGE, start: SLOT };
  const tour = await server.ok(endpoints.bookTour, { as: visitor, params: { id: home }, body });
  const move = async (as: TestUser, start: string) =>
    server.ok(endpoints.changeTour, { as, params: { id: tour._id }, body: { start } });
  await move(agent, NEXT_SLOT);
  await server.ok(endpoints.reassignProperties, {
    as: admin,
    body: { propertyIds: [home], agentId: newAgent._id, withInquiries: true },
  });
  await move(newAgent, SLOT);
  await server.ok(endpoints.deleteUser, { as: admin, params: { id: agent._id } });
  // Another account with the new agent's name.
  const namesake = await server.addUser({ name: 'Zelda Marr' });
  await server.ok(endpoints.deleteUser, { as: admin, params: { id: namesake._id } });
  const notifications = await server.ok(endpoints.listNotifications, { as: visitor });
  expect(notifications.map(({ title }) => title)).toEqual([
    'Zelda Marr moved a tour to Tue, Mar 3, 10:00 AM: House by the lake',
    'Deleted user moved a tour to Tue, Mar 3, 10:30 AM: House by the lake',
  ]);
});

test('deleting a renamed account removes both names', async () => {
  await subscribe(['user.registered']);
  const visitor = await server.addUser({ name: 'Zelda Quorn', email: 'zelda@marr.example' });
  const { inquiryId } = await startConversation({ as: visitor });
  await sql`update users set name = 'Zelda Marr' where id = ${visitor._id}`.execute(server.db);
  // The agent was notified of the inquiry and the tour, which then move to another agent.
  const newAgent = await server.addUser({ role: 'agent' });
  await server.ok(endpoints.reassignProperties, {
    as: admin,
    body: { propertyIds: [home], agentId: newAgent._id, withInquiries: true },
  });
  await server.ok(endpoints.deleteUser, { as: admin, params: { id: visitor._id } });
  await server.waitUntilIdle();
  for (const text of ['quorn', 'marr', PHONE]) expect(await findTraces(text)).toEqual([]);
  const params = { id: inquiryId };
  const inquiry = await server.ok(endpoints.getInquiry, { as: newAgent, params });
  expect(inquiry).toMatchObject({ name: 'Deleted user', email: null, phone: null });
});

test('notifications that do not refer to their tour are deleted by a migration', async () => {
  await startConversation({ name: 'Zelda Quorn', email: 'zelda@quorn.example' });
  const listTitles = async () =>
    (await server.ok(endpoints.listNotifications, { as: agent })).map(({ title }) => title);
  const titles = await listTitles();
  expect(titles.join()).toContain('Zelda Quorn booked a tour');
  // More notifications than one batch, as an older release stored them.
  await sql`
    insert into notifications (user_id, kind, title, link, created_at)
    select user_id, kind, 'Old: ' || title, link, now() from notifications, generate_series(1, 6000)
    where kind = 'tour' and user_id = ${agent._id}`.execute(server.db);
  const migrations = await readMigrations();
  await migrations['0255_old_tour_notifications']?.up(server.db);
  expect(await listTitles()).toEqual(titles);
});

test('removes an account’s many former names without reading all notifications for each name', async () => {
  const visitor = await server.addUser({ name: 'Zelda Quorn 1 Marr' });
  const count = 500;
  await sql`
    insert into inquiries (property_id, property_title, property_price, agent_id, sender_id, name, email, created_at,
      last_message_at)
    select ${home}, 'House', 1000, ${agent._id}, ${visitor._id}, 'Zelda Quorn ' || g, 'zelda@quorn.example', now(), now()
    from generate_series(1, ${count}::int) g`.execute(server.db);
  await sql`
    insert into notifications (user_id, kind, title, link, created_at)
    select ${agent._id}, 'inquiry', case g % 2 when 0 then 'Reminder: ' else '' end || 'Zelda Quorn ' || g || ' asked', '/', now()
    from generate_series(1, ${count}::int) g
    union all values (${agent._id}::bigint, 'inquiry', 'Zelda Quorn 1 Marr asked', '/', now()),
      (${agent._id}::bigint, 'inquiry', 'Zelda Quorn 1st asked', '/', now())`.execute(server.db);
  await sql`analyze inquiries, notifications`.execute(server.db);
  await server.db.transaction().execute(async (transaction) => {
    await eraseFromNotifications(transaction, visitor._id);
    const reads = await sql<{ count: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
      from pg_stat_xact_user_tables where relname = 'notifications'`.execute(transaction);
    expect(reads.rows[0]?.count).toBeLessThan(10 * count);
  });
  const { rows } = await sql<{ title: string; count: number }>`
    select title, count(*)::int as count from notifications where link = '/' group by 1 order by 1`.execute(
    server.db,
  );
  expect(rows).toEqual([
    { title: 'Deleted user asked', count: count / 2 + 1 },
    { title: 'Reminder: Deleted user asked', count: count / 2 },
    { title: 'Zelda Quorn 1st asked', count: 1 },
  ]);
});
