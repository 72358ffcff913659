/**
 * Passkeys in the browser (docs/product/account-security.md, Passkeys). Import this module
 * dynamically because it is large.
 */

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { ApiClient } from '../../../api/api-client.ts';
import { isApiError } from '../../../api/api-error.ts';

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Signs in with a passkey that the user chooses. */
export async function signInWithPasskey(api: ApiClient) {
  const options = await api.call('POST /auth/passkeys/options', {});
  // The server's options are WebAuthn JSON.
  const optionsJSON = options as unknown as SignInOptions;
  const response = await startAuthentication({ optionsJSON });
  return api.call('POST /auth/passkeys', { json: { response: toJson(response) } });
}

/**
 * Suggests passkeys in the email field, if the browser supports it, and signs in with the one that the
 * user chooses.
 *
 * @returns the response to the sign-in; null if there was none
 */
export async function signInByAutofill(api: ApiClient, signal: AbortSignal) {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    const options = await api.call('POST /auth/passkeys/options', {}, signal);
    signal.throwIfAborted();
    signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    const optionsJSON = options as unknown as SignInOptions;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    return await api.call('POST /auth/passkeys', { json: { response: toJson(response) } }, signal);
  } catch (error) {
    // The user did not press a button, so report only a chosen passkey that was rejected.
    if (isApiError(error) && error.code === 'INVALID_CREDENTIALS') throw error;
    return null;
  }
}

/** Creates a passkey and adds it to the account. */
export async function addPasskey(
  api: ApiClient,
  { name, currentPassword }: { name: string; currentPassword?: string },
) {
  const options = await api.call('POST /users/profile/passkeys/options', {
    json: currentPassword === undefined ? {} : { currentPassword },
  });
  const optionsJSON = options as unknown as RegistrationOptions;
  const response = await startRegistration({ optionsJSON });
  return api.call('POST /users/profile/passkeys', {
    json: { name, response: toJson(response) },
  });
}

/** Drops undefined values, as JSON does in a request. */
const toJson = (response: unknown) => JSON.parse(JSON.stringify(response)) as never;
