import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addJob, MAX_ATTEMPTS } from '#server/jobs/job-queue.ts';
import { claimDueJob } from '#server/jobs/job-repository.ts';
import { addMail } from '#server/jobs/mail-job.ts';
import { addNextRun } from '#server/jobs/recurring-jobs.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 3_600_000;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});
beforeEach(async () => {
  await server.waitUntilIdle();
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
});

const list = (query: Record<string, string | number> = {}) =>
  server.ok(endpoints.listJobs, { as: people.admin, query });
const countJobs = () => server.ok(endpoints.countJobs, { as: people.admin });
const get = (id: string) => server.ok(endpoints.getJob, { as: people.admin, params: { id } });
const asAdmin = (id: string) => ({ as: people.admin, params: { id } });

/** Adds a job without a handler, runs it, sets its number of attempts, and returns its ID. */
async function addFailedJob(tries: number): Promise<string> {
  await addJob(server.db, { name: 'no.such-job', payload: { propertyId: '7' } });
  await server.waitUntilIdle();
  const [job] = await list();
  if (job === undefined) throw new Error('There is no job.');
  await sql`update graphile_worker._private_jobs set attempts = ${tries} where id = ${job._id}`.execute(
    server.db,
  );
  return job._id;
}

/** Adds a job in the state `running`. */
async function addRunningJob(): Promise<string> {
  await addJob(server.db, { name: 'saved-searches.due', payload: { tourId: '7' } });
  const at = server.clock.now();
  const job = await claimDueJob(server.db, { at, worker: 'worker-1', except: [], excludedIds: [] });
  return job?.id ?? '';
}

describe('GET /jobs', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.listJobs, people));

  test('distinguishes waiting, running, and failed jobs, with the reason of a failure', async () => {
    const failedJob = await addFailedJob(MAX_ATTEMPTS);
    const inAnHour = new Date(Date.now() + HOUR_MS);
    await addMail(server.db, {
      kind: 'tours.mail',
      to: { proof: 'address', address: 'ann@example.org' },
      author: 'agent',
      cause: null,
      payload: {},
      now: server.clock.now(),
      sendAt: inAnHour,
    });
    const runningJob = await addRunningJob();
    expect(await list({ state: 'failed' })).toMatchObject([
      { _id: failedJob, name: 'no.such-job', tries: 14, triesMost: 14, isRecurring: false },
    ]);
    expect((await list({ state: 'failed' }))[0]?.error).toBe(
      'There is no handler for the job no.such-job.',
    );
    expect(await list({ state: 'running' })).toMatchObject([
      { _id: runningJob, state: 'running', tries: 1, startedAt: expect.any(String) },
    ]);
    expect(await list({ state: 'waiting' })).toMatchObject([
      { name: 'tours.mail', dueAt: inAnHour.toISOString(), tries: 0, error: null },
    ]);
    expect(await list({ state: 'retrying' })).toEqual([]);
    expect(await list()).toHaveLength(3);
  });

  test('paginates and rejects unknown states', async () => {
    for (const tourId of ['1', '2', '3'])
      await addJob(server.db, { name: 'saved-searches.due', payload: { tourId } });
    const { body, headers } = await server.send(endpoints.listJobs, {
      as: people.admin,
      query: { page: 2, limit: 2 },
    });
    expect(body).toHaveLength(1);
    expect(headers['x-total-count']).toBe('3');
    const options = { as: people.admin, query: { state: 'x' } };
    expect(await server.error(endpoints.listJobs, options)).toMatchObject({
      status: 400,
      errors: [{ path: 'state' }],
    });
  });

  test('redacts personal data in failure reasons', async () => {
    const id = await addFailedJob(1);
    const error = 'rejected: 550 <ann.lee@example.org>: see https://x.org/alerts?token=abc-DEF_1';
    await sql`update graphile_worker._private_jobs set last_error = ${error} where id = ${id}`.execute(
      server.db,
    );
    const [job] = await list({ state: 'retrying' });
    expect(job?.error).toBe(
      'rejected: 550 <(an email address)>: see https://x.org/alerts?token=(hidden)',
    );
  });
});

