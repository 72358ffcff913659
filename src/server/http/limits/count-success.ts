import type { Limiter } from './rate-limits.ts';

/**
 * Runs work and counts it if it succeeds.
 *
 * @param count the number of calls that the work counts as
 * @throws AppError TOO_MANY_REQUESTS if the limit is reached, or the work's own error
 */
export async function countSuccess<T>(
  limiter: Limiter,
  key: string,
  work: () => Promise<T>,
  count = 1,
): Promise<T> {
  await limiter.consume(key, count);
  try {
    return await work();
  } catch (error) {
    await limiter.refund(key, count).catch(() => undefined);
    throw error;
  }
}
