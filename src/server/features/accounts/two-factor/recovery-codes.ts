/** Codes for those who have lost their authenticator app: each is good once. */

import { randomInt } from 'node:crypto';
import { type DataKey, hashSecret } from '../../../storage/data-key.ts';

const CODES = 10;
const CODE_LENGTH = 10;
/** Without what is easily mistaken for something else. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** New codes, about 49 bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
}

/** Whether a text has the form of a recovery code. */
export const isRecoveryCode = (code: string): boolean => RECOVERY_CODE.test(code);

/** Short enough to be guessed from a plain hash, so the hash needs the data key. */
export const hashRecoveryCode = (key: DataKey, userId: string, code: string): Buffer =>
  hashSecret(key, code, `recovery-code:${userId}`);
