/** Tests that the database announces exactly the changes that visitors can see. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_BULK_RECORDS } from '#shared/limits.ts';
import { listenWithLongTimeout } from '#tests/helpers/listen-with-long-timeout.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import type { ChangeListener } from './change-listener.ts';

let server: TestApp;
let agent: TestUser;
let user: TestUser;
let id: string;
let listener: ChangeListener;
const messages: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  user = await server.addUser({ role: 'user' });
  id = await server.addProperty(agent, { price: 1_000 });
  const live = Promise.withResolvers<void>();
  listener = listenWithLongTimeout(server.databaseUrl, {
    onChange: (message) => messages.push(message),
    onLive: live.resolve,
    onLost: () => undefined,
  });
  await live.promise;
});
afterAll(async () => {
  await listener.close();
  await server.close();
});

/** Makes a change and returns its announcements, after the listener has caught up. */
async function announcementsOf(change: () => Promise<unknown>): Promise<string[]> {
  expect(await listener.catchUp()).toBe(true);
  messages.length = 0;
  await change();
  expect(await listener.catchUp()).toBe(true);
  return [...messages];
}

const run = (text: string) => sql.raw(text).execute(server.db);

const HOURS = {
  isEnabled: true,
  mode: 'instant',
  timeZone: 'America/Chicago',
  slotMinutes: 60,
  noticeHours: 2,
  daysAhead: 14,
  weekly: [{ day: 1, from: '09:00', to: '17:00' }],
} as const;
const setHours = (overrides: object = {}) =>
  server.ok(endpoints.setTourHours, { as: agent, body: { ...HOURS, ...overrides } });

const addPicture = () =>
  run(`insert into property_images (property_id, position, key, width, height, placeholder)
    values (${id}, 1, 'a', 8, 6, 'data:,')`);
const addOpenHouse = () =>
  run(`insert into open_houses (property_id, start_at, end_at, time_zone)
    values (${id}, '2026-03-01T10:00Z', '2026-03-01T12:00Z', 'America/Chicago')`);

test.each<[string, () => Promise<unknown>]>([
  ['a changed price', () => run(`update properties set price = 2000 where id = ${id}`)],
  ['a new price for every listing', () => run(`update properties set price = price + 1`)],
  ['a new listing', () => server.addProperty(agent)],
  ['a deleted listing', () => run(`delete from properties where id <> ${id}`)],
  ['a new picture', addPicture],
  [
    'new alternative text for a picture',
    () => run(`update property_images set text = 'A kitchen'`),
  ],
  ['a deleted picture', () => run('delete from property_images')],
  ['a new open house', addOpenHouse],
  ['a deleted open house', () => run('delete from open_houses')],
  ['a new agent', () => server.addUser({ role: 'agent' })],
  ['a new name for an agent', () => run(`update users set name = 'Ann' where id = ${agent._id}`)],
  [
    'a user who becomes an agent',
    () => run(`update users set role = 'agent' where id = ${user._id}`),
  ],
  ['an agent who is demoted', () => run(`update users set role = 'user' where id = ${user._id}`)],
  ['new tour hours', setHours],
  ['a switch to tours on request', () => setHours({ mode: 'request' })],
  ['tour booking that is turned off', () => setHours({ isEnabled: false })],
  ['a new site name', () => run(`insert into site_settings (settings) values ('{"name":"Oak"}')`)],
  ['a new policy', () => run(`insert into policies (card_area) values ('actual')`)],
])('%s is announced once', async (_change, change) => {
  expect(await announcementsOf(change)).toEqual(['']);
});

test.each<[string, () => Promise<unknown>]>([
  ['a listing saved without changes', () => run('update properties set price = price')],
  ['an update that matches no listings', () => run('update properties set price = 1 where false')],
  ['a picture saved without changes', () => run('update property_images set text = text')],
  ['a new user', () => server.addUser({ role: 'user' })],
  ['a new name for a user', () => run(`update users set name = 'Bob' where id = ${user._id}`)],
  ['a new password', () => run(`update users set password_hash = 'x'`)],
  ['hours saved without changes', () => setHours({ isEnabled: false })],
  ['new tour hours while booking is off', () => setHours({ isEnabled: false, noticeHours: 5 })],
  ['a deleted user', () => run(`delete from users where id = ${user._id}`)],
])('%s is not announced', async (_change, change) => {
  expect(await announcementsOf(change)).toEqual([]);
});

