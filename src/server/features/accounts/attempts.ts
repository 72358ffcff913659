/** Counts failed attempts at a secret; simultaneous attempts cannot exceed the limit. */

import { createHash } from 'node:crypto';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';

/** A limiter and the key for counting failures. */
export type FailureCounter = { limiter: Limiter; key: string };

/**
 * Makes an attempt unless there were too many failures.
 *
 * @param attempt returns null for a failure; a thrown error does not count as a failure
 * @returns the result of `attempt`
 * @throws AppError TOO_MANY_REQUESTS, even if the attempt would have succeeded
 */
export type Attempts = <T>(
  counters: readonly FailureCounter[],
  attempt: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * The limit for concurrent attempts in a process. Each counts as a failure until it succeeds, so
 * this is also how many correct attempts can be refused while the last allowed one is in progress.
 */
const MAX_CONCURRENT = 2;

export function createAttempts(): Attempts {
  const slots = createSemaphore(MAX_CONCURRENT);
  return async (counters, attempt) => {
    // Checked outside the queue: a flood of refused requests must not delay others.
    for (const { limiter, key } of counters) await limiter.check(key);
    return slots(async () => {
      const consumed: FailureCounter[] = [];
      let isFailure = false;
      try {
        for (const counter of counters) {
          consumed.push(counter);
          await counter.limiter.consume(counter.key);
        }
        const result = await attempt();
        isFailure = result === null;
        return result;
      } finally {
        if (!isFailure) for (const { limiter, key } of consumed) await limiter.refund(key);
      }
    });
  };
}

/** Hashes strings of any length to a key of fixed length, as the table of counters requires. */
export function countingKey(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
