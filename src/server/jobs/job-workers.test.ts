import Fastify from 'fastify';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, inTransaction, openDatabase } from '#server/database/database.ts';
import { loggingOptions } from '#server/http/logging/logging.ts';
import type { Mail } from '#server/mail/mailer.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { defaultMailSite } from '#server/mail/mail-site.ts';
import type { JobContext, JobTable } from './job-handler.ts';
import { createJobMetrics } from './job-metrics.ts';
import { addJob, addJobs } from './job-queue.ts';
import { addNextRun } from './recurring-jobs.ts';
import { claimDueJob, countJobs, isAnyWorkerAlive } from './job-repository.ts';
import { releaseOnce, startJobWorkers } from './job-workers.ts';
import { addMail } from './mail-job.ts';

let database: TestDatabase;
let jobsDatabase: ReturnType<typeof openDatabase>;
let emailsDatabase: ReturnType<typeof openDatabase>;
let stop: (() => Promise<void>) | undefined;
let completedJobs: string[];
const sentEmails: Mail[] = [];
const warn = vi.fn();
/** Far ahead of the database's clock, so that no recurring job is due. */
const NOW = new Date('2100-01-01T12:00:00Z');
const DEAD_WORKER = 'dead-worker';

beforeEach(async () => {
  database = await createTestDatabase();
  jobsDatabase = openDatabase(database.url, { maxConnections: 10, connectTimeoutMs: 60_000 });
  emailsDatabase = openDatabase(database.url);
  completedJobs = [];
  sentEmails.length = 0;
  warn.mockClear();
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await Promise.all([jobsDatabase.pool.end(), emailsDatabase.pool.end()]);
  await database.drop();
});

/** The mail server awaits this before it accepts an email. */
let beforeAccept: ((mail: Mail) => Promise<void>) | undefined;

/**
 * Starts workers.
 *
 * @param options.connection the connection for the worker locks; defaults to the test database
 */
function start(
  jobs: JobTable['jobs'],
  options: { registry?: Registry; connection?: Connection; log?: JobContext['log'] } & Partial<
    Pick<JobTable, 'long' | 'outbound'>
  > = {},
): void {
  const { registry = new Registry(), connection = database.url } = options;
  const { log = { info: () => undefined, warn, error: () => undefined } } = options;
  const workers = startJobWorkers({
    table: {
      jobs,
      long: options.long ?? {},
      outbound: options.outbound ?? [],
      emails: {
        'contact.mail': async () => ({ content: { subject: 'Hello', preview: '', blocks: [] } }),
        'accounts.reset-mail': async () => ({
          content: { subject: 'Link', preview: '', blocks: [] },
        }),
      },
      recurring: { sweep: { every: 'day', handle: async () => void completedJobs.push('sweep') } },
    },
    ...jobsDatabase,
    emails: emailsDatabase,
    connection,
    mailer: {
      send: async (mail) => {
        await beforeAccept?.(mail);
        sentEmails.push(mail);
        return { file: '/mail/hello.eml' };
      },
    },
    context: {
      log,
      site: async () => defaultMailSite('https://homes.example.org'),
    } as unknown as JobContext,
    now: () => NOW,
    metrics: createJobMetrics(registry, jobsDatabase.db),
    checkMs: 50,
  });
  stop = workers.stop;
}

/** An email of the regular queue. */
const HELLO_MAIL = {
  kind: 'contact.mail',
  to: { proof: 'setting', address: 'ann@example.org' },
  author: 'visitor',
  cause: null,
  payload: {},
  now: NOW,
} as const;

const greet = async (payload: unknown) =>
  void completedJobs.push((payload as { name: string }).name);

