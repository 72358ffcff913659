import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { defineJob, type JobContext, type JobTable } from './job-handler.ts';
import { addJob, addJobs, addJobsNoLater, MAX_ATTEMPTS, removeJob } from './job-queue.ts';
import { countJobs, readQueueSchema } from './job-repository.ts';
import { QUEUE_SCHEMA_VERSION } from './queue-schema.ts';
import { addNextRun, ensureRuns, isRunDue, keepRuns, nextRun } from './recurring-jobs.ts';
import { runDueJobs } from './run-due-jobs.ts';

const START = new Date('2026-03-02T12:34:56.000Z');
const MINUTE_MS = 60_000;

const after = (ms: number) => new Date(START.getTime() + ms);

let db: Database;
/** The completed jobs, in order, with their time. */
let completedJobs: [name: string, payload: unknown, now: Date][];
/** If set, the job `greet` fails with this error. */
let failure: Error | null;

const table: JobTable = {
  long: {},
  jobs: {
    greet: defineJob(z.object({ name: z.string() }), async ({ name }, { now }) => {
      if (failure !== null) throw failure;
      completedJobs.push(['greet', name, now]);
    }),
    chain: async (_payload, context) => {
      completedJobs.push(['chain', null, context.now]);
      const runAt = new Date(context.now.getTime() - MINUTE_MS);
      await addJob(context.db, { name: 'greet', payload: { name: 'chained' }, runAt });
    },
  },
  emails: {},
  recurring: {
    sweep: {
      every: 'hour',
      handle: async (context) => {
        completedJobs.push(['sweep', null, context.now]);
        await addJob(context.db, { name: 'greet', payload: { name: 'recurring' } });
      },
    },
  },
};

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  return async () => {
    await db.destroy();
    await database.drop();
  };
});

beforeEach(async () => {
  completedJobs = [];
  failure = null;
  for (const key of ['one', 'two']) await removeJob(db, key);
  await run(after(365 * 24 * 60 * MINUTE_MS));
  completedJobs = [];
});

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function run(
  at: Date,
  options: { includesRecurring?: boolean } = { includesRecurring: false },
) {
  const context = {
    now: at,
    db,
    log: silentLog,
    shutdownSignal: new AbortController().signal,
  } as unknown as JobContext;
  return runDueJobs(
    table,
    context,
    { send: async () => ({ file: null }) },
    {
      worker: 'test',
      ...options,
    },
  );
}

const greet = (name: string, options: { runAt?: Date; key?: string } = {}) =>
  addJob(db, { name: 'greet', payload: { name }, ...options });

test('the queue has the library’s latest schema', async () => {
  expect(await readQueueSchema(db)).toBe(QUEUE_SCHEMA_VERSION);
});

test('a job exists after a commit but not after a rollback', async () => {
  const transactions = ['committed', 'rolled back'].map(async (name) =>
    db
      .transaction()
      .execute(async (transaction) => {
        await addJob(transaction, { name: 'greet', payload: { name } });
        if (name === 'rolled back') throw new Error('Rolled back.');
      })
      .catch(() => undefined),
  );
  await Promise.all(transactions);
  expect(await run(START)).toEqual({ ran: 1, failed: 0 });
  expect(completedJobs).toEqual([['greet', 'committed', START]]);
});

test('jobs that are due by the given time run in the order of their due times', async () => {
  await greet('second', { runAt: after(-1) });
  await greet('first', { runAt: after(-2) });
  await greet('later', { runAt: after(1) });
  await run(START);
  expect(completedJobs.map(([, name]) => name)).toEqual(['first', 'second']);
  await run(after(1));
  expect(completedJobs.at(-1)).toEqual(['greet', 'later', after(1)]);
});

test('a job replaces the unfinished job with the same key and can be removed by key', async () => {
  await greet('old', { key: 'one' });
  await greet('new', { key: 'one', runAt: after(0) });
  await greet('removed', { key: 'two' });
  await removeJob(db, 'two');
  await removeJob(db, 'unknown');
  await run(START);
  expect(completedJobs.map(([, name]) => name)).toEqual(['new']);
});

test('bulk inserts keep the time of a waiting job with the same key, or move it up', async () => {
  const jobAt = (minutes: number) => ({
    name: 'greet',
    payload: { name: `for minute ${minutes}` },
    runAt: after(minutes * MINUTE_MS),
    key: 'one',
  });
  const names = () => completedJobs.map(([, name]) => name);
  await addJobs(db, [jobAt(20)]);
  await addJobs(db, [jobAt(10)]);
  await run(after(10 * MINUTE_MS));
  expect(names()).toEqual([]);
  await addJobsNoLater(db, [jobAt(15)]);
  await addJobsNoLater(db, [jobAt(30)]);
  await run(after(15 * MINUTE_MS));
  expect(names()).toEqual(['for minute 30']);
  expect(await run(after(30 * MINUTE_MS))).toEqual({ ran: 0, failed: 0 });
});

