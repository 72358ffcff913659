import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { DataKey } from '../../../storage/data-key.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { claimRecoveryCode, claimStep, findTotpSecret } from './two-factor-repository.ts';

/**
 * Uses up a code of an account's authenticator app, or a recovery code.
 *
 * @param transaction that of what the code is for: when it fails, the code is still good
 * @returns false for a code that is not valid, or not anymore
 */
export async function useCode(
  transaction: Database,
  key: DataKey,
  userId: string,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  // As apps and printouts show them: 123 456, abcde-fghij.
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  if (isRecoveryCode(plain)) return claimRecoveryCode(transaction, key, userId, plain);
  if (!/^\d{6}$/.test(plain)) return false;
  const secret = await findTotpSecret(transaction, key, userId);
  const step = secret === undefined ? null : findTotpStep(secret, plain, now);
  return step !== null && claimStep(transaction, userId, step);
}

/** 401 for a code that is not valid. */
export const invalidSecondFactor = () =>
  new AppError('INVALID_SECOND_FACTOR', 'That code is not valid.');
