import type { CreateLimiter, Limiter, RateLimits } from './rate-limits.ts';

/**
 * Limits each account's changes to public data because each change invalidates every cached
 * response.
 */
export function createVisibleChangeLimiter(
  createLimiter: CreateLimiter,
  rateLimits: RateLimits,
): Pick<Limiter, 'consume'> {
  return createLimiter(
    'visible-changes',
    rateLimits.visibleChangesPerAccount,
    'You have made too many changes in the last hour. Please try again later.',
  );
}
