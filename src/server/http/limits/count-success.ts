import type { Limiter } from './rate-limits.ts';

/**
 * Runs work and counts it if it succeeds.
 *
 * @throws AppError TOO_MANY_REQUESTS if the limit is reached, or the work's own error
 */
export async function countSuccess<T>(
  limiter: Limiter,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  await limiter.consume(key);
  try {
    return await work();
  } catch (error) {
    await limiter.refund(key).catch(() => undefined);
    throw error;
  }
}
