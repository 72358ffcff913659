/** Kills a server while it sends alerts to a real mail server (docs/product/mail.md, Guarantees). */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { addHome, addSubscribers, startMailServer } from './alert-kills.fixture.ts';

/** How many times the server is killed. */
const ROUND_COUNT = 40;
const SUBSCRIBER_COUNT = 8;
const MAX_ROUND_MS = 1_200;

let database: TestDatabase;
let db: Database;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  mailServer = await startMailServer();
  dataDir = makeTempFolder();
});
afterAll(async () => {
  await mailServer.stop();
  await db.destroy();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const startServer = () =>
  startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    ALERT_DELAY_S: '0',
    ALERT_PAUSE_S: '0',
    DEMO: '0',
  });

/** Counts changes and alerts that have not been emailed yet, at any stage. */
async function countUnfinished(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast((select count(*) from property_changes) + (select count(*) from alert_news)
      + (select count(*) from graphile_worker.jobs where task_identifier like 'saved-searches.%'
          and task_identifier <> 'saved-searches.sweep') as int) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the IDs of the homes that the server has recorded as reported to a subscriber. */
async function findNotifiedHomes(subscriber: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_memory')
    .select('property_id')
    .where('recipient', '=', subscriber)
    .execute();
  return rows.map(({ property_id: id }) => id);
}

test.runIf(IS_FULL_RUN)(
  'a server killed at random times emails every home once and repeats at most one email per kill',
  async () => {
    const subscribers = await addSubscribers(db, SUBSCRIBER_COUNT, 'instant');
    const { id: agentId } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const homes: string[] = [];
    let interruptedRounds = 0;
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const server = await startServer();
      // In the first round, the kill is certain to precede the mail server's response.
      const resumeResponses = round === 0 ? mailServer.pauseResponses() : undefined;
      try {
        const before = mailServer.received.length;
        // The first home of a round starts the work that the kill interrupts.
        homes.push(await addHome(db, agentId));
        await expect.poll(() => mailServer.received.length).toBeGreaterThan(before);
        const end = Date.now() + Math.random() * MAX_ROUND_MS;
        while (Date.now() < end) {
          homes.push(await addHome(db, agentId));
          await sleep(Math.random() * 40);
        }
      } finally {
        const exited = once(server.process, 'exit');
        server.process.kill('SIGKILL');
        await exited;
        resumeResponses?.();
      }
      if ((await countUnfinished()) > 0) interruptedRounds += 1;
    }
    expect(interruptedRounds).toBeGreaterThan(0);

    const server = await startServer();
    try {
      await expect.poll(countUnfinished, { timeout: 90_000 }).toBe(0);
    } finally {
      await server.stop();
    }

    const { received } = mailServer;
    const emails = [...new Map(received.map((mail) => [mail.messageId, mail])).values()];
    expect(received.length - emails.length).toBeLessThanOrEqual(ROUND_COUNT);
    for (const subscriber of subscribers) {
      const ownEmails = emails.filter(({ to }) => to === subscriber);
      const homeIds = ownEmails.flatMap((mail) => mail.homes);
      expect(homeIds).toHaveLength(new Set(homeIds).size);
      // An email shows up to a dozen homes, and the number of additional homes.
      const moreCount = ownEmails.reduce((sum, mail) => sum + mail.moreCount, 0);
      expect(homeIds.length + moreCount).toBe(homes.length);
      // Only the homes in the email are recorded; additional homes are only counted.
      expect((await findNotifiedHomes(subscriber)).toSorted()).toEqual(homeIds.toSorted());
    }
  },
  ROUND_COUNT * 30_000 + 180_000,
);
