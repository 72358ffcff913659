import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { WEBHOOK_EVENTS, type WebhookWithSecret } from '#shared/schemas/open/webhook.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Message = { headers: IncomingHttpHeaders; body: string };

/** The receiver's messages and its response. */
const receiver = {
  messages: [] as Message[],
  response: { status: 200, text: 'ok', headers: {} as Record<string, string> },
  beforeResponse: async () => {},
  url: '',
};

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
beforeAll(async () => {
  const receiverServer = createServer((request, response) => {
    void request.toArray().then(async (chunks) => {
      receiver.messages.push({
        headers: request.headers,
        body: Buffer.concat(chunks as Buffer[]).toString(),
      });
      await receiver.beforeResponse();
      const { status, text, headers } = receiver.response;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => receiverServer.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(receiverServer.address() as AddressInfo).port}/hooks`;
  server = await startTestApp({ allowsPrivateWebhooks: true });
  people = await server.addPeople();
  return async () => {
    receiverServer.close();
    await server.close();
  };
});
beforeEach(() => {
  receiver.messages.length = 0;
  receiver.response = { status: 200, text: 'ok', headers: {} };
  receiver.beforeResponse = async () => {};
});
afterEach(async () => {
  for (const { _id } of await server.ok(endpoints.listWebhooks, { as: people.admin }))
    await server.ok(endpoints.deleteWebhook, { as: people.admin, params: { id: _id } });
});

const add = (body: object = {}) =>
  server.ok(endpoints.createWebhook, {
    as: people.admin,
    body: { url: receiver.url, events: WEBHOOK_EVENTS, ...body },
  });
const deliveriesOf = (id: string) =>
  server.ok(endpoints.listDeliveries, { as: people.admin, params: { id } });
const ping = (id: string) => server.ok(endpoints.testWebhook, { as: people.admin, params: { id } });

/**
 * Verifies a message with the library for receivers, at the test clock's time, and returns its
 * content.
 */
function verify(message: Message | undefined, secret: string): { type: string; data: unknown } {
  const headers = message?.headers as Record<string, string>;
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * SECOND_MS, toFake: ['Date'] });
  try {
    const payload = new Verifier(secret).verify(message?.body ?? '', headers);
    return payload as { type: string; data: unknown };
  } finally {
    vi.useRealTimers();
  }
}

/** Returns the types and subject IDs of the received messages. */
const listReceivedEvents = () =>
  receiver.messages.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { _id: string } };
    return `${type} ${data._id}`;
  });

describe('POST /webhooks', () => {
  const body = { url: 'https://93.184.215.14/hooks', events: ['listing.published'] };

  test('creates a webhook and returns its secret only once', async () => {
    const createdWebhook = await server.ok(endpoints.createWebhook, { as: people.admin, body });
    expect(createdWebhook).toMatchObject({ url: body.url, isEnabled: true, description: '' });
    expect(createdWebhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _secret, ...webhook } = createdWebhook;
    expect(await server.ok(endpoints.listWebhooks, { as: people.admin })).toEqual([webhook]);
  });

  test('stores the secret encrypted and never in the audit log', async () => {
    const { secret } = await add();
    const { rows } = await sql<{
      all: string;
    }>`select string_agg(w::text, '') || (select string_agg(a::text, '') from audit_entries a) as all
        from webhooks w`.execute(server.db);
    expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.all).not.toContain(
      Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'),
    );
  });

  test('accepts at most twenty webhooks', async () => {
    for (let count = 0; count < 20; count += 1) await add();
    const rejection = await server.error(endpoints.createWebhook, { as: people.admin, body });
    expect(rejection.status).toBe(409);
  });

  test.each([
    { url: 'nothing' },
    { url: 'ftp://93.184.215.14/' },
    { url: 'http://93.184.215.14/' },
    { url: 'https://a:b@93.184.215.14/' },
    { events: [] },
    { events: ['listing.sold'] },
    { isEnabled: 'yes' },
    { description: 'x'.repeat(201) },
  ])('rejects %j', async (changes) => {
    const rejection = await server.error(endpoints.createWebhook, {
      as: people.admin,
      body: { ...body, ...changes },
    });
    expect([rejection.status, rejection.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('rejects private addresses unless they are allowed', async () => {
    const strictServer = await startTestApp();
    const admin = await strictServer.addUser({ role: 'admin' });
    for (const host of [
      '127.0.0.1',
      'localhost',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '[::1]',
      '[fd00::1]',
      '[fe80::1]',
      '[::ffff:10.0.0.1]',
    ]) {
      const url = `https://${host}/`;
      const rejection = await strictServer.error(endpoints.createWebhook, {
        as: admin,
        body: { ...body, url },
      });
      expect({ host, path: rejection.errors?.[0]?.path }).toEqual({ host, path: 'url' });
    }
    // Connections are also rejected, even if the URL was saved earlier.
    const { _id } = await strictServer.ok(endpoints.createWebhook, { as: admin, body });
    await sql`update webhooks set url = ${receiver.url}`.execute(strictServer.db);
    await strictServer.ok(endpoints.testWebhook, { as: admin, params: { id: _id } });
    await strictServer.waitUntilIdle();
    const [delivery] = await strictServer.ok(endpoints.listDeliveries, {
      as: admin,
      params: { id: _id },
    });
    expect(delivery).toMatchObject({
      tries: 1,
      response: '127.0.0.1 is not a public address.',
    });
    expect(receiver.messages).toEqual([]);
    await strictServer.close();
  });
});

