/** Tests webhook messages about listings removed from the site (docs/product/webhooks.md, Events). */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { findFreePort } from '#tests/helpers/free-port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60 * 1000;
const YEAR_MS = 365 * 24 * HOUR_MS;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ allowsPrivateWebhooks: true });
  const admin = await server.addUser({ role: 'admin' });
  // Nothing listens on this port; the tests read messages from the table.
  const url = `http://127.0.0.1:${await findFreePort()}/`;
  const events = ['listing.published', 'listing.updated', 'listing.unavailable', 'listing.deleted'];
  await server.ok(endpoints.createWebhook, { as: admin, body: { url, events } });
  return () => server.close();
});

async function readLastMessage(): Promise<{ type: string; data: Property }> {
  await server.waitUntilIdle();
  const { rows } = await sql<{ body: string }>`
    select body from webhook_deliveries order by id desc limit 1`.execute(server.db);
  return JSON.parse(rows[0]?.body ?? 'null') as { type: string; data: Property };
}

test('sends a deleted listing’s last public state, with its agent and open house', async () => {
  const agent = await server.addUser({
    role: 'agent',
    verified_at: server.clock.now(),
    verified_by: 'admin',
    license_number: '123456',
    license_state: 'TX',
  });
  const id = await server.addProperty(agent);
  const start = new Date(Date.now() + YEAR_MS);
  await server.db
    .insertInto('open_houses')
    .values({
      property_id: id,
      start_at: start,
      end_at: new Date(start.getTime() + HOUR_MS),
      time_zone: 'America/Chicago',
      note: null,
    })
    .execute();
  const property = await server.ok(endpoints.getProperty, { params: { id } });
  expect(property.agent.isVerified).toBe(true);
  expect(property.nextOpenHouse).not.toBeNull();

  await server.ok(endpoints.deleteProperty, { as: agent, params: { id } });
  const updatedAt = expect.any(String) as string;
  expect(await readLastMessage()).toMatchObject({
    type: 'listing.deleted',
    data: { ...property, updatedAt },
  });
});

test('reports a listing withdrawn by its seller as unavailable, without its address', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const id = await server.addProperty(agent, {
    is_address_displayed: false,
    address: '9 Hidden Lane',
  });
  const before = await readLastMessage();
  expect(before.type).toBe('listing.published');
  await server.db
    .updateTable('properties')
    .set({ is_displayed: false })
    .where('id', '=', id)
    .execute();
  expect(await readLastMessage()).toEqual({
    type: 'listing.unavailable',
    timestamp: expect.any(String) as string,
    data: { ...before.data, isAvailable: false, isOffMarket: true },
  });
  expect(before.data.address).toBe('Address withheld');
});
