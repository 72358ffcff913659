/**
 * Kills one of two processes that publish listings scheduled around a daylight saving time change
 * (docs/product/publishing.md, Scheduled listings).
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { addSubscribers, startMailServer } from './alert-kills.fixture.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/jobs.ts');
const MINUTE_MS = 60_000;
const SUBSCRIBER_COUNT = 3;
/** More than a process publishes in one transaction. */
const HOME_COUNT = 130;
const MAX_DELAY_MS = 400;

let database: TestDatabase;
let db: Database;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  mailServer = await startMailServer();
  dataDir = makeTempFolder();
});
afterEach(async () => {
  await mailServer.stop();
  await db.destroy();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** Starts a process that runs the jobs due by a time, in a time zone whose clocks change around that time. */
function startJobs(at: Date): ChildProcess {
  return spawn(process.execPath, [SCRIPT, '--at', at.toISOString()], {
    env: {
      PATH: process.env['PATH'],
      TZ: 'America/Chicago',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: mailServer.url,
      ALERT_DELAY_S: '0',
      ALERT_PAUSE_S: '0',
    },
    stdio: 'ignore',
  });
}

async function runJobsUntil(at: Date): Promise<void> {
  const [code] = (await once(startJobs(at), 'exit')) as [number | null];
  expect(code).toBe(0);
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

async function countHomesIn(state: 'scheduled' | 'published'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from properties where publish_state = ${state}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts changes and alerts that have not been emailed yet, at any stage. */
async function countUnfinished(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast((select count(*) from property_changes) + (select count(*) from alert_news)
      + (select count(*) from graphile_worker.jobs where task_identifier like 'saved-searches.%'
          and task_identifier <> 'saved-searches.sweep') as int) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

test.runIf(IS_FULL_RUN).for([
  ['the skipped hour', '2027-03-14T08:00:00.000Z'],
  ['the second occurrence of a repeated hour', '2027-11-07T07:30:00.000Z'],
])(
  'in %s, each home is published once and reported once to each subscriber',
  { timeout: 300_000 },
  async ([, iso]) => {
    const publishAt = new Date(iso ?? '');
    // The default uses the system clock, so the changes would be months old at that time.
    await sql`alter table property_changes alter changed_at set default ${sql.lit(iso ?? '')}`.execute(
      db,
    );
    const subscribers = await addSubscribers(db, SUBSCRIBER_COUNT, 'instant');
    const { id: agentId } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const scheduledState = {
      publish_state: 'scheduled',
      publish_at: publishAt,
      is_available: false,
    } as const;
    const homes = Array.from({ length: HOME_COUNT }, () =>
      buildPropertyRow(agentId, scheduledState),
    );
    await db.insertInto('properties').values(homes).execute();

    await runJobsUntil(new Date(publishAt.getTime() - 1));
    expect(await countHomesIn('scheduled')).toBe(HOME_COUNT);

    // Keeps both processes busy with emails until one is killed.
    const resumeResponses = mailServer.pauseResponses();
    const processes = [startJobs(publishAt), startJobs(publishAt)];
    const exits = processes.map((child) => once(child, 'exit'));
    await expect.poll(() => countHomesIn('published'), { timeout: 60_000 }).toBeGreaterThan(0);
    await sleep(Math.random() * MAX_DELAY_MS);
    const killOne = async (): Promise<void> => {
      const running = processes.filter(isRunning);
      const killedProcess = running[Math.floor(Math.random() * running.length)];
      if (killedProcess === undefined) throw new Error('Both processes have exited.');
      killedProcess.kill('SIGKILL');
      await exits[processes.indexOf(killedProcess)];
      // The process may have exited before the kill.
      if (killedProcess.signalCode === null) await killOne();
    };
    await killOne();
    resumeResponses();
    await Promise.all(exits);
    expect(processes.filter(({ signalCode }) => signalCode === 'SIGKILL')).toHaveLength(1);

    await runJobsUntil(new Date(publishAt.getTime() + MINUTE_MS));
    expect(await countUnfinished()).toBe(0);
    expect(await countHomesIn('published')).toBe(HOME_COUNT);

    const { rows } = await sql`
      select count(*)::int as homes, count(distinct property_id)::int as published,
        array_agg(distinct change) as changes from property_history`.execute(db);
    expect(rows).toEqual([{ homes: HOME_COUNT, published: HOME_COUNT, changes: ['created'] }]);
    const { received } = mailServer;
    const emails = [...new Map(received.map((mail) => [mail.messageId, mail])).values()];
    expect(received.length - emails.length).toBeLessThanOrEqual(1);
    for (const subscriber of subscribers) {
      const ownEmails = emails.filter(({ to }) => to === subscriber);
      const homeIds = ownEmails.flatMap((mail) => mail.homes);
      expect(homeIds).toHaveLength(new Set(homeIds).size);
      // An email shows up to a dozen homes, and the number of additional homes.
      expect(homeIds.length + ownEmails.reduce((sum, { moreCount }) => sum + moreCount, 0)).toBe(
        HOME_COUNT,
      );
    }
  },
);
