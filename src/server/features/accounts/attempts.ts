/** Counts failed attempts at a secret; simultaneous attempts cannot exceed the limit. */

import { createHash } from 'node:crypto';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';

/** A limiter, and the key under which it counts failures. */
export type Counted = { limiter: Limiter; key: string };

/**
 * Makes an attempt unless there were too many failures.
 *
 * @param attempt returns null for a failure; an error is not counted as one
 * @returns the result of `attempt`
 * @throws AppError TOO_MANY_REQUESTS, even if the attempt would have succeeded
 */
export type Attempts = <T>(
  counted: readonly Counted[],
  attempt: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * The limit for concurrent attempts in a process. Each counts as a failure until it succeeds, so
 * this is also how many correct attempts can be refused while the last allowed one is in progress.
 */
const MAX_CONCURRENT = 2;

export function createAttempts(): Attempts {
  const slots = createSemaphore(MAX_CONCURRENT);
  return async (counted, attempt) => {
    // Outside of the queue, so that a flood of refused requests does not delay others.
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
        if (!isFailure) for (const { limiter, key } of begun) await limiter.refund(key);
      }
    });
  };
}

/** Hashes strings of any length to a key of fixed length, as the table of counts requires. */
export function countingKey(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
