/** Kills a server while it sends webhooks (docs/product/webhooks.md, Attempts). */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { signInAdmin } from './admin-session.fixture.ts';

/** How many times the server is killed. */
const ROUND_COUNT = 40;
const MAX_ROUND_MS = 1_000;
/** The receiver's delay for each message, long enough to kill the sender before it ends. */
const DELIVERY_MS = 20;

type Message = { id: string; userId: string };

let database: TestDatabase;
let db: Database;
let dataDir: string;
const messages: Message[] = [];
let secret = '';
let canRespond = Promise.resolve();
const receiver = createServer((request, response) => {
  void (async () => {
    const chunks = (await request.toArray().catch(() => [])) as Buffer[];
    const headers = request.headers as Record<string, string>;
    const { data } = new Verifier(secret).verify(Buffer.concat(chunks).toString(), headers) as {
      data: { _id: string };
    };
    messages.push({ id: headers['webhook-id'] ?? '', userId: data._id });
    await canRespond;
    await sleep(DELIVERY_MS);
    response.writeHead(204).end();
  })();
});
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  dataDir = makeTempFolder();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await db.destroy();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const ADMIN_SETTINGS = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'a long password' };
const startServer = () =>
  startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: '1',
    DEMO: '0',
    ...ADMIN_SETTINGS,
  });

async function addWebhook(siteUrl: string): Promise<void> {
  const post = await signInAdmin(siteUrl, ADMIN_SETTINGS);
  const { port } = receiver.address() as AddressInfo;
  const body = { url: `http://127.0.0.1:${port}/`, events: ['user.registered'] };
  ({ secret } = await post<{ secret: string }>('/webhooks', body));
}

async function addUser(): Promise<string> {
  const row = buildUserRow({ role: 'user' });
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Counts undelivered events and messages. */
async function countUnfinished(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast((select count(*) from webhook_events)
      + (select count(*) from webhook_deliveries where status <> 'delivered') as int) as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

test.runIf(IS_FULL_RUN)(
  'a server killed at random times delivers every message, with the same ID on every attempt',
  async () => {
    const users: string[] = [];
    let interruptedRounds = 0;
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const server = await startServer();
      if (round === 0) await addWebhook(server.url);
      // In the first round, the kill is certain to precede the receiver's response.
      const release = Promise.withResolvers<void>();
      if (round === 0) canRespond = release.promise;
      try {
        const before = messages.length;
        users.push(await addUser());
        await expect.poll(() => messages.length).toBeGreaterThan(before);
        const end = Date.now() + Math.random() * MAX_ROUND_MS;
        while (Date.now() < end) {
          users.push(await addUser());
          await sleep(Math.random() * 40);
        }
      } finally {
        const exited = once(server.process, 'exit');
        server.process.kill('SIGKILL');
        await exited;
        release.resolve();
      }
      if ((await countUnfinished()) > 0) interruptedRounds += 1;
    }
    expect(interruptedRounds).toBeGreaterThan(0);

    const server = await startServer();
    try {
      await expect.poll(countUnfinished, { timeout: 120_000 }).toBe(0);
    } finally {
      await server.stop();
    }

    const messagesByUser = Map.groupBy(messages, ({ userId }) => userId);
    expect(new Set(messagesByUser.keys())).toEqual(new Set(users));
    for (const attempts of messagesByUser.values())
      expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(users.length);
    // The messages received in the first round were sent again.
    expect(messages.length).toBeGreaterThan(users.length);
  },
  ROUND_COUNT * 30_000 + 240_000,
);
