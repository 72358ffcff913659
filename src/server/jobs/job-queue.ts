/** Background jobs in PostgreSQL, added in the transaction that causes them (docs/product/jobs.md). */

import type { Database } from '../database/database.ts';
import { deleteJobByKey, insertJob, insertJobs } from './job-repository.ts';

/**
 * The maximum attempts at a job: the delays grow from 3 seconds to 6 hours and add up to a day and a quarter.
 */
export const MAX_ATTEMPTS = 14;

/** A job to add. */
export type NewJob = {
  /** The handler's name (process/job-handlers.ts). */
  name: string;
  /** The handler's input, as JSON. Never tokens or passwords: it is readable in the database. */
  payload: Record<string, unknown>;
  /** Immediately if absent. */
  runAt?: Date | undefined;
  /** Replaces an unfinished job with this key; one already running finishes, and this one runs after it. */
  key?: string | undefined;
  /** Whether replacing an unfinished job preserves its `runAt`. */
  isRunAtPreserved?: boolean;
  /** Lower runs first; 0 if absent. */
  priority?: number | undefined;
};

/** Adds a job in the caller's transaction, so that it exists if and only if that commits. */
export async function addJob(transaction: Database, job: NewJob): Promise<void> {
  const { name, payload, runAt, key, isRunAtPreserved = false, priority = 0 } = job;
  await insertJob(transaction, {
    name,
    payload,
    runAt,
    key,
    maxAttempts: MAX_ATTEMPTS,
    isRunAtPreserved,
    priority,
  });
}

/** Adds several jobs; a waiting job with the same key is not delayed. */
export async function addJobs(transaction: Database, jobs: readonly NewJob[]): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, isSoonest: false };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/** Adds several jobs with unique keys; a waiting job with the same key is due at the same time or sooner. */
export async function addJobsNoLater(
  transaction: Database,
  jobs: readonly NewJob[],
): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, isSoonest: true };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/** Removes the unfinished job with a key, if there is one. */
export async function removeJob(transaction: Database, key: string): Promise<void> {
  await deleteJobByKey(transaction, key);
}