test('a former agent’s new name is announced if the agent still has a listing', async () => {
  const formerAgent = await server.addUser({ role: 'user' });
  await server.addProperty(formerAgent);
  const rename = () => run(`update users set name = 'Cleo' where id = ${formerAgent._id}`);
  expect(await announcementsOf(rename)).toEqual(['']);
});

test('an import is announced once', async () => {
  const announcements = await announcementsOf(() =>
    inTransaction(server.db, null, async (transaction) => {
      await sql`select set_config('doorstep.is_import', 'on', true)`.execute(transaction);
      await sql`update properties set bedrooms = 1 where id = ${id}`.execute(transaction);
      await sql`update properties set bedrooms = 2`.execute(transaction);
    }),
  );
  expect(announcements).toEqual(['import']);
});

test('concurrent calls of catchUp share statements', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const results = await Promise.all(Array.from({ length: 20 }, async () => listener.catchUp()));
  const checks = query.mock.calls.filter(([text]) => (text as unknown) === '');
  query.mockRestore();
  expect(new Set(results)).toEqual(new Set([true]));
  // The heartbeats of all listeners are also counted.
  expect(checks.length).toBeLessThan(10);
});

test('visible changes are limited per account per hour, except for admins', async () => {
  const { visibleChangesPerAccount } = DEFAULT_RATE_LIMITS;
  const limitedServer = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      visibleChangesPerAccount: { ...visibleChangesPerAccount, max: 2 },
    },
  });
  const { agent: as, admin } = await limitedServer.addPeople();
  const other = await limitedServer.addUser({ role: 'agent' });
  const set = async (user: TestUser) =>
    limitedServer.status(endpoints.setTourHours, { as: user, body: HOURS });
  expect([await set(as), await set(as), await set(as)]).toEqual([200, 200, 429]);
  expect(await set(other)).toBe(200);
  expect([await set(admin), await set(admin), await set(admin)]).toEqual([200, 200, 200]);
  await limitedServer.close();
});

test('a bulk change counts once for each listing', async () => {
  const { visibleChangesPerAccount } = DEFAULT_RATE_LIMITS;
  const limitedServer = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      visibleChangesPerAccount: { ...visibleChangesPerAccount, max: MAX_BULK_RECORDS },
    },
  });
  const as = await limitedServer.addUser({ role: 'agent' });
  const missingIds = Array.from({ length: MAX_BULK_RECORDS - 2 }, (_, index) => `${1e9 + index}`);
  const change = (ids: string[]) =>
    limitedServer.status(endpoints.changeProperties, { as, body: { ids, action: 'delete' } });
  // A duplicate ID is ignored.
  const requests = [[...missingIds, '1', '1'], ['1'], ['1']];
  const statuses = [];
  for (const ids of requests) statuses.push(await change(ids));
  expect(statuses).toEqual([200, 200, 429]);
  await limitedServer.close();
});

test('a change rejected by the limit of its IP address does not count toward that of its account', async () => {
  const { visibleChangesPerAccount, visibleChangesPerIp } = DEFAULT_RATE_LIMITS;
  const limitedServer = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      visibleChangesPerAccount: { ...visibleChangesPerAccount, max: 2 },
      visibleChangesPerIp: { ...visibleChangesPerIp, max: 1 },
    },
  });
  const as = await limitedServer.addUser({ role: 'agent' });
  const statuses = [];
  for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
    statuses.push(await limitedServer.status(endpoints.setTourHours, { as, body: HOURS, ip }));
  expect(statuses).toEqual([200, 429, 429, 200, 429]);
  await limitedServer.close();
});

test('visible changes per IP address and hour are limited', async () => {
  const { visibleChangesPerIp } = DEFAULT_RATE_LIMITS;
  const limitedServer = await startTestApp({
    rateLimits: { ...DEFAULT_RATE_LIMITS, visibleChangesPerIp: { ...visibleChangesPerIp, max: 2 } },
  });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) {
    const as = await limitedServer.addUser({ role: 'agent' });
    statuses.push(await limitedServer.status(endpoints.setTourHours, { as, body: HOURS }));
  }
  expect(statuses).toEqual([200, 200, 429]);
  await limitedServer.close();
});
