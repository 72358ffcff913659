/** Counts a request with several limiters; a refused request counts with none of them. */

import type { Limiter } from './rate-limits.ts';

/**
 * Counts one more; once for each limiter, however often a transaction runs.
 *
 * @throws AppError TOO_MANY_REQUESTS if that exceeds the limit
 */
export type Count = (limiter: Limiter, key: string) => Promise<void>;

/** Runs work that counts; if it fails, its counts are taken back. */
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
 * @throws AppError TOO_MANY_REQUESTS, or the error of the work, which is then not counted
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
