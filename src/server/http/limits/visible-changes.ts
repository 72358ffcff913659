import { addressKey, type CreateLimiter, type RateLimits } from './rate-limits.ts';

export type VisibleChangeLimiter = {
  /**
   * Counts a change.
   *
   * @throws AppError TOO_MANY_REQUESTS if the account or the IP address has made too many
   */
  consume: (accountId: string, ip: string) => Promise<void>;
};

/**
 * Limits the changes to public data by account and by IP address because each change invalidates
 * every cached response, and can send a message to every webhook.
 */
export function createVisibleChangeLimiter(
  createLimiter: CreateLimiter,
  { visibleChangesPerAccount, visibleChangesPerIp }: RateLimits,
): VisibleChangeLimiter {
  const message = 'You have made too many changes in the last hour. Please try again later.';
  const perAccount = createLimiter('visible-changes', visibleChangesPerAccount, message);
  const perIp = createLimiter('visible-changes-ip', visibleChangesPerIp, message);
  return {
    consume: async (accountId, ip) => {
      await perAccount.consume(accountId);
      await perIp.consume(addressKey(ip));
    },
  };
}
