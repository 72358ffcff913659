import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { WEBHOOK_EVENTS, MAX_WEBHOOKS } from '#shared/schemas/open/webhook.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { addJob } from '#server/jobs/job-queue.ts';
import { startJobWorkers } from '#server/jobs/job-workers.ts';
import { JOB_TABLE } from '#server/process/job-handlers.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addDeliveryJobs, outboundWebhookJobs } from './webhook-jobs.ts';
import { findDueDelivery, insertDeliveries } from './webhook-repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The receiver's messages and its response status. Open requests to `/slow` are counted separately. */
const receiver = {
  messageCount: 0,
  bodies: [] as string[],
  status: 200,
  url: '',
  slowCount: 0,
  canRespond: Promise.resolve(),
};

let server: TestApp;
let freeDiskBytes = 1024 ** 3;
let admin: TestUser;
beforeAll(async () => {
  const receiverServer = createServer((request, response) => {
    if (request.url === '/slow') {
      receiver.slowCount += 1;
      response.once('close', () => void (receiver.slowCount -= 1));
      void receiver.canRespond.then(() => response.writeHead(200).end());
      return;
    }
    receiver.messageCount += 1;
    void text(request).then((body) => {
      receiver.bodies.push(body);
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => receiverServer.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(receiverServer.address() as AddressInfo).port}/hooks`;
  server = await startTestApp({
    allowsPrivateWebhooks: true,
    freeDiskBytes: async () => freeDiskBytes,
  });
  ({ admin } = await server.addPeople());
  return async () => {
    receiverServer.close();
    await server.close();
  };
});
beforeEach(() => {
  receiver.messageCount = 0;
  receiver.bodies = [];
  receiver.status = 200;
  freeDiskBytes = 1024 ** 3;
});
afterEach(async () => {
  for (const { _id } of await server.ok(endpoints.listWebhooks, { as: admin }))
    await server.ok(endpoints.deleteWebhook, { as: admin, params: { id: _id } });
});

const add = (body: object = {}) =>
  server.ok(endpoints.createWebhook, {
    as: admin,
    body: { url: receiver.url, events: WEBHOOK_EVENTS, ...body },
  });
const deliveriesOf = (id: string) =>
  server.ok(endpoints.listDeliveries, { as: admin, params: { id } });
const ping = (id: string) => server.ok(endpoints.testWebhook, { as: admin, params: { id } });

/** Returns the queues of a webhook's jobs. Jobs of one queue run one at a time. */
async function findQueues(webhookId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ queue: string | null }>`
    select j.queue_name as queue from graphile_worker.jobs j
    where j.task_identifier = 'webhooks.send' and j.queue_name like ${`webhook:${webhookId}:%`}
    order by 1`.execute(server.db);
  return rows.map(({ queue }) => queue);
}
const queuesOf = (webhookId: string) => [`webhook:${webhookId}:0`, `webhook:${webhookId}:1`];

/** Returns how many message rows a transaction has read. */
async function countReads(transaction: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Adds due messages about listings. */
async function addListingMessages(webhookId: string, count: number): Promise<void> {
  const createdAt = server.clock.now();
  const deliveries = await insertDeliveries(
    server.db,
    Array.from({ length: count }, (_, number) => ({
      webhook_id: webhookId,
      message_id: `msg_${webhookId}_${number}`,
      event: 'listing.published',
      body: '{"type":"listing.published"}',
      created_at: createdAt,
    })),
  );
  await addDeliveryJobs(server.db, deliveries);
}

test('at most two messages are sent to a webhook at the same time', async () => {
  const { _id: id } = await add();
  const other = await add();
  for (let count = 0; count < 15; count += 1) await ping(id);
  await addListingMessages(id, 15);
  await ping(other._id);
  expect(await findQueues(id)).toEqual(queuesOf(id));
  expect(await findQueues(other._id)).toEqual(queuesOf(other._id).slice(0, 1));
  receiver.status = 500;
  await server.waitUntilIdle();
  expect(receiver.messageCount).toBe(31);
  // Retries use the same queues.
  expect(await findQueues(id)).toEqual(queuesOf(id));
});

test('messages about listings do not delay other messages', async () => {
  const { _id: id } = await add({ url: new URL('/slow', receiver.url).href });
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.canRespond = promise;
  await addListingMessages(id, 50);
  const stop = startWorkers();
  await expect.poll(() => receiver.slowCount).toBe(1);
  await ping(id);
  await expect.poll(() => receiver.slowCount).toBe(2);
  resolve();
  await stop();
});

test('a job sends all messages of its queue that are due', async () => {
  const { _id: id } = await add();
  await addListingMessages(id, 50);
  const sendMessages = outboundWebhookJobs['webhooks.send'];
  await sendMessages?.({ webhookId: id, queue: 1 }, server.jobContext());
  expect(receiver.messageCount).toBe(50);
});

test('no message is written while the disk is almost full', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const home = await server.addProperty(agent);
  const { _id: id } = await add({ events: ['listing.updated'] });
  freeDiskBytes = 1024 ** 3 - 1;
  await sql`update properties set price = price + 1 where id = ${home}`.execute(server.db);
  await server.waitUntilIdle();
  await server.runJobs();
  expect(await deliveriesOf(id)).toEqual([]);
  freeDiskBytes = 1024 ** 3;
  await server.clock.advance(MINUTE_MS);
  await server.runJobs();
  expect(await deliveriesOf(id)).toMatchObject([{ event: 'listing.updated', status: 'delivered' }]);
});

test('a webhook with 100,000 waiting messages has two jobs, which find a message without reading the others', async () => {
  const { _id: id } = await add();
  const dueAt = new Date(server.clock.now().getTime() + HOUR_MS);
  await sql`
    insert into webhook_deliveries (webhook_id, message_id, event, body, created_at, next_try_at)
    select ${id}, 'msg_' || g, case when g % 2 = 0 then 'ping' else 'listing.published' end, '{}', ${server.clock.now()}, ${dueAt}
    from generate_series(1, 100000) g`.execute(server.db);
  await sql`analyze webhook_deliveries`.execute(server.db);
  await ping(id);
  await addListingMessages(id, 1);
  expect(await findQueues(id)).toEqual(queuesOf(id));
  await server.waitUntilIdle();
  expect(receiver.messageCount).toBe(2);
  expect(await findQueues(id)).toEqual(queuesOf(id));
  const readCount = await server.db.transaction().execute(async (transaction) => {
    const before = await countReads(transaction);
    for (const [queue, event] of ['ping', 'listing.published'].entries())
      expect(await findDueDelivery(transaction, { webhookId: id, queue }, dueAt)).toMatchObject({
        event,
      });
    return (await countReads(transaction)) - before;
  });
  expect(readCount).toBe(2);
});

/** Runs all jobs with real workers, as a server process does. @returns a function that stops them */
function startWorkers(): () => Promise<void> {
  const jobs = openDatabase(server.databaseUrl, { maxConnections: 9, connectTimeoutMs: 60_000 });
  const emails = openDatabase(server.databaseUrl);
  const workers = startJobWorkers({
    ...jobs,
    // The test's clock is months behind the database's, which would let recurring jobs catch up.
    table: { ...JOB_TABLE, recurring: {} },
    emails,
    connection: server.databaseUrl,
    mailer: { send: async () => ({ file: null }) },
    context: server.jobContext(),
    now: server.clock.now,
  });
  return async () => {
    await workers.stop();
    await Promise.all([jobs.pool.end(), emails.pool.end()]);
  };
}

test('a webhook’s messages are sent even if no other webhook’s receiver responds', async () => {
  const url = new URL('/slow', receiver.url).href;
  for (let count = 1; count < MAX_WEBHOOKS; count += 1) {
    const { _id } = await add({ url });
    await ping(_id);
    await addListingMessages(_id, 1);
  }
  const { _id: id } = await add();
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.canRespond = promise;
  const stop = startWorkers();
  await expect.poll(() => receiver.slowCount).toBe(2 * (MAX_WEBHOOKS - 1));
  await ping(id);
  await addListingMessages(id, 1);
  await expect.poll(() => receiver.messageCount).toBe(2);
  resolve();
  await stop();
});

test('the waiting messages of a disabled webhook, except pings, fail when due and are not sent', async () => {
  const { _id } = await add({ events: ['user.registered'] });
  receiver.status = 500;
  for (let count = 0; count < 5; count += 1) await server.addUser();
  await server.waitUntilIdle();
  expect(receiver.messageCount).toBe(5);
  const body = { isEnabled: false };
  await server.ok(endpoints.changeWebhook, { as: admin, params: { id: _id }, body });
  await ping(_id);
  await server.clock.advance(MINUTE_MS);
  await server.waitUntilIdle();
  expect(receiver.messageCount).toBe(6);
  expect(await deliveriesOf(_id)).toMatchObject([
    { event: 'ping', status: 'waiting', responseStatus: 500 },
    ...Array.from({ length: 5 }, () => ({
      status: 'failed',
      response: 'The webhook is disabled.',
    })),
  ]);
});

test('a due message without a job is sent within a minute', async () => {
  const { _id: id } = await add();
  await ping(id);
  await sql`
    delete from graphile_worker._private_jobs where key like 'webhooks.send:%'`.execute(server.db);
  await server.waitUntilIdle();
  expect((await deliveriesOf(id))[0]?.status).toBe('waiting');
  await server.clock.advance(MINUTE_MS);
  await server.runJobs();
  expect((await deliveriesOf(id))[0]?.status).toBe('delivered');
});

test('jobs from an older release send their message', async () => {
  const { _id: id } = await add();
  const { _id: deliveryId } = await ping(id);
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
  await addJob(server.db, { name: 'webhooks.deliver', payload: { deliveryId } });
  await server.waitUntilIdle();
  expect((await deliveriesOf(id))[0]?.status).toBe('delivered');
});
