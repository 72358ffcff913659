/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, one step of drift either way. */

import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DRIFT_STEPS = 1;
/** As long as the hash, which RFC 4226, 4 recommends. */
const SECRET_BYTES = 20;

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** A random secret in Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI that an authenticator app reads from a QR code: the account's name under the site's. */
export function toTotpUri(secret: string, names: { issuer: string; label: string }): string {
  return createTotp(secret, names).toString();
}

/** The time step that a code belongs to; null for a code of no step around now. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = createTotp(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + drift;
}
