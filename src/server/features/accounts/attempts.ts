/** Limits failed attempts to enter a password or code, or to use a passkey, even if they are concurrent. */

import { createHash } from 'node:crypto';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { createFairSlots, type Requester } from '../../concurrency/fair-slots.ts';

/** A limiter and the key for counting failures. */
export type FailureCounter = { limiter: Limiter; key: string };

/**
 * Runs an attempt unless there were too many failures.
 *
 * @param requester the account and key whose number of concurrent attempts is limited, see `SLOTS`
 * @param attempt returns null for a failure; a thrown error does not count as a failure
 * @returns the result of `attempt`
 * @throws AppError TOO_MANY_REQUESTS, even if the attempt would have succeeded
 * @throws TooManyWaiting
 */
export type Attempts = <T>(
  requester: Requester,
  counters: readonly FailureCounter[],
  attempt: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * The total is not limited because an attempt can wait for a password hash or for other changes to the
 * account. Each attempt counts as a failure until it succeeds, so correct attempts can be rejected
 * while the last allowed one is running.
 */
const SLOTS = { slots: Infinity, perKey: 4, perAccount: 2, maxQueuedPerKey: 20 };

export function createAttempts(): Attempts {
  const slots = createFairSlots(SLOTS);
  return (requester, counters, attempt) =>
    slots(requester, async () => countFailure(counters, attempt));
}

/**
 * Like `Attempts`, but does not wait because the caller is already inside another attempt.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countFailure<T>(
  counters: readonly FailureCounter[],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  for (const { limiter, key } of counters) await limiter.check(key);
  const consumed: FailureCounter[] = [];
  let isFailure = false;
  try {
    for (const counter of counters) {
      await counter.limiter.consume(counter.key);
      consumed.push(counter);
    }
    const result = await attempt();
    isFailure = result === null;
    return result;
  } finally {
    if (!isFailure) for (const { limiter, key } of consumed) await limiter.refund(key);
  }
}

/** Hashes strings to a counter key of fixed length because keys in `rate_limits` can have at most 255 characters. */
export function hashCounterKey(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