test('jobs and emails run as soon as they are committed, and are counted in metrics', async () => {
  const registry = new Registry();
  start({ greet }, { registry });
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' } });
  await addMail(jobsDatabase.db, HELLO_MAIL);
  await expect.poll(() => [completedJobs, sentEmails.length]).toEqual([['Ann'], 1]);
  await expect
    .poll(async () => (await countJobs(jobsDatabase.db)).map(({ name }) => name))
    .toEqual(['sweep']);
  const text = await registry.metrics();
  expect(text).toContain('doorstep_jobs_total{job="greet",result="done"} 1');
  expect(text).toContain('doorstep_jobs{job="sweep",state="waiting"} 1');
});

test('recurring jobs run before jobs that have waited for longer', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  for (let count = 0; count < 20; count += 1)
    await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' }, runAt: ago(10) });
  await addNextRun(jobsDatabase.db, 'sweep', 'day', { now: ago(5) });
  // Two jobs run at a time, so none would finish if both were ordinary ones.
  const greetAfterSweep = async (payload: unknown) => {
    await vi.waitUntil(() => completedJobs.includes('sweep'), { timeout: 60_000 });
    await greet(payload);
  };
  start({ greet: greetAfterSweep });
  await expect.poll(() => completedJobs).toHaveLength(21);
  expect(completedJobs[0]).toBe('sweep');
});

test('a password reset email is sent while the mail server delays other emails', async () => {
  const canAccept = Promise.withResolvers<void>();
  beforeAccept = ({ subject }) => (subject === 'Link' ? Promise.resolve() : canAccept.promise);
  start({});
  for (let count = 0; count < 5; count += 1) await addMail(jobsDatabase.db, HELLO_MAIL);
  await addMail(jobsDatabase.db, { ...HELLO_MAIL, kind: 'accounts.reset-mail', author: 'site' });
  await expect.poll(() => sentEmails.map(({ subject }) => subject)).toEqual(['Link']);
  canAccept.resolve();
  await expect.poll(() => sentEmails.length).toBe(6);
  beforeAccept = undefined;
});

test('emails are sent while jobs hold all of their database connections', async () => {
  const canFinish = Promise.withResolvers<void>();
  const hold = async (_payload: unknown, { db }: JobContext) =>
    inTransaction(db, null, () => canFinish.promise);
  start({}, { outbound: [{ jobs: { hold }, maxConcurrent: 8 }] });
  await addJobs(
    emailsDatabase.db,
    Array.from({ length: 8 }, () => ({ name: 'hold', payload: {} })),
  );
  const { pool } = jobsDatabase;
  await expect.poll(() => [pool.totalCount, pool.idleCount]).toEqual([10, 0]);
  await addMail(emailsDatabase.db, HELLO_MAIL);
  await addMail(emailsDatabase.db, { ...HELLO_MAIL, kind: 'accounts.reset-mail', author: 'site' });
  await expect.poll(() => sentEmails.length).toBe(2);
  canFinish.resolve();
});

test('the log names a failed job but contains no email addresses or tokens', async () => {
  const lines: string[] = [];
  const { log } = Fastify(loggingOptions('info', { write: (line) => void lines.push(line) }));
  beforeAccept = () =>
    Promise.reject(new Error('450 <ann@example.org> rejected: spam https://a.b/?token=s3cret'));
  start({}, { log });
  await addMail(jobsDatabase.db, { ...HELLO_MAIL, kind: 'accounts.reset-mail', author: 'site' });
  const findLine = () => lines.find((line) => line.includes('accounts.reset-mail'));
  await expect.poll(findLine).toBeDefined();
  beforeAccept = undefined;
  expect(JSON.parse(findLine() ?? '')).toMatchObject({
    job: { name: 'accounts.reset-mail', attempts: 1 },
    err: { message: '450 <[address]> rejected: spam https://a.b/?token=[hidden]' },
  });
  expect(lines.join('')).not.toMatch(/ann@example|s3cret/);
});

