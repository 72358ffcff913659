import { countSuccess } from './count-success.ts';
import { addressKey, type CreateLimiter, type RateLimits } from './rate-limits.ts';

export type VisibleChangeLimiter = {
  /**
   * Counts a change, or one for each record of a bulk change. A rejected change does not count.
   *
   * @throws AppError TOO_MANY_REQUESTS if the account or the IP address has made too many
   */
  consume: (accountId: string, ip: string, body: unknown) => Promise<void>;
};

/**
 * Counts the records of a bulk change, each of which is changed as in a separate request. Reassigning
 * listings counts once because one statement moves all of them.
 */
function countRecords(body: unknown): number {
  const ids = typeof body === 'object' && body !== null && 'ids' in body ? body.ids : undefined;
  return Array.isArray(ids) ? new Set(ids).size : 1;
}

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
    consume: async (accountId, ip, body) => {
      const count = countRecords(body);
      const countPerIp = () => perIp.consume(addressKey(ip), count);
      await countSuccess(perAccount, accountId, countPerIp, count);
    },
  };
}
