import { runTaskListOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { startStallingProxy } from '#tests/helpers/stalling-proxy.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { addJob } from './job-queue.ts';
import { claimDueJob, isAnyWorkerAlive } from './job-repository.ts';
import { holdWorkerLocks } from './worker-lock.ts';

/** The application name of the connection that holds the locks. */
const LOCK_HOLDER = 'doorstep-jobs';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** Holds the lock of a worker through a proxy that can stop responding. */
async function holdLock() {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const { db, pool } = openDatabase(database.url);
  cleanups.push(() => pool.end());
  const proxy = await startStallingProxy(database.url, LOCK_HOLDER);
  const hold = async (url: string) => {
    const shutdown = new AbortController();
    const onAcquired = vi.fn();
    const holding = holdWorkerLocks(url, ['worker'], shutdown.signal, onAcquired);
    const release = async () => {
      shutdown.abort();
      await holding;
    };
    cleanups.push(release);
    await expect.poll(() => onAcquired.mock.calls.length).toBe(1);
    return { onAcquired, release };
  };
  const lock = await hold(proxy.url);
  cleanups.push(proxy.close);
  return { ...lock, db, stall: proxy.stall, holdAgain: () => hold(database.url) };
}

test('a lock is acquired again after its connection was lost silently', async () => {
  const { db, stall, onAcquired } = await holdLock();
  stall();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${LOCK_HOLDER}`.execute(db);
  await expect.poll(() => isAnyWorkerAlive(db)).toBe(false);
  await expect.poll(() => isAnyWorkerAlive(db)).toBe(true);
  await expect.poll(() => onAcquired.mock.calls.length).toBe(2);
});

test('a lock is acquired even while a lost connection that the database considers open holds it', async () => {
  const { onAcquired, holdAgain } = await holdLock();
  await holdAgain();
  expect(onAcquired).toHaveBeenCalledTimes(1);
});

test('stopping does not wait for an unresponsive connection', async () => {
  const { stall, release } = await holdLock();
  stall();
  await expect(release()).resolves.toBeUndefined();
});

test('a job that runs for hours is not started again', async () => {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const { db, pool } = openDatabase(database.url);
  cleanups.push(() => pool.end());
  await addJob(db, { name: 'sync', payload: {} });
  await claimDueJob(db, { at: new Date(), worker: 'worker', except: [], excludedIds: [] });
  await sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '5 hours'`.execute(db);
  const shutdown = new AbortController();
  const holding = holdWorkerLocks(database.url, ['worker'], shutdown.signal, () => undefined, 0);
  cleanups.push(async () => {
    shutdown.abort();
    await holding;
  });
  const isLockRecent = async () => {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where locked_at > now() - interval '1 hour'`.execute(
      db,
    );
    return rows.length === 1;
  };
  await expect.poll(isLockRecent).toBe(true);
  let startedCount = 0;
  const sync = async () => void (startedCount += 1);
  const client = await pool.connect();
  // Unlocks jobs that were locked more than four hours ago, and runs them.
  await runTaskListOnce({ noHandleSignals: true }, { sync }, client);
  client.release();
  expect(startedCount).toBe(0);
});
