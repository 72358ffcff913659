import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { DataKey } from '../../../storage/data-key.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { consumeRecoveryCode, consumeStep, findTotpSecret } from './two-factor-repository.ts';

/**
 * Consumes a code from an account's authenticator app, or a recovery code.
 *
 * @param transaction the transaction of the protected change; if it fails, the code remains valid
 * @returns false for an invalid or used code
 */
export async function useCode(
  transaction: Database,
  key: DataKey,
  userId: string,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  // Apps and printouts format codes as 123 456 and abcde-fghij.
  const normalizedCode = code.replaceAll(/[\s-]/g, '').toLowerCase();
  if (isRecoveryCode(normalizedCode))
    return consumeRecoveryCode(transaction, key, userId, normalizedCode);
  if (!/^\d{6}$/.test(normalizedCode)) return false;
  const secret = await findTotpSecret(transaction, key, userId);
  const step = secret === undefined ? null : findTotpStep(secret, normalizedCode, now);
  return step !== null && consumeStep(transaction, userId, step);
}

/** Creates the 401 error for an invalid code. */
export const invalidSecondFactorError = () =>
  new AppError('INVALID_SECOND_FACTOR', 'That code is not valid.');
