/** Background work: jobs in PostgreSQL, added in the transaction of their cause (docs/product/jobs.md). */

import type { Database } from '../database/database.ts';
import { deleteJobByKey, insertJob, insertJobs } from './job-repository.ts';

/**
 * How often a job is tried: the pauses between grow from 3 seconds to 6 hours, and add up to a day and a quarter.
 */
export const MAX_ATTEMPTS = 14;

/** Something to do. */
export type NewJob = {
  /** The handler's name (process/job-handlers.ts). */
  name: string;
  /** The handler's input, as JSON. No tokens and no passwords: it is readable in the database. */
  payload: Record<string, unknown>;
  /** At once if absent. */
  runAt?: Date | undefined;
  /** Replaces an unfinished job of this key; one that is running already ends, and this one comes after it. */
  key?: string | undefined;
  /** With a key: an unfinished job of this key stays due when it is. */
  isRunAtPreserved?: boolean;
  /** Smaller is sooner; 0 if absent. */
  priority?: number | undefined;
};

/** Adds a job in the transaction of its cause, so that it exists exactly if the transaction commits. */
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

/** Adds many at once; of those with a key, a waiting one stays due when it is. */
export async function addJobs(transaction: Database, jobs: readonly NewJob[]): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, isSoonest: false };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/** Adds many at once, with a key each, none twice; a waiting one is due when it was, or sooner. */
export async function addJobsNoLater(
  transaction: Database,
  jobs: readonly NewJob[],
): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, isSoonest: true };
  if (jobs.length > 0) await insertJobs(transaction, jobs, options);
}

/** Takes the unfinished job of a key back; nothing happens when there is none. */
export async function removeJob(transaction: Database, key: string): Promise<void> {
  await deleteJobByKey(transaction, key);
}
