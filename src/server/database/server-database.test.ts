import { type ControlledTransaction, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { lockListings } from '../features/import/import-repository.ts';
import { addOffice, addOfficeAgent } from '../features/offices/office.fixture.ts';
import { openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

let server: TestApp;
let separateConnection: ReturnType<typeof openDatabase>;
let blocker: ControlledTransaction<Tables>;
beforeEach(async () => {
  server = await startTestApp();
  separateConnection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  blocker = await separateConnection.db.startTransaction().execute();
});
afterEach(async () => {
  if (!blocker.isRolledBack) await blocker.rollback().execute();
  await separateConnection.db.destroy();
  await server.close();
});

const saveHome = (as: TestUser, id: string, ip = '192.0.2.1') =>
  server.status(endpoints.saveFavorite, { as, ip, params: { id }, body: {} });

const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.count;
};

test('reads continue while all transactions wait for a lock', async () => {
  const id = await server.addProperty(await server.addUser({ role: 'agent' }));
  const users = await Promise.all(Array.from({ length: 8 }, () => server.addUser()));
  await sql`select from properties where id = ${id} for update`.execute(blocker);
  const saves = users.map((user, index) => saveHome(user, id, `192.0.2.${index + 1}`));
  await expect.poll(countWaiting).toBe(8);
  expect(await server.status(endpoints.listProperties)).toBe(200);
  expect(await server.status(endpoints.getProfile, { as: users[0] })).toBe(200);
  expect(await countWaiting()).toBe(8);
  await blocker.rollback().execute();
  expect(new Set(await Promise.all(saves))).toEqual(new Set([200]));
});

test('changes from one IP address leave connections free for other addresses', async () => {
  const id = await server.addProperty(await server.addUser({ role: 'agent' }));
  const users = await Promise.all(Array.from({ length: 8 }, () => server.addUser()));
  await sql`select from properties where id = ${id} for update`.execute(blocker);
  const saves = users.map((user) => saveHome(user, id));
  await expect.poll(countWaiting).toBe(4);
  const other = await server.addUser();
  const status = await server.status(endpoints.login, {
    ip: '192.0.2.2',
    body: { email: other.email, password: other.password },
  });
  expect(status).toBe(200);
  expect(await countWaiting()).toBe(4);
  await blocker.rollback().execute();
  expect(new Set(await Promise.all(saves))).toEqual(new Set([200]));
});

test('an agent can change a price while a user saves the home', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const id = await server.addProperty(agent, { price: 500_000 });
  // Locks the home as saving it does.
  await sql`select from properties where id = ${id} for key share`.execute(blocker);
  const price = { as: agent, params: { id }, body: { price: '600000', before: 500_000 } };
  expect(await server.status(endpoints.changePrice, price)).toBe(200);
  expect(await saveHome(await server.addUser(), id)).toBe(200);
});

test('a user can save a home while an import has it locked', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const id = await server.addProperty(agent, { listing_key: 'k1' });
  expect((await lockListings(blocker, ['k1'], { agentId: undefined, sourceId: null })).size).toBe(
    1,
  );
  expect(await saveHome(await server.addUser(), id)).toBe(200);
});

test('a request without permission does not wait for a lock on the record', async () => {
  const owner = await server.addUser();
  const stranger = await server.addUser();
  const shortlist = await server.ok(endpoints.createShortlist, {
    as: owner,
    body: { name: 'Spring' },
  });
  const search = await server.ok(endpoints.createSavedSearch, {
    as: owner,
    body: { search: { city: 'Austin' }, frequency: 'never' },
  });
  const office = await addOffice(server, 'Lake Office');
  const agent = await addOfficeAgent(server, office);
  for (const table of ['shortlists', 'saved_searches', 'offices'])
    await sql`select from ${sql.table(table)} for update`.execute(blocker);
  const body = { name: 'Mine' };
  const statuses = await Promise.all([
    server.status(endpoints.renameShortlist, {
      as: stranger,
      params: { id: shortlist._id },
      body,
    }),
    server.status(endpoints.changeSavedSearch, { as: stranger, params: { id: search._id }, body }),
    server.status(endpoints.setOfficeMember, {
      as: stranger,
      params: { id: office._id, userId: agent._id },
      body: { role: 'manager' },
    }),
  ]);
  expect(statuses).toEqual([404, 404, 403]);
});
