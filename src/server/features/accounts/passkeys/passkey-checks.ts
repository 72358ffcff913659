/**
 * Creates WebAuthn options for browsers and verifies their responses. Passkeys must be discoverable and
 * verify the user.
 */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '#shared/schemas/security/passkey.ts';
import type { PasskeyRow } from './passkey-repository.ts';

// The library is large, so it is loaded when the first passkey is used.
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** The length of the longest credential ID in Base64URL: WebAuthn allows 1,023 bytes. */
const MAX_ID_LENGTH = 1_364;

/** Returns the relying party for the site's public URL. */
const toRelyingParty = (publicUrl: string) => {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpID: hostname };
};

/** Returns an account's WebAuthn user handle, which contains no personal data. */
const toUserHandle = (userId: string) => new TextEncoder().encode(userId);

export async function createSignInOptions(publicUrl: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const { rpID } = toRelyingParty(publicUrl);
  return { ...(await generateAuthenticationOptions({ rpID, userVerification: 'required' })) };
}

/** @param existing the account's passkeys; their authenticators do not create another one */
export async function createRegistrationOptions(
  publicUrl: string,
  site: string,
  account: { id: string; email: string; name: string },
  existing: readonly PasskeyRow[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: site,
    rpID: toRelyingParty(publicUrl).rpID,
    userName: account.email,
    userDisplayName: account.name,
    userID: toUserHandle(account.id),
    excludeCredentials: existing.map((passkey) => ({
      id: passkey.credential_id.toString('base64url'),
      transports: passkey.transports,
    })),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Reads the challenge from a response's client data. Returns null if there is none in Base64URL. */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether there is no attestation, or only a self attestation, which has no certificates.
 * Verifying any other kind would download revocation lists from URLs in the client's certificates.
 * Browsers send no attestation because the options do not request one.
 */
async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  try {
    const attestation = decodeAttestationObject(
      Uint8Array.from(Buffer.from(attestationObject, 'base64url')),
    );
    const format = attestation.get('fmt');
    return (
      format === 'none' ||
      (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
    );
  } catch {
    return false;
  }
}

/**
 * Returns the credential of a registration response; null if the response is invalid or its attestation
 * has certificates.
 */
export async function checkRegistration(
  publicUrl: string,
  response: PasskeyRegistration,
  expectedChallenge: string,
) {
  if (!(await hasNoCertificate(response.response.attestationObject))) return null;
  const { verifyRegistrationResponse } = await loadLibrary();
  const { origin, rpID } = toRelyingParty(publicUrl);
  const { registrationInfo } = await verifyRegistrationResponse({
    // Validated by the schema.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  const credential = registrationInfo?.credential;
  return credential === undefined || credential.id.length > MAX_ID_LENGTH ? null : credential;
}

/** Returns the new counter of a sign-in response; null if the response is invalid. */
export async function checkAssertion(
  publicUrl: string,
  response: PasskeyAssertion,
  expectedChallenge: string,
  passkey: PasskeyRow,
): Promise<number | null> {
  const handle = response.response.userHandle;
  const isOwnHandle = (encoded: string) =>
    Buffer.from(encoded, 'base64url').equals(toUserHandle(passkey.user_id));
  if (typeof handle === 'string' && !isOwnHandle(handle)) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { origin, rpID } = toRelyingParty(publicUrl);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: Uint8Array.from(passkey.public_key),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? (authenticationInfo?.newCounter ?? null) : null;
}