describe('PATCH /webhooks/:id', () => {
  test('changes only the submitted values', async () => {
    const { _id } = await add();
    const changedWebhook = await server.ok(endpoints.changeWebhook, {
      as: people.admin,
      params: { id: _id },
      body: { events: ['tour.booked'], isEnabled: false, description: 'CRM' },
    });
    expect(changedWebhook).toMatchObject({
      url: receiver.url,
      events: ['tour.booked'],
      isEnabled: false,
      description: 'CRM',
    });
    await server.error(endpoints.changeWebhook, {
      as: people.admin,
      params: { id: '999999' },
      body: {},
    });
  });
});

describe('DELETE /webhooks/:id', () => {
  test('deletes a webhook and its pending deliveries', async () => {
    const { _id } = await add();
    await ping(_id);
    await server.ok(endpoints.deleteWebhook, { as: people.admin, params: { id: _id } });
    await server.waitUntilIdle();
    expect(receiver.messages).toEqual([]);
    const { code } = await server.error(endpoints.listDeliveries, {
      as: people.admin,
      params: { id: _id },
    });
    expect(code).toBe('NOT_FOUND');
  });
});

describe('POST /webhooks/:id/test', () => {
  test('sends a signed ping', async () => {
    const { _id, secret } = await add();
    await ping(_id);
    await server.waitUntilIdle();
    expect(verify(receiver.messages[0], secret)).toMatchObject({ type: 'ping' });
    expect(await deliveriesOf(_id)).toEqual([
      expect.objectContaining({
        event: 'ping',
        tries: 1,
        status: 'delivered',
        responseStatus: 200,
        response: 'ok',
        nextTryAt: null,
      }),
    ]);
  });
});

describe('POST /webhooks/:id/rotate', () => {
  test('returns a new secret, and also signs with the old one for 24 hours', async () => {
    const { _id, secret: old } = await add();
    const { secret } = await server.ok(endpoints.rotateWebhook, {
      as: people.admin,
      params: { id: _id },
    });
    expect(secret).not.toBe(old);
    await ping(_id);
    await server.waitUntilIdle();
    for (const validSecret of [old, secret]) verify(receiver.messages[0], validSecret);
    await server.clock.advance(DAY_MS + 1);
    await ping(_id);
    await server.waitUntilIdle();
    verify(receiver.messages[1], secret);
    expect(() => verify(receiver.messages[1], old)).toThrow('No matching signature');
  });
});

