/** Single-use codes for users who have lost their authenticator app. */

import { randomInt } from 'node:crypto';
import { type DataKey, hashSecret } from '../../../storage/data-key.ts';

const CODE_COUNT = 10;
const CODE_LENGTH = 10;
/** Excludes characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** Creates codes of about 49 bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
}

/** Returns whether a string looks like a recovery code. */
export const isRecoveryCode = (code: string): boolean => RECOVERY_CODE.test(code);

/**
 * Hashes a code with the data key because a plain hash of a short code could be reversed by
 * guessing.
 */
export const hashRecoveryCode = (key: DataKey, userId: string, code: string): Buffer =>
  hashSecret(key, code, `recovery-code:${userId}`);
