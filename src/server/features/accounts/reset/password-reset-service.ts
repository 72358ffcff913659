/** Forgotten passwords: a mail with a link, and the new password that it allows (interface: Accounts). */

import { type Database, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../../../http/endpoints/sign-in-check.ts';
import type { Mailer, SentMail } from '../../../mail/mailer.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  updatePassword,
} from '../account-repository.ts';
import type { AuthLimits } from '../auth-limits.ts';
import type { Passwords } from '../password.ts';
import { resetMail } from './reset-mail.ts';
import { deleteResetsOf, findResetUserId, insertReset } from './reset-repository.ts';
import { createToken, deleteSessionsOf } from '../session-repository.ts';

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;

export function createPasswordResetService(options: {
  db: Database;
  passwords: Passwords;
  limits: AuthLimits;
  mailer: Mailer;
  now: () => Date;
  allowDemo: boolean;
  /** The address of the site, without a slash at the end; known only once it listens. */
  publicUrl: () => string;
}) {
  const { db, passwords, limits, mailer, now, allowDemo, publicUrl } = options;

  async function sendLink(account: AccountRow): Promise<SentMail> {
    const token = createToken();
    await insertReset(db, hashToken(token), account, now());
    return mailer.send(resetMail(account.email, publicUrl(), token));
  }

  return {
    /**
     * Sends a link to whoever has the address, if anybody has; runs after the answer.
     *
     * @returns where the mail went, or null when none was sent
     */
    async sendMail(email: string): Promise<SentMail | null> {
      const account = await findAccountByEmail(db, email);
      if (account === undefined || (account.is_demo && !allowDemo)) return null;
      try {
        await limits.resetMailsPerAccount.consume(account.id);
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return null;
        throw error;
      }
      try {
        return await sendLink(account);
      } catch (error) {
        // Only mails count; this one never came.
        await limits.resetMailsPerAccount.giveBack(account.id);
        throw error;
      }
    },

    /**
     * Sets a new password with the token of a link, and ends all sessions.
     *
     * @throws AppError RESET_TOKEN_INVALID when it was used, is too old, or was for another address or password
     */
    async reset(token: string, password: string): Promise<void> {
      const tokenHash = hashToken(token);
      // First without a lock, so that only a good token costs the work of hashing.
      if ((await findResetUserId(db, tokenHash, now())) === undefined) throw tokenInvalid();
      const passwordHash = await passwords.hash(password);
      await inTransaction(db, null, async (transaction) => {
        const userId = await findResetUserId(transaction, tokenHash, now());
        if (userId === undefined) throw tokenInvalid();
        await findAccount(transaction, userId, { lock: true });
        // Of two at once the second waited for the lock, and finds the link used.
        if ((await findResetUserId(transaction, tokenHash, now())) === undefined) {
          throw tokenInvalid();
        }
        await updatePassword(transaction, userId, passwordHash);
        await deleteResetsOf(transaction, userId);
        await deleteSessionsOf(transaction, userId, null);
      });
    },
  };
}

const tokenInvalid = () =>
  new AppError('RESET_TOKEN_INVALID', 'This link is no longer valid. Please ask for a new one.');
