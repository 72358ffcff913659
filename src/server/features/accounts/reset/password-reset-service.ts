/**
 * Resets passwords through emailed links (docs/product/accounts.md, Forgotten passwords).
 */

import { type Database, inTransaction } from '../../../database/database.ts';
import type { Requester } from '../../../concurrency/fair-slots.ts';
import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../../../http/endpoints/authentication.ts';
import { countSuccess } from '../../../http/limits/count-success.ts';
import { hashNetwork } from '../../../http/limits/rate-limits.ts';
import { addMail, networkCause } from '../../../jobs/mail-job.ts';
import { confirmAccountAddress } from '../../saved-searches/alerts/alert-service.ts';
import { findAccount, findAccountByEmail, updatePassword } from '../account-repository.ts';
import type { AuthLimits } from '../auth-limits.ts';
import { deleteLinksOf } from '../link-repository.ts';
import { deletePasskeysOf } from '../passkeys/passkey-repository.ts';
import type { Passwords } from '../password.ts';
import { RESET_MAIL } from './reset-mail.ts';
import { deleteResetsOf, findResetUserId } from './reset-repository.ts';
import { deleteSessionsOf } from '../sessions/session-repository.ts';

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;

export function createPasswordResetService(options: {
  db: Database;
  passwords: Passwords;
  limits: AuthLimits;
  now: () => Date;
  isDemoAllowed: boolean;
}) {
  const { db, passwords, limits, now, isDemoAllowed } = options;

  return {
    /**
     * Emails a link if an account has the address; runs after the response.
     *
     * @param clientKey the client's rate limit key
     */
    async sendMail(email: string, clientKey: string): Promise<void> {
      const account = await findAccountByEmail(db, email);
      if (account === undefined || (account.is_demo && !isDemoAllowed)) return;
      const queue = async () =>
        addMail(db, {
          kind: RESET_MAIL,
          to: { proof: 'account', userId: account.id },
          author: 'site',
          cause: networkCause(hashNetwork(clientKey)),
          payload: { userId: account.id, email: account.email },
          now: now(),
        });
      try {
        // Only queued emails count toward the limits.
        await countSuccess(limits.resetEmailsPerIp, clientKey, () =>
          countSuccess(limits.resetEmailsPerAccount, account.id, queue),
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return;
        throw error;
      }
    },

    /**
     * Sets a new password with the token from a link, and marks the account's address as proven. Ends
     * all sessions, removes all passkeys, and deletes the links to the account's conversations and tours
     * because someone else may have them.
     *
     * @throws AppError RESET_TOKEN_INVALID if the link was used, has expired, or was created for an earlier email
     *   address or password
     */
    async reset(token: string, password: string, requester: Requester): Promise<void> {
      const tokenHash = hashToken(token);
      // Checks before hashing, too, so that requests with invalid tokens hash no passwords.
      if ((await findResetUserId(db, tokenHash, now())) === undefined) throw invalidTokenError();
      const passwordHash = await passwords.hash(password, requester);
      await inTransaction(db, null, async (transaction) => {
        const userId = await findResetUserId(transaction, tokenHash, now());
        if (userId === undefined) throw invalidTokenError();
        await findAccount(transaction, userId, { lock: true });
        // A concurrent request may have used the link while this one waited for the lock.
        if ((await findResetUserId(transaction, tokenHash, now())) === undefined) {
          throw invalidTokenError();
        }
        await updatePassword(transaction, userId, passwordHash);
        const account = await findAccount(transaction, userId);
        // The link was sent only to this address.
        if (account !== undefined)
          await confirmAccountAddress(transaction, { userId, address: account.email });
        await deleteResetsOf(transaction, userId);
        await deleteSessionsOf(transaction, userId, null);
        await deletePasskeysOf(transaction, userId);
        await deleteLinksOf(transaction, userId);
      });
    },
  };
}

const invalidTokenError = () =>
  new AppError('RESET_TOKEN_INVALID', 'This link is no longer valid. Please request a new one.');
