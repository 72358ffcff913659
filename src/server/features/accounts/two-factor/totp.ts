/** Authenticator app codes (RFC 6238): SHA-1, six digits, 30 seconds, one step of drift either way. */

import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DRIFT_STEPS = 1;
/** The length recommended by RFC 4226, section 4. */
const SECRET_BYTES = 20;

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** Creates a random secret in Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * Returns the URI for an authenticator app's QR code, with the names of the site and the account.
 */
export function toTotpUri(secret: string, names: { issuer: string; label: string }): string {
  return createTotp(secret, names).toString();
}

/** Returns the time step of a code; null if it matches neither the current step nor an adjacent one. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = createTotp(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + drift;
}
