/** Recurring work: each has one job waiting, which adds the next one when its turn comes. */

import type { Database } from '../database/database.ts';
import type { Interval, RecurringJobs } from './job-handler.ts';
import { addJob } from './job-queue.ts';
import { findRunAt } from './job-repository.ts';

const INTERVAL_MS: Record<Interval, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The first beginning of an interval after a moment, by UTC. */
export function nextTurn(every: Interval, after: Date): Date {
  const ms = INTERVAL_MS[every];
  return new Date((Math.floor(after.getTime() / ms) + 1) * ms);
}

const KEY_PREFIX = 'recurring:';
const keyOf = (name: string) => `${KEY_PREFIX}${name}`;

/** Whether a job of this key is the next turn of recurring work. */
export const isRecurringKey = (key: string | null) => key?.startsWith(KEY_PREFIX) === true;

/** Puts the next turn of recurring work into the queue, in the place of the present one. */
export async function addNextTurn(
  db: Database,
  name: string,
  every: Interval,
  now: Date,
): Promise<void> {
  const runAt = nextTurn(every, now);
  await addJob(db, { name, payload: {}, runAt, key: keyOf(name) });
}

/** Whether the waiting turn of recurring work is due by a time. */
export async function isTurnDue(db: Database, name: string, at: Date): Promise<boolean> {
  const runAt = await findRunAt(db, keyOf(name));
  return runAt === undefined || runAt <= at;
}

/** Sees to it that all recurring work has its next turn: one that is overdue stays so, one too far off comes nearer. */
export async function ensureTurns(db: Database, jobs: RecurringJobs, now: Date): Promise<void> {
  for (const [name, { every }] of Object.entries(jobs)) {
    const runAt = await findRunAt(db, keyOf(name));
    if (runAt === undefined || runAt > nextTurn(every, now)) {
      await addNextTurn(db, name, every, now);
    }
  }
}
