/** Counts a request with several limiters, such that a refused one counts with none. */

import type { Limiter } from './rate-limits.ts';

/**
 * Counts one more; once for each limiter, however often a transaction runs.
 *
 * @throws AppError TOO_MANY_REQUESTS when that is one too many
 */
export type Count = (limiter: Limiter, key: string) => Promise<void>;

/** Does something that counts; if it fails, what was counted is given back. */
export async function whileCounting<T>(work: (count: Count) => Promise<T>): Promise<T> {
  const counted = new Map<Limiter, string>();
  try {
    return await work(async (limiter, key) => {
      if (counted.has(limiter)) return;
      await limiter.consume(key);
      counted.set(limiter, key);
    });
  } catch (error) {
    for (const [limiter, key] of counted) await limiter.giveBack(key).catch(() => undefined);
    throw error;
  }
}

/**
 * Counts one more for work that succeeds.
 *
 * @throws AppError TOO_MANY_REQUESTS, or what the work throws, which is not counted
 */
export async function countSuccess<T>(
  limiter: Limiter,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  return whileCounting(async (count) => {
    await count(limiter, key);
    return work();
  });
}
