/** Counts failed tries at a secret, such that many at once cannot get past the limit. */

import { createHash } from 'node:crypto';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';

/** A limiter and the key that a failure counts for. */
export type Counted = { limiter: Limiter; key: string };

/**
 * Makes a try unless there were too many failures.
 *
 * @param attempt gives null for a failure; an error is none and counts nothing
 * @returns what `attempt` gave
 * @throws AppError TOO_MANY_REQUESTS, also for what would have been right
 */
export type Attempts = <T>(
  counted: readonly Counted[],
  attempt: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * Tries under way at once in a process. Each is counted as a failure until it turns out to be none, so this is also
 * how many right ones at most may be refused when they come while the last free failure is being used up.
 */
const AT_ONCE = 2;

export function createAttempts(): Attempts {
  const slots = createSemaphore(AT_ONCE);
  return async (counted, attempt) => {
    // Outside of the queue, so that a flood of refused requests delays no one else.
    for (const { limiter, key } of counted) await limiter.check(key);
    return slots(async () => {
      const begun: Counted[] = [];
      let isFailure = false;
      try {
        for (const one of counted) {
          begun.push(one);
          await one.limiter.consume(one.key);
        }
        const result = await attempt();
        isFailure = result === null;
        return result;
      } finally {
        if (!isFailure) for (const { limiter, key } of begun) await limiter.giveBack(key);
      }
    });
  };
}

/** A key of fixed length for texts of any length, as the table of counts wants it. */
export function countingKey(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
