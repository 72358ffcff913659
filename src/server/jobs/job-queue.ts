/**
 * Background jobs in PostgreSQL, added in the transaction that requires them
 * (docs/product/jobs.md).
 */

import type { Database } from '../database/database.ts';
import { deleteJobByKey, insertJob, insertJobs } from './job-repository.ts';

/**
 * The maximum number of attempts at a job. The delays between them grow from 3 seconds to 6 hours
 * and add up to 28 hours.
 */
export const MAX_ATTEMPTS = 14;

/** A job to add. */
export type NewJob = {
  /** The handler's name (process/job-handlers.ts). */
  name: string;
  /**
   * The handler's input, as JSON. It must not contain tokens or passwords because it is readable in
   * the database.
   */
  payload: Record<string, unknown>;
  /** The job runs immediately if absent. */
  runAt?: Date | undefined;
  /** Replaces an unfinished job with this key. If that job is already running, both can run at the same time. */
  key?: string | undefined;
  /** Whether replacing an unfinished job preserves its `runAt`. Used only by `addJob`. */
  isRunAtPreserved?: boolean;
  /** Jobs of one queue run one at a time, across processes. Without a queue, jobs do not wait for each other. */
  queue?: string | undefined;
  /** Jobs with lower numbers run first; 0 if absent. Used only by `addJob`. */
  priority?: number | undefined;
};

/** Adds a job in the caller's transaction. It exists only if the transaction commits. */
export async function addJob(transaction: Database, job: NewJob): Promise<void> {
  const { name, payload, runAt, key, isRunAtPreserved = false, queue, priority = 0 } = job;
  await insertJob(transaction, {
    name,
    payload,
    runAt,
    key,
    maxAttempts: MAX_ATTEMPTS,
    isRunAtPreserved,
    queue,
    priority,
  });
}

/** Adds several jobs. The time of a waiting job with the same key does not change. */
export async function addJobs(transaction: Database, jobs: readonly NewJob[]): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, movesUp: false };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/**
 * Adds several jobs with unique keys. A waiting job with the same key runs at the earlier of the two
 * times.
 */
export async function addJobsNoLater(
  transaction: Database,
  jobs: readonly NewJob[],
): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, movesUp: true };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/** Removes the unfinished job with a key, if it exists. */
export async function removeJob(transaction: Database, key: string): Promise<void> {
  await deleteJobByKey(transaction, key);
}