test('long jobs run one at a time and do not delay other jobs', async () => {
  const canFinish = Promise.withResolvers<void>();
  let startedCount = 0;
  const longJobs = {
    lengthy: async () => {
      startedCount += 1;
      await canFinish.promise;
      completedJobs.push('long');
    },
  };
  start({ greet }, { long: longJobs });
  for (let count = 0; count < 3; count += 1) {
    await addJob(jobsDatabase.db, { name: 'lengthy', payload: {} });
  }
  await expect.poll(() => startedCount).toBe(1);
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' } });
  await expect.poll(() => completedJobs).toEqual(['Ann']);
  expect(startedCount).toBe(1);
  canFinish.resolve();
  await expect.poll(() => completedJobs).toEqual(['Ann', 'long', 'long', 'long']);
});

test('jobs in one queue run one at a time and do not delay others', async () => {
  const canFinish = Promise.withResolvers<void>();
  const started: unknown[] = [];
  const deliver = async (payload: unknown) => {
    started.push((payload as { to: string }).to);
    await canFinish.promise;
  };
  start({}, { outbound: [{ jobs: { deliver }, maxConcurrent: 8 }] });
  const addJobToQueue = async (queue: string) =>
    addJob(jobsDatabase.db, { name: 'deliver', payload: { to: queue }, queue });
  const job = () => ({ name: 'deliver', payload: { to: 'slow' }, queue: 'slow' });
  await addJobs(jobsDatabase.db, Array.from({ length: 10 }, job));
  await expect.poll(() => started).toEqual(['slow']);
  await addJobToQueue('slow');
  await addJobToQueue('other');
  await expect.poll(() => started).toEqual(['slow', 'other']);
  canFinish.resolve();
  await expect.poll(() => started.length).toBe(12);
});

test('slow servers in one group of outbound jobs do not delay another group', async () => {
  const canFinish = Promise.withResolvers<void>();
  let startedCount = 0;
  const slow = async () => {
    startedCount += 1;
    await canFinish.promise;
  };
  const outbound = [{ slow }, { greet }].map((jobs) => ({ jobs, maxConcurrent: 8 }));
  start({}, { outbound });
  for (let count = 0; count < 9; count += 1)
    await addJob(jobsDatabase.db, { name: 'slow', payload: {} });
  await expect.poll(() => startedCount).toBe(8);
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' } });
  await expect.poll(() => completedJobs).toEqual(['Ann']);
  expect(startedCount).toBe(8);
  canFinish.resolve();
});

test('a queue continues after the process that ran its job was killed', async () => {
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' }, queue: 'people' });
  await claimDueJob(jobsDatabase.db, {
    at: new Date(),
    worker: DEAD_WORKER,
    except: [],
    excludedIds: [],
  });
  await sql`update graphile_worker._private_job_queues
    set locked_by = ${DEAD_WORKER}, locked_at = now()`.execute(jobsDatabase.db);
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ben' }, queue: 'people' });
  start({ greet });
  await expect.poll(() => completedJobs.toSorted()).toEqual(['Ann', 'Ben']);
});

