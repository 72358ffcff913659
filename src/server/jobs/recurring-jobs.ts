/** Schedules recurring jobs. Each has one waiting job, which adds the next one when it runs. */

import type { Database } from '../database/database.ts';
import type { Interval, RecurringJobs } from './job-handler.ts';
import { addJob } from './job-queue.ts';
import { findRunAt } from './job-repository.ts';
import { pause } from './worker-lock.ts';

const INTERVAL_MS: Record<Interval, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Returns the start of the next interval after a time, in UTC. */
export function nextRun(every: Interval, after: Date): Date {
  const ms = INTERVAL_MS[every];
  return new Date((Math.floor(after.getTime() / ms) + 1) * ms);
}

const KEY_PREFIX = 'recurring:';
const keyOf = (name: string) => `${KEY_PREFIX}${name}`;

/** Returns whether a key belongs to a recurring job. */
export const isRecurringKey = (key: string | null) => key?.startsWith(KEY_PREFIX) === true;

/** Recurring jobs run before other jobs, which can number in the thousands, such as alerts. */
const PRIORITY = -1;

/**
 * Queues the next run of a recurring job, replacing a waiting one. It does not start while another run is in progress.
 *
 * @param current.runAt when the run in progress was due, which is in the future for a process whose clock is behind
 *   the database's: the run is not repeated
 */
export async function addNextRun(
  db: Database,
  name: string,
  every: Interval,
  { now, runAt = now }: { now: Date; runAt?: Date },
): Promise<void> {
  const next = nextRun(every, runAt > now ? runAt : now);
  const key = keyOf(name);
  await addJob(db, { name, payload: {}, runAt: next, key, queue: key, priority: PRIORITY });
}

/** Returns whether the next run of a recurring job is due by a time; true if none is queued. */
export async function isRunDue(db: Database, name: string, at: Date): Promise<boolean> {
  const runAt = await findRunAt(db, keyOf(name));
  return runAt === undefined || runAt <= at;
}

/**
 * Ensures that every recurring job has a next run. Overdue runs do not change. Runs too far in the
 * future are moved up.
 */
export async function ensureRuns(db: Database, jobs: RecurringJobs, now: Date): Promise<void> {
  for (const [name, { every }] of Object.entries(jobs)) {
    const runAt = await findRunAt(db, keyOf(name));
    if (runAt === undefined || runAt > nextRun(every, now)) {
      await addNextRun(db, name, every, { now });
    }
  }
}

/** The default interval of `keepRuns`. */
const CHECK_MS = 60_000;

/**
 * Calls `ensureRuns` regularly until `shutdownSignal` is aborted: a process whose clock was ahead may
 * have scheduled the next runs too far in the future.
 */
export async function keepRuns(
  db: Database,
  jobs: RecurringJobs,
  options: { now: () => Date; shutdownSignal: AbortSignal; checkMs?: number },
): Promise<void> {
  const { now, shutdownSignal, checkMs = CHECK_MS } = options;
  for (;;) {
    await pause(checkMs, shutdownSignal);
    if (shutdownSignal.aborted) return;
    // Fails while the database is down. The next check tries again.
    await ensureRuns(db, jobs, now()).catch(() => undefined);
  }
}
