/** Verifies the current password before changes that must not be possible with a stolen session alone. */

import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { findAccount } from './account-repository.ts';
import type { Attempts } from './attempts.ts';
import type { AuthLimits } from './auth-limits.ts';
import type { Passwords } from './password.ts';

/**
 * @returns the verified hash, so that the writing transaction can check that the password has not
 *   changed since
 * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS after too many failures
 */
export type CheckOwnPassword = (actor: SignedIn, password: string) => Promise<string>;

export function createOwnPasswordCheck(options: {
  db: Database;
  passwords: Passwords;
  attempts: Attempts;
  limits: AuthLimits;
}): CheckOwnPassword {
  const { db, passwords, attempts, limits } = options;
  return async (actor, password) => {
    const counters = [
      { limiter: limits.failuresPerToken, key: actor.tokenHash.toString('base64url') },
    ];
    const checkedHash = await attempts(actor.requester, counters, async () => {
      const account = await findAccount(db, actor._id);
      const storedHash = account?.password_hash ?? null;
      const isCorrect = await passwords.verify(storedHash, password, actor.requester);
      return isCorrect ? storedHash : null;
    });
    if (checkedHash === null) throw wrongPasswordError();
    return checkedHash;
  };
}

/** Creates the 400 error for an incorrect current password. */
export const wrongPasswordError = () =>
  new AppError('WRONG_PASSWORD', 'Current password is incorrect');
