/** Verifies the current password again before a change that the thief of a session must not make. */

import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { findAccount } from './account-repository.ts';
import type { Attempts } from './attempts.ts';
import type { AuthLimits } from './auth-limits.ts';
import type { Passwords } from './password.ts';

/**
 * @returns the hash that was checked: the writing transaction compares it with the account's, in case of a change in
 *   between
 * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS after too many wrong ones
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
    const counted = [
      { limiter: limits.failuresPerToken, key: actor.tokenHash.toString('base64url') },
    ];
    const checkedHash = await attempts(counted, async () => {
      const account = await findAccount(db, actor._id);
      const stored = account?.password_hash ?? null;
      return (await passwords.verify(stored, password)) ? stored : null;
    });
    if (checkedHash === null) throw wrongPassword();
    return checkedHash;
  };
}

/** 400 for a current password that is not right. */
export const wrongPassword = () => new AppError('WRONG_PASSWORD', 'Current password is incorrect');
