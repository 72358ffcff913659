/** Tests that changes to inquiries lock no rows that would delay agents' own changes. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

/** Adds an inquiry about a home of an agent in an office with a manager. */
async function addInquiry(server: TestApp) {
  const office = await addOffice(server, 'Lake Office');
  const [agent, manager] = [
    await addOfficeAgent(server, office),
    await addOfficeAgent(server, office, 'manager'),
  ];
  const { _id: id, token } = await server.ok(endpoints.ask, {
    params: { id: await server.addProperty(agent) },
    body: { name: 'Vera Visitor', email: 'vera@example.org', message: 'Is there a garden?' },
  });
  return { agent, manager, id, token };
}

test('a sender’s change does not lock the agent’s membership', async () => {
  const server = await startTestApp();
  try {
    const { agent, id, token } = await addInquiry(server);
    await server.db.transaction().execute(async (transaction) => {
      await sql`select from office_members where user_id = ${agent._id} for no key update`.execute(
        transaction,
      );
      await server.ok(endpoints.readInquiry, { params: { id }, query: { token } });
    });
  } finally {
    await server.close();
  }
});

test('a manager’s change waits for the lock on the agent’s membership without locking the inquiry', async () => {
  const server = await startTestApp();
  try {
    const { agent, manager, id } = await addInquiry(server);
    let change: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (transaction) => {
      await sql`select from office_members where user_id = ${agent._id} for no key update`.execute(
        transaction,
      );
      change = server.ok(endpoints.readInquiry, { as: manager, params: { id } });
      await expectWaiting(server, 'transactionid', 1);
      await sql`select from inquiries where id = ${id} for update nowait`.execute(transaction);
    });
    expect(await change).toBeDefined();
  } finally {
    await server.close();
  }
});
