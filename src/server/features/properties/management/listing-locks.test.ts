/** Tests that agents cannot delay changes to other agents' listings by locking them. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let agent: TestUser;
let manager: TestUser;
let id: string;
beforeAll(async () => {
  server = await startTestApp();
  const office = await addOffice(server, 'Lake Office');
  agent = await addOfficeAgent(server, office);
  manager = await addOfficeAgent(server, office, 'manager');
  id = await server.addProperty(agent);
  return () => server.close();
});

test('a change without permission is rejected without waiting for the listing’s lock', async () => {
  const stranger = await server.addUser({ role: 'agent' });
  await server.db.transaction().execute(async (transaction) => {
    await sql`select from properties where id = ${id} for update`.execute(transaction);
    const options = { as: stranger, params: { id } };
    expect(await server.status(endpoints.duplicateProperty, options)).toBe(403);
  });
});

test('a manager’s change waits for the lock on the agent’s membership without locking the listing', async () => {
  let change: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (transaction) => {
    await sql`select from office_members where user_id = ${agent._id} for no key update`.execute(
      transaction,
    );
    change = server.ok(endpoints.toggleAvailability, { as: manager, params: { id } });
    await expectWaiting(server, 'transactionid', 1);
    await sql`select from properties where id = ${id} for update nowait`.execute(transaction);
  });
  expect(await change).toMatchObject({ isAvailable: false });
});
