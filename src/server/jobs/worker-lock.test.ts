import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { startStallingProxy } from '#tests/helpers/stalling-proxy.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { isAnyWorkerAlive } from './job-repository.ts';
import { holdWorkerLocks } from './worker-lock.ts';

/** The application name of the connection that holds the locks. */
const LOCK_HOLDER = 'doorstep-jobs';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Holds the lock of a worker through a proxy that can stop responding. */
async function holdLock() {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const { db, pool } = openDatabase(database.url);
  closers.push(() => pool.end());
  const proxy = await startStallingProxy(database.url, LOCK_HOLDER);
  const hold = async (url: string) => {
    const shutdown = new AbortController();
    const onAcquired = vi.fn();
    const holding = holdWorkerLocks(url, ['worker'], shutdown.signal, onAcquired);
    const release = async () => {
      shutdown.abort();
      await holding;
    };
    closers.push(release);
    await expect.poll(() => onAcquired.mock.calls.length).toBe(1);
    return { onAcquired, release };
  };
  const held = await hold(proxy.url);
  closers.push(proxy.close);
  return { ...held, db, stall: proxy.stall, holdAgain: () => hold(database.url) };
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

test('a lock does not wait for a lost connection that the database still considers open', async () => {
  const { onAcquired, holdAgain } = await holdLock();
  await holdAgain();
  expect(onAcquired).toHaveBeenCalledTimes(1);
});

test('stopping does not wait for a silent connection', async () => {
  const { stall, release } = await holdLock();
  stall();
  await expect(release()).resolves.toBeUndefined();
});