test('jobs added by a job also run if due', async () => {
  await addJob(db, { name: 'chain', payload: {} });
  expect(await run(START)).toEqual({ ran: 2, failed: 0 });
  expect(completedJobs.map(([name]) => name)).toEqual(['chain', 'greet']);
});

test('a failing job is retried with growing delays for more than a day, and then counts as failed', async () => {
  await greet('retried');
  failure = new Error('Failed');
  const attemptMinutes: number[] = [];
  for (let minute = 0; minute < 3 * 24 * 60; minute += 1) {
    const { failed } = await run(after(minute * MINUTE_MS));
    if (failed > 0) attemptMinutes.push(minute);
    if (attemptMinutes.length === MAX_ATTEMPTS) break;
    // Advances by the minute only in the first hour, since retries are far apart later.
    if (minute > 60) minute += 14;
  }
  const pauses = attemptMinutes
    .slice(1)
    .map((minute, index) => minute - (attemptMinutes[index] ?? 0));
  expect(attemptMinutes).toHaveLength(MAX_ATTEMPTS);
  expect(attemptMinutes.at(-1)).toBeGreaterThan(24 * 60);
  expect(pauses.at(-1)).toBeGreaterThan(5 * 60);
  expect(await run(after(365 * 24 * 60 * MINUTE_MS))).toEqual({ ran: 0, failed: 0 });
  expect(await countJobs(db)).toContainEqual({ name: 'greet', waiting: 0, retrying: 0, failed: 1 });
});

test('jobs with an invalid payload or an unknown name fail', async () => {
  await addJob(db, { name: 'greet', payload: { other: 1 }, key: 'one' });
  await addJob(db, { name: 'unknown', payload: {}, key: 'two' });
  expect(await run(START)).toEqual({ ran: 2, failed: 2 });
});

test('recurring jobs run when due, followed by the jobs that they add', async () => {
  expect(nextRun('hour', START)).toEqual(new Date('2026-03-02T13:00:00.000Z'));
  expect(nextRun('day', new Date('2026-03-02T00:00:00.000Z'))).toEqual(
    new Date('2026-03-03T00:00:00.000Z'),
  );
  await ensureRuns(db, table.recurring, START);
  expect(await run(START, {})).toEqual({ ran: 0, failed: 0 });
  const dueAt = new Date('2026-03-02T13:00:00.000Z');
  await run(dueAt, {});
  expect(completedJobs.map(([name, , now]) => [name, now])).toEqual([
    ['sweep', dueAt],
    ['greet', dueAt],
  ]);
});

test('the runs of a recurring job share a queue, so that they do not overlap', async () => {
  await ensureRuns(db, table.recurring, START);
  const { rows } = await sql`
    select q.queue_name as "queueName" from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id`.execute(db);
  expect(rows).toEqual([{ queueName: 'recurring:sweep' }]);
});

test('while workers run, a run too far in the future is moved up', async () => {
  await addNextRun(db, 'sweep', 'hour', { now: after(365 * 24 * 60 * MINUTE_MS) });
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const options = { now: () => START, shutdownSignal: signal, checkMs: 20 };
  const keeping = keepRuns(db, table.recurring, options);
  const isDueNextHour = () => isRunDue(db, 'sweep', nextRun('hour', START));
  await expect.poll(isDueNextHour).toBe(true);
  shutdown.abort();
  await keeping;
});

test('a process whose clock is behind does not repeat a run', async () => {
  await addNextRun(db, 'sweep', 'hour', { now: after(-180 * MINUTE_MS), runAt: START });
  expect(await isRunDue(db, 'sweep', START)).toBe(false);
  expect(await isRunDue(db, 'sweep', nextRun('hour', START))).toBe(true);
});

test('an overdue run stays due, and a run too far in the future is moved up', async () => {
  await addNextRun(db, 'sweep', 'hour', { now: after(-60 * MINUTE_MS) });
  await ensureRuns(db, table.recurring, after(60 * MINUTE_MS));
  await run(after(MINUTE_MS), {});
  expect(completedJobs.map(([name]) => name)).toContain('sweep');
  await addNextRun(db, 'sweep', 'hour', { now: after(365 * 24 * 60 * MINUTE_MS) });
  await ensureRuns(db, table.recurring, START);
  completedJobs = [];
  await run(after(60 * MINUTE_MS), {});
  expect(completedJobs.map(([name]) => name)).toContain('sweep');
});