describe('events', () => {
  test('are sent for listings with the API’s fields', async () => {
    const { secret } = await add();
    const id = await server.addProperty(people.agent, { title: 'The event house' });
    await server.waitUntilIdle();
    const property = await server.ok(endpoints.getProperty, { params: { id } });
    expect(verify(receiver.messages[0], secret)).toMatchObject({
      type: 'listing.published',
      data: property,
    });
    for (let count = 0; count < 2; count += 1) {
      await server.ok(endpoints.toggleAvailability, { as: people.agent, params: { id } });
      await server.waitUntilIdle();
    }
    await server.ok(endpoints.deleteProperty, { as: people.agent, params: { id } });
    await server.waitUntilIdle();
    expect(listReceivedEvents()).toEqual([
      `listing.published ${id}`,
      `listing.unavailable ${id}`,
      `listing.updated ${id}`,
      `listing.deleted ${id}`,
    ]);
    const deletedEvent = JSON.parse(receiver.messages[3]?.body ?? '') as { data: object };
    expect(deletedEvent.data).toEqual({ ...property, updatedAt: expect.any(String) as string });
  });

  test('are not sent for drafts or rolled-back changes', async () => {
    await add();
    await server.addProperty(people.agent, { publish_state: 'draft', is_available: false });
    await server.db
      .transaction()
      .execute(async (transaction) => {
        await transaction.updateTable('properties').set({ price: 1 }).execute();
        throw new Error('Roll back.');
      })
      .catch(() => undefined);
    await server.waitUntilIdle();
    expect(listReceivedEvents()).toEqual([]);
  });

  test('are sent only to enabled webhooks that subscribe to them', async () => {
    await add({ events: ['report.created'], isEnabled: false });
    const { _id } = await add({ events: ['report.created'] });
    await add({ events: ['tour.booked'] });
    const id = await server.addProperty(people.agent);
    await server.ok(endpoints.reportProperty, { params: { id }, body: { reason: 'scam' } });
    await server.waitUntilIdle();
    expect(receiver.messages).toHaveLength(1);
    expect(await deliveriesOf(_id)).toHaveLength(1);
  });

  test('are sent for inquiries and accounts', async () => {
    await add({ events: ['inquiry.created', 'inquiry.answered', 'user.registered'] });
    const id = await server.addProperty(people.agent);
    const inquiry = await server.ok(endpoints.ask, {
      as: people.user,
      params: { id },
      body: { message: 'Is there a cellar in this house?' },
    });
    await server.ok(endpoints.answerInquiry, {
      as: people.agent,
      params: { id: inquiry._id },
      body: { message: 'Yes, there is.' },
    });
    const user = await server.addUser();
    await server.waitUntilIdle();
    // The order is not guaranteed.
    expect(listReceivedEvents().toSorted()).toEqual([
      `inquiry.answered ${inquiry._id}`,
      `inquiry.created ${inquiry._id}`,
      `user.registered ${user._id}`,
    ]);
    expect(receiver.messages.map(({ body }) => body).join()).toContain('Yes, there is.');
  });
});

describe('attempts', () => {
  /** Sends a ping that fails `tries` times. @returns the retry delays */
  async function failRepeatedly(webhook: WebhookWithSecret, tries: number): Promise<number[]> {
    await ping(webhook._id);
    const delays: number[] = [];
    for (let count = 0; count < tries; count += 1) {
      await server.waitUntilIdle();
      const [delivery] = await deliveriesOf(webhook._id);
      if (delivery === undefined || delivery.nextTryAt === null) return delays;
      const delayMs = new Date(delivery.nextTryAt).getTime() - server.clock.now().getTime();
      delays.push(delayMs);
      await server.clock.advance(delayMs);
    }
    return delays;
  }

  test('are retried with increasing delays and the same webhook-id, for at most ten attempts', async () => {
    const webhook = await add();
    receiver.response.status = 500;
    const delays = await failRepeatedly(webhook, 10);
    const expected = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((m) => m * MINUTE_MS);
    expect(delays).toHaveLength(9);
    for (const [index, delay] of delays.entries()) {
      expect(delay).toBeGreaterThanOrEqual(expected[index] ?? 0);
      expect(delay).toBeLessThan((expected[index] ?? 0) * 1.1 + 5_000);
    }
    expect(
      receiver.messages.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    ).toEqual(Array.from({ length: 10 }, () => 'ping'));
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const message of receiver.messages) verify(message, webhook.secret);
    const [delivery] = await deliveriesOf(webhook._id);
    expect(delivery).toMatchObject({ status: 'failed', tries: 10, responseStatus: 500 });
  });

  test('fail on a redirect, and store the first 1,000 characters of a response', async () => {
    const { _id } = await add();
    receiver.response = {
      status: 302,
      text: 'x'.repeat(5_000),
      headers: { location: receiver.url },
    };
    await ping(_id);
    await server.waitUntilIdle();
    const [delivery] = await deliveriesOf(_id);
    expect(delivery).toMatchObject({ status: 'waiting', responseStatus: 302 });
    expect(delivery?.response).toBe('x'.repeat(1_000));
    expect(receiver.messages).toHaveLength(1);
  });

  test('disable the webhook on a 410 response', async () => {
    const { _id } = await add();
    receiver.response.status = 410;
    await ping(_id);
    await server.waitUntilIdle();
    const [webhook] = await server.ok(endpoints.listWebhooks, { as: people.admin });
    expect(webhook).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
    const [entry] = await server.ok(endpoints.listAudit, { as: people.admin });
    expect(entry).toMatchObject({
      actor: { _id: null, name: 'Doorstep' },
      action: 'webhook.changed',
      changes: { isEnabled: ['true', 'false'] },
    });
    expect((await deliveriesOf(_id))[0]?.status).toBe('failed');
  });

  test('do not disable the webhook if its URL was changed before a 410 response', async () => {
    const { _id } = await add();
    receiver.response.status = 410;
    receiver.beforeResponse = async () => {
      const body = { url: `${receiver.url}/new` };
      await server.ok(endpoints.changeWebhook, { as: people.admin, params: { id: _id }, body });
    };
    await ping(_id);
    await server.waitUntilIdle();
    const [webhook] = await server.ok(endpoints.listWebhooks, { as: people.admin });
    expect(webhook).toMatchObject({ isEnabled: true, disabledReason: null });
  });

  test('disable the webhook on a failure more than five days after it was enabled, and notify admins', async () => {
    const { _id } = await add();
    await server.clock.advance(5 * DAY_MS + MINUTE_MS);
    receiver.response.status = 503;
    await ping(_id);
    await server.waitUntilIdle();
    const [webhook] = await server.ok(endpoints.listWebhooks, { as: people.admin });
    expect(webhook).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.admin });
    expect(notification).toMatchObject({ kind: 'webhook', link: '/dashboard/api' });
    // Enabling it again resets its failures.
    const body = { isEnabled: true };
    await server.ok(endpoints.changeWebhook, { as: people.admin, params: { id: _id }, body });
    await ping(_id);
    await server.waitUntilIdle();
    const [enabled] = await server.ok(endpoints.listWebhooks, { as: people.admin });
    expect(enabled).toMatchObject({ isEnabled: true, disabledReason: null });
  });
});

