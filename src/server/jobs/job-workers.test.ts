import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Mail } from '#server/mail/mailer.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import type { JobContext, JobTable } from './job-handler.ts';
import { createJobMetrics } from './job-metrics.ts';
import { addJob } from './job-queue.ts';
import { countJobs, findRunAt, takeDueJob } from './job-repository.ts';
import { startJobWorkers } from './job-workers.ts';
import { addMail } from './mail-job.ts';

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let stop: (() => Promise<void>) | undefined;
let done: string[];
const sent: Mail[] = [];
const warn = vi.fn();

beforeEach(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, { maxConnections: 5 });
  done = [];
  sent.length = 0;
  warn.mockClear();
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await opened.pool.end();
  await database.drop();
});

function start(jobs: JobTable['jobs'], registry = new Registry()): void {
  const workers = startJobWorkers({
    table: {
      jobs,
      mails: { hello: async () => ({ to: 'ann@example.org', subject: 'Hello', text: 'Hello' }) },
      recurring: { sweep: { every: 'day', handle: async () => void done.push('sweep') } },
    },
    ...opened,
    connection: database.url,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return { file: '/somewhere' };
      },
    },
    context: {
      log: { info: () => undefined, warn, error: () => undefined },
    } as unknown as JobContext,
    now: () => new Date(),
    metrics: createJobMetrics(registry, opened.db),
    lookMs: 50,
  });
  stop = workers.stop;
}

test('jobs and mails are done as soon as they are committed, and are counted', async () => {
  const registry = new Registry();
  start({ greet: async (payload) => void done.push((payload as { name: string }).name) }, registry);
  await addJob(opened.db, { name: 'greet', payload: { name: 'Ann' } });
  await addMail(opened.db, { name: 'hello', payload: {}, now: new Date() });
  await expect.poll(() => [done, sent.length]).toEqual([['Ann'], 1]);
  await expect
    .poll(async () => (await countJobs(opened.db)).map(({ name }) => name))
    .toEqual(['sweep']);
  const text = await registry.metrics();
  expect(text).toContain('doorstep_jobs_total{job="greet",result="done"} 1');
  expect(text).toContain('doorstep_jobs{job="sweep",state="waiting"} 1');
});

test('the end waits for what is running, and begins nothing more', async () => {
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  start({
    slow: async () => {
      begun.resolve();
      await mayEnd.promise;
      done.push('slow');
    },
  });
  await addMail(opened.db, { name: 'hello', payload: {}, now: new Date() });
  // Then both kinds of workers are there.
  await expect.poll(() => sent.length).toBe(1);
  await addJob(opened.db, { name: 'slow', payload: {} });
  await begun.promise;
  const stopping = stop?.();
  const added = 10;
  for (let n = 0; n < added; n += 1) await addJob(opened.db, { name: 'slow', payload: {} });
  mayEnd.resolve();
  await stopping;
  stop = undefined;
  // The other worker may have been asking for a job when the end came: what it got is done, and nothing after it.
  expect(done.length).toBeLessThanOrEqual(2);
  expect(done).toContain('slow');
  expect(await countJobs(opened.db)).toContainEqual(
    expect.objectContaining({ name: 'slow', waiting: added + 1 - done.length, retrying: 0 }),
  );
});

test('the jobs of a process that was killed are done by another', async () => {
  await addJob(opened.db, { name: 'greet', payload: { name: 'left behind' } });
  const at = new Date();
  const taken = { at, worker: 'a-dead-one', except: [], exceptIds: [] };
  expect(await takeDueJob(opened.db, taken)).toMatchObject({ name: 'greet' });
  start({ greet: async (payload) => void done.push((payload as { name: string }).name) });
  await expect.poll(() => done).toEqual(['left behind']);
  expect(warn).toHaveBeenCalledWith({ workers: ['a-dead-one'] }, expect.any(String));
});

test('a job that was replaced while a process that was killed did it is left to its successor', async () => {
  const job = { name: 'greet', key: 'greet' };
  await addJob(opened.db, { ...job, payload: { name: 'old' } });
  await takeDueJob(opened.db, { at: new Date(), worker: 'a-dead-one', except: [], exceptIds: [] });
  await addJob(opened.db, { ...job, payload: { name: 'new' } });
  start({ greet: async (payload) => void done.push((payload as { name: string }).name) });
  await expect
    .poll(async () => (await countJobs(opened.db)).map(({ name }) => name))
    .toEqual(['sweep']);
  expect(done).toEqual(['new']);
});

test('the jobs of a process that lives are left to it', async () => {
  const mayEnd = Promise.withResolvers<void>();
  let begun = 0;
  start({
    slow: async () => {
      begun += 1;
      await mayEnd.promise;
    },
  });
  await addJob(opened.db, { name: 'slow', payload: {} });
  // Several looks for dead workers fit in before recurring work has its turn in the queue.
  await expect.poll(() => begun).toBe(1);
  await expect.poll(async () => findRunAt(opened.db, 'recurring:sweep')).toBeDefined();
  expect(warn).not.toHaveBeenCalled();
  mayEnd.resolve();
});
