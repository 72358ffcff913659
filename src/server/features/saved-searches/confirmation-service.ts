import type { Database } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { addressKey, hashNetwork } from '../../http/limits/rate-limits.ts';
import { addMail, networkCause } from '../../jobs/mail-job.ts';
import { CONFIRM_MAIL } from './alerts/alert-mail.ts';
import { findPreferences } from './preference-repository.ts';
import { hasAlerts } from './saved-search-repository.ts';

/**
 * Emails a confirmation link if an account has alerts and its address is not confirmed. Call it when
 * alerts are turned on and when the address changes. Simultaneous calls send one email.
 */
export async function sendConfirmationLink(
  transaction: Database,
  { _id: userId, ipAddress }: SignedIn,
  now: Date,
): Promise<void> {
  const account = await findPreferences(transaction, userId);
  if (account === undefined) return;
  if (account.confirmed_email?.toLowerCase() === account.email.toLowerCase()) return;
  if (!(await hasAlerts(transaction, userId))) return;
  await addMail(transaction, {
    kind: CONFIRM_MAIL,
    to: { proof: 'account', userId },
    author: 'site',
    cause: networkCause(hashNetwork(addressKey(ipAddress))),
    payload: { userId },
    now,
    key: `confirm:${userId}`,
  });
}