test('jobs continue after one could not be recorded as finished', async () => {
  await sql`
    create function reject_completion() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.5);
      raise exception 'The job cannot be completed.';
    end $$`.execute(jobsDatabase.db);
  await sql`
    create trigger reject_completion before delete on graphile_worker._private_jobs
    for each row when (old.payload->>'name' = 'Ann') execute function reject_completion()`.execute(
    jobsDatabase.db,
  );
  const [canFinish, canFail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started: string[] = [];
  const finish = async () => {
    started.push('finish');
    await canFinish.promise;
  };
  const fail = async () => {
    started.push('fail');
    await canFail.promise;
    throw new Error('failed');
  };
  start({ greet, finish, fail });
  await addJob(jobsDatabase.db, { name: 'finish', payload: {} });
  await expect.poll(() => started).toEqual(['finish']);
  await addJobs(jobsDatabase.db, [
    { name: 'greet', payload: { name: 'Ann' } },
    { name: 'fail', payload: {} },
  ]);
  await expect.poll(() => JSON.stringify(warn.mock.calls)).toContain('Failed to complete jobs');
  await sql`drop trigger reject_completion on graphile_worker._private_jobs`.execute(
    jobsDatabase.db,
  );
  expect(started).toEqual(['finish', 'fail']);
  canFinish.resolve();
  const isFinished = async () =>
    (await countJobs(jobsDatabase.db)).every(({ name }) => name !== 'finish');
  await expect.poll(isFinished).toBe(true);
  canFail.resolve();
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Bob' } });
  await expect.poll(() => completedJobs, { timeout: 30_000 }).toContain('Bob');
});

test('stopping waits for running jobs and starts no more jobs', async () => {
  const started = Promise.withResolvers<void>();
  const canFinish = Promise.withResolvers<void>();
  start({
    slow: async () => {
      started.resolve();
      await canFinish.promise;
      completedJobs.push('slow');
    },
  });
  await addMail(jobsDatabase.db, HELLO_MAIL);
  // Once the email is sent, both kinds of workers exist.
  await expect.poll(() => sentEmails.length).toBe(1);
  await addJob(jobsDatabase.db, { name: 'slow', payload: {} });
  await started.promise;
  const stopping = stop?.();
  const jobCount = 10;
  for (let count = 0; count < jobCount; count += 1)
    await addJob(jobsDatabase.db, { name: 'slow', payload: {} });
  canFinish.resolve();
  await stopping;
  stop = undefined;
  // The other worker may have been fetching a job when it was stopped; it runs only that job.
  expect(completedJobs.length).toBeLessThanOrEqual(2);
  expect(completedJobs).toContain('slow');
  expect(await countJobs(jobsDatabase.db)).toContainEqual(
    expect.objectContaining({
      name: 'slow',
      waiting: jobCount + 1 - completedJobs.length,
      retrying: 0,
    }),
  );
});

test('another process runs the jobs of a killed process', async () => {
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'orphaned' } });
  const at = new Date();
  const claim = { at, worker: DEAD_WORKER, except: [], excludedIds: [] };
  expect(await claimDueJob(jobsDatabase.db, claim)).toMatchObject({ name: 'greet' });
  start({ greet });
  await expect.poll(() => completedJobs).toEqual(['orphaned']);
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([[{ workers: [DEAD_WORKER] }, expect.any(String)]]);
});

test('a job that was replaced while a killed process was running it is not run again', async () => {
  const job = { name: 'greet', key: 'greet' };
  await addJob(jobsDatabase.db, { ...job, payload: { name: 'old' } });
  await claimDueJob(jobsDatabase.db, {
    at: new Date(),
    worker: DEAD_WORKER,
    except: [],
    excludedIds: [],
  });
  await addJob(jobsDatabase.db, { ...job, payload: { name: 'new' } });
  start({ greet });
  await expect
    .poll(async () => (await countJobs(jobsDatabase.db)).map(({ name }) => name))
    .toEqual(['sweep']);
  expect(completedJobs).toEqual(['new']);
});

test('jobs of a live process are not taken over', async () => {
  const canFinish = Promise.withResolvers<void>();
  let startedCount = 0;
  start({
    greet,
    slow: async () => {
      startedCount += 1;
      await canFinish.promise;
    },
  });
  await addJob(jobsDatabase.db, { name: 'slow', payload: {} });
  await expect.poll(() => startedCount).toBe(1);
  // A check that finds this job would also find the slow one, if its worker counted as dead.
  await inTransaction(jobsDatabase.db, null, async (transaction) => {
    await addJob(transaction, { name: 'greet', payload: { name: 'orphaned' } });
    const claim = { at: new Date(), worker: DEAD_WORKER, except: [], excludedIds: [] };
    expect(await claimDueJob(transaction, claim)).toMatchObject({ name: 'greet' });
  });
  await expect.poll(() => completedJobs).toEqual(['orphaned']);
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([[{ workers: [DEAD_WORKER] }, expect.any(String)]]);
  expect(startedCount).toBe(1);
  canFinish.resolve();
});

