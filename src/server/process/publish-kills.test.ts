/**
 * Two processes publish listings that are due in the minute when the clocks change, and one of them
 * is killed (docs/product/publishing.md, Scheduled listings).
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
const WATCHERS = 3;
/** More than one process publishes in one transaction. */
const HOMES = 130;
const LONGEST_ROUND_MS = 400;

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

/** A process that runs the jobs due by a time, in a time zone whose clocks change then. */
function workUntil(at: Date): ChildProcess {
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

async function finishUntil(at: Date): Promise<void> {
  const [code] = (await once(workUntil(at), 'exit')) as [number | null];
  expect(code).toBe(0);
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

async function countIn(state: 'scheduled' | 'published'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from properties where publish_state = ${state}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts alerts not yet emailed, in any form; recurring jobs do not count. */
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
])('in %s, each home is published once, with one alert', { timeout: 300_000 }, async ([, iso]) => {
  const at = new Date(iso ?? '');
  // The database has the computer's clock, by which the news would be months old at that time.
  await sql`alter table property_changes alter changed_at set default ${sql.lit(iso ?? '')}`.execute(
    db,
  );
  const watchers = await addSubscribers(db, WATCHERS, 'instant');
  const { id: agentId } = await db
    .insertInto('users')
    .values(buildUserRow({ role: 'agent' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = { publish_state: 'scheduled', publish_at: at, is_available: false } as const;
  const homes = Array.from({ length: HOMES }, () => buildPropertyRow(agentId, waiting));
  await db.insertInto('properties').values(homes).execute();

  await finishUntil(new Date(at.getTime() - 1));
  expect(await countIn('scheduled')).toBe(HOMES);

  // Until then no process is done: the emails remain.
  const release = mailServer.pauseResponses();
  const both = [workUntil(at), workUntil(at)];
  const ended = both.map((each) => once(each, 'exit'));
  await expect.poll(() => countIn('published'), { timeout: 60_000 }).toBeGreaterThan(0);
  await sleep(Math.random() * LONGEST_ROUND_MS);
  const killOne = async (): Promise<void> => {
    const running = both.filter(isRunning);
    const killed = running[Math.floor(Math.random() * running.length)];
    if (killed === undefined) throw new Error('Both processes have ended.');
    killed.kill('SIGKILL');
    await ended[both.indexOf(killed)];
    // It may have been about to exit.
    if (killed.signalCode === null) await killOne();
  };
  await killOne();
  release();
  await Promise.all(ended);
  expect(both.filter(({ signalCode }) => signalCode === 'SIGKILL')).toHaveLength(1);

  await finishUntil(new Date(at.getTime() + MINUTE_MS));
  expect(await countUnfinished()).toBe(0);
  expect(await countIn('published')).toBe(HOMES);

  const { rows } = await sql`
      select count(*)::int as homes, count(distinct property_id)::int as published,
        array_agg(distinct change) as changes from property_history`.execute(db);
  expect(rows).toEqual([{ homes: HOMES, published: HOMES, changes: ['created'] }]);
  const { received } = mailServer;
  const mails = [...new Map(received.map((mail) => [mail.messageId, mail])).values()];
  expect(received.length - mails.length).toBeLessThanOrEqual(1);
  for (const watcher of watchers) {
    const mine = mails.filter(({ to }) => to === watcher);
    const shown = mine.flatMap((mail) => mail.homes);
    expect(shown).toHaveLength(new Set(shown).size);
    // An email shows a dozen homes and says how many more there are.
    expect(shown.length + mine.reduce((sum, { more }) => sum + more, 0)).toBe(HOMES);
  }
});