describe('POST /webhooks/:id/deliveries/:deliveryId/redeliver', () => {
  test('sends the same message again, even while a retry is pending', async () => {
    const { _id, secret } = await add();
    receiver.response.status = 500;
    const { _id: deliveryId } = await ping(_id);
    await server.waitUntilIdle();
    receiver.response.status = 200;
    for (let count = 0; count < 2; count += 1) {
      const params = { id: _id, deliveryId };
      const delivery = await server.ok(endpoints.redeliver, { as: people.admin, params });
      expect(delivery).toMatchObject({ status: 'waiting', tries: 0 });
      await server.waitUntilIdle();
    }
    expect(receiver.messages).toHaveLength(3);
    expect(new Set(receiver.messages.map(({ body }) => body)).size).toBe(1);
    for (const message of receiver.messages) verify(message, secret);
    const params = { id: _id, deliveryId: '999999' };
    const { code } = await server.error(endpoints.redeliver, { as: people.admin, params });
    expect(code).toBe('NOT_FOUND');
  });
});

describe('GET /webhooks/:id/deliveries', () => {
  test('returns the deliveries of the last 30 days, and a job deletes older ones', async () => {
    const { _id } = await add({ events: ['report.created'] });
    await ping(_id);
    await server.clock.advance(31 * DAY_MS);
    // The sessions have expired.
    people = await server.addPeople();
    await ping(_id);
    const { body, headers } = await server.send(endpoints.listDeliveries, {
      as: people.admin,
      params: { id: _id },
    });
    expect([body.length, headers['x-total-count']]).toEqual([1, '1']);
    await server.runJobs();
    const { rows } = await sql`select from webhook_deliveries`.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});

test('changes are recorded in the audit log', async () => {
  const { _id } = await add();
  const options = { as: people.admin, params: { id: _id } };
  await server.ok(endpoints.changeWebhook, { ...options, body: { description: 'CRM' } });
  await server.ok(endpoints.rotateWebhook, options);
  await server.ok(endpoints.deleteWebhook, options);
  const entries = await server.ok(endpoints.listAudit, {
    as: people.admin,
    query: { entity: `webhook:${_id}` },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.deleted',
    'webhook.secret_rotated',
    'webhook.changed',
    'webhook.created',
  ]);
  expect(entries[2]?.changes).toEqual({ description: ['', 'CRM'] });
});

describe('GET /webhooks', () => {
  test('is empty by default', async () => {
    expect(await server.ok(endpoints.listWebhooks, { as: people.admin })).toEqual([]);
  });
});