/** A connection for the locks that is unreachable until `open` is called, and again after `block`. */
function createBlockedConnection() {
  const nowhere = 'postgres://localhost:1/nothing';
  let url = nowhere;
  let attempts = 0;
  return {
    connection: {
      get connectionString() {
        attempts += 1;
        return url;
      },
    },
    attempts: () => attempts,
    open: () => void (url = database.url),
    block: () => void (url = nowhere),
  };
}

test('a worker claims no job before it holds its lock', async () => {
  const blockedConnection = createBlockedConnection();
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' } });
  await addMail(jobsDatabase.db, HELLO_MAIL);
  start({ greet }, blockedConnection);
  // The workers are created before the first attempt.
  await expect.poll(blockedConnection.attempts).toBeGreaterThan(1);
  expect([completedJobs, sentEmails.length]).toEqual([[], 0]);
  blockedConnection.open();
  await expect.poll(() => [completedJobs, sentEmails.length]).toEqual([['Ann'], 1]);
});

test('a process that lost its locks does not run its own running jobs again', async () => {
  const locks = createBlockedConnection();
  locks.open();
  const canFinish = Promise.withResolvers<void>();
  let startedCount = 0;
  const slow = async () => {
    startedCount += 1;
    await canFinish.promise;
  };
  start({ slow, greet }, locks);
  await addJob(jobsDatabase.db, { name: 'slow', payload: {} });
  await expect.poll(() => startedCount).toBe(1);
  locks.block();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'doorstep-jobs'`.execute(
    jobsDatabase.db,
  );
  await expect.poll(() => isAnyWorkerAlive(jobsDatabase.db)).toBe(false);
  // The check that unlocks this job would also unlock the slow one, if its worker counted as dead.
  await inTransaction(jobsDatabase.db, null, async (transaction) => {
    await addJob(transaction, { name: 'greet', payload: { name: 'orphaned' } });
    const claim = { at: new Date(), worker: DEAD_WORKER, except: [], excludedIds: [] };
    expect(await claimDueJob(transaction, claim)).toMatchObject({ name: 'greet' });
  });
  await expect.poll(() => JSON.stringify(warn.mock.calls)).toContain(DEAD_WORKER);
  canFinish.resolve();
  await expect.poll(() => completedJobs).toEqual(['orphaned']);
  expect(warn.mock.calls).toEqual([[{ workers: [DEAD_WORKER] }, expect.any(String)]]);
  expect(startedCount).toBe(1);
});

test('stopping does not wait for an unavailable lock', async () => {
  const blockedConnection = createBlockedConnection();
  await addJob(jobsDatabase.db, { name: 'greet', payload: { name: 'Ann' } });
  start({ greet }, blockedConnection);
  await expect.poll(blockedConnection.attempts).toBeGreaterThan(0);
  await stop?.();
  stop = undefined;
  expect(completedJobs).toEqual([]);
  expect(await countJobs(jobsDatabase.db)).toContainEqual(
    expect.objectContaining({ name: 'greet', waiting: 1, retrying: 0 }),
  );
});

test('a connection that is released twice is returned to the pool once', async () => {
  const { pool } = jobsDatabase;
  releaseOnce(pool);
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, release) => {
      release();
      // Without `releaseOnce`, the pool throws here.
      release();
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  const client = await pool.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
});

test('a connection that cannot be established is not released', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  releaseOnce(pool);
  const client = await pool.connect();
  pool.options.connectionTimeoutMillis = 1;
  const received = await new Promise((resolve) => {
    pool.connect((error, _client, release) => resolve([error?.message, release]));
  });
  expect(received).toEqual(['timeout exceeded when trying to connect', undefined]);
  client.release();
  await pool.end();
});
