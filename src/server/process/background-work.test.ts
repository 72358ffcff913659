import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { addJob } from '#server/jobs/job-queue.ts';
import { countJobs } from '#server/jobs/job-repository.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import type { Config } from '../config/config.ts';
import { runBackgroundWork } from './background-work.ts';
import type { Installation } from './installation.ts';

test('a command claims no jobs before it holds its lock, and can be stopped while it waits for the lock', async () => {
  const database = await createTestDatabase();
  const { db } = openDatabase(database.url);
  await addJob(db, { name: 'unknown', payload: {} });
  let connectionReads = 0;
  const connection = {
    /** Reachable for the pool, which is opened first, but not for the lock. */
    get connectionString() {
      connectionReads += 1;
      return connectionReads === 1 ? database.url : 'postgres://localhost:1/nothing';
    },
  };
  const shutdown = new AbortController();
  const running = runBackgroundWork(
    {
      config: {} as Config,
      installation: { connection, dataDir: '/unused' } as unknown as Installation,
      publicUrl: 'http://localhost',
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    new Date(),
    shutdown.signal,
  );
  // Settled, so that a rejection is always handled.
  const result = Promise.allSettled([running]);
  await expect.poll(() => connectionReads).toBeGreaterThan(3);
  const unclaimedJob = expect.objectContaining({
    name: 'unknown',
    waiting: 1,
    retrying: 0,
  }) as object;
  expect(await countJobs(db)).toEqual([unclaimedJob]);
  shutdown.abort();
  expect(await result).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
  expect(await countJobs(db)).toEqual([unclaimedJob]);
  await db.destroy();
  await database.drop();
});