describe('GET /jobs/counts', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.countJobs, people));

  test('counts jobs by state and reports that no worker is running', async () => {
    await addFailedJob(MAX_ATTEMPTS);
    await addRunningJob();
    await addJob(server.db, { name: 'saved-searches.due', payload: { tourId: '8' } });
    expect(await countJobs()).toEqual({
      failed: 1,
      retrying: 0,
      running: 1,
      waiting: 1,
      isWorkedOff: false,
    });
  });
});

describe('GET /jobs/:id', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(endpoints.getJob, people, { params: { id: await addRunningJob() } });
  });

  test('shows identifiers and keywords but no personal data', async () => {
    const payload = {
      recipient: 'ann@example.org',
      frequency: 'daily',
      tourId: '12',
      isLast: true,
      groups: [{ name: 'Ann' }],
      text: 'Dear Ann',
    };
    await addMail(server.db, {
      kind: 'tours.mail',
      to: { proof: 'address', address: 'ann@example.org' },
      author: 'agent',
      cause: null,
      payload,
      now: server.clock.now(),
    });
    const [job] = await list();
    const details = await get(job?._id ?? '');
    expect(details.facts).toEqual([
      { name: 'recipient', value: null },
      { name: 'frequency', value: 'daily' },
      { name: 'tourId', value: '12' },
      { name: 'isLast', value: 'true' },
      { name: 'groups', value: '1 entry' },
      { name: 'text', value: null },
    ]);
    expect(JSON.stringify(details)).not.toMatch(/ann/i);
  });

  test('returns 404 for an unknown job', async () => {
    expect((await server.error(endpoints.getJob, asAdmin('999999'))).status).toBe(404);
  });
});

describe('POST /jobs/:id/retry', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(endpoints.retryJob, people, {
      params: { id: await addFailedJob(MAX_ATTEMPTS) },
    });
  });

  test('makes a failed job due immediately and resets its attempts', async () => {
    const id = await addFailedJob(MAX_ATTEMPTS);
    expect(await server.ok(endpoints.retryJob, asAdmin(id))).toMatchObject({
      state: 'waiting',
      tries: 0,
    });
    await server.runJobs(new Date(Date.now() + HOUR_MS), { includesRecurring: false });
    expect(await list()).toMatchObject([{ _id: id, state: 'retrying', tries: 1 }]);
  });

  test.each([
    ['is running', addRunningJob, 'This job is running right now.'],
    [
      'has not run yet',
      async () => {
        await addJob(server.db, { name: 'saved-searches.due', payload: { tourId: '7' } });
        return (await list())[0]?._id ?? '';
      },
      'This job has not run yet and is already scheduled.',
    ],
  ])('rejects a job that %s', async (_state, add, message) => {
    const id = await add();
    const before = await get(id);
    expect(await server.error(endpoints.retryJob, asAdmin(id))).toMatchObject({
      status: 409,
      message,
    });
    expect(await get(id)).toEqual(before);
  });

  test('returns 404 for an unknown job', async () => {
    expect((await server.error(endpoints.retryJob, asAdmin('999999'))).status).toBe(404);
  });
});

describe('DELETE /jobs/:id', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(endpoints.discardJob, people, {
      params: { id: await addFailedJob(MAX_ATTEMPTS) },
    });
  });

  test('removes a failed job and a waiting job from the queue', async () => {
    await server.ok(endpoints.discardJob, asAdmin(await addFailedJob(MAX_ATTEMPTS)));
    await addJob(server.db, { name: 'saved-searches.due', payload: { tourId: '7' } });
    await server.ok(endpoints.discardJob, asAdmin((await list())[0]?._id ?? ''));
    expect(await list()).toEqual([]);
  });

  test('does not discard running or recurring jobs', async () => {
    const runningJob = await addRunningJob();
    expect(await server.error(endpoints.discardJob, asAdmin(runningJob))).toMatchObject({
      status: 409,
    });
    await addNextRun(server.db, 'inquiries.sweep', 'day', { now: server.clock.now() });
    const [recurring] = await list({ state: 'waiting' });
    expect(recurring).toMatchObject({ name: 'inquiries.sweep', isRecurring: true });
    expect(await server.error(endpoints.discardJob, asAdmin(recurring?._id ?? ''))).toMatchObject({
      status: 409,
      message: 'Recurring jobs cannot be discarded.',
    });
    expect(await list()).toHaveLength(2);
  });

  test('returns 404 for an unknown job', async () => {
    expect((await server.error(endpoints.discardJob, asAdmin('999999'))).status).toBe(404);
  });
});
