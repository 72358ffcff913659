import type { Limiter } from './rate-limits.ts';

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
  await limiter.consume(key);
  try {
    return await work();
  } catch (error) {
    await limiter.refund(key).catch(() => undefined);
    throw error;
  }
}
