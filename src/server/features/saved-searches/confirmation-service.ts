import type { Database } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { addressKey, hashNetwork } from '../../http/limits/rate-limits.ts';
import { addMail, networkCause } from '../../jobs/mail-job.ts';
import { CONFIRM_MAIL } from './alerts/alert-mail.ts';
import { moveAlertsToAddress } from './alerts/reschedule-alerts.ts';
import { findPreferences, type PreferenceRow } from './preference-repository.ts';
import { hasAlerts } from './saved-search-repository.ts';

/**
 * Prepares alerts for an account's new address: emails a confirmation link or, if the user has restored the confirmed
 * address, resumes the alerts.
 */
export async function handleAddressChange(
  transaction: Database,
  actor: SignedIn,
  now: Date,
): Promise<void> {
  const account = await findPreferences(transaction, actor._id);
  if (account === undefined || !isConfirmed(account))
    return sendConfirmationLink(transaction, actor, now);
  const { email } = account;
  await moveAlertsToAddress(transaction, actor._id, { from: email, to: email });
}

/**
 * Emails a confirmation link if an account has alerts and its address is not confirmed. Call it when alerts are turned
 * on. Simultaneous calls send one email.
 */
export async function sendConfirmationLink(
  transaction: Database,
  { _id: userId, ipAddress }: SignedIn,
  now: Date,
): Promise<void> {
  const account = await findPreferences(transaction, userId);
  if (account === undefined || isConfirmed(account)) return;
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

const isConfirmed = ({ email, confirmed_email: confirmedEmail }: PreferenceRow) =>
  confirmedEmail?.toLowerCase() === email.toLowerCase();
