import type { Database } from '../../../database/database.ts';
import { addMail, networkCause } from '../../../jobs/mail-job.ts';
import { createSession } from './session-repository.ts';
import { reserveSignInMail, recordDevice } from './device-repository.ts';
import type { RequestOrigin } from './request-origin.ts';
import { SIGN_IN_MAIL } from './sign-in-mail.ts';

/**
 * Opens a session for an account locked by `lockForSignIn`, and emails the user if the device is
 * new.
 *
 * @param options.passkeyId the passkey used to sign in
 * @returns the token, or null if the account was deleted or its password has changed
 */
export async function openSession(
  transaction: Database,
  account: { id: string; passwordHash: string },
  options: { origin: RequestOrigin; now: Date; passkeyId?: string },
): Promise<string | null> {
  const { origin, now, passkeyId } = options;
  const token = await createSession(transaction, account, now, { ...origin, passkeyId });
  const use = { userId: account.id, device: origin.device, now };
  const isNew = await recordDevice(transaction, use);
  if (isNew && (await reserveSignInMail(transaction, use))) {
    await addMail(transaction, {
      kind: SIGN_IN_MAIL,
      to: { proof: 'account', userId: account.id },
      author: 'site',
      cause: networkCause(origin.network),
      payload: { device: origin.device, place: origin.place, at: now.toISOString() },
      now,
    });
  }
  return token;
}
