/** Passkeys in the browser (docs/product/account-security.md, Passkeys). The library is fetched when it is needed. */

import type { ApiClient } from '../../../api/api-client.ts';
import { isApiError } from '../../../api/api-error.ts';

const loadLibrary = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof loadLibrary>>;
type SignInOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type RegistrationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** Signs in with a passkey that the user chooses. */
export async function signInWithPasskey(api: ApiClient) {
  const { startAuthentication } = await loadLibrary();
  const options = await api.call('POST /auth/passkeys/options', {});
  // The server's options are the JSON of WebAuthn.
  const optionsJSON = options as unknown as SignInOptions;
  const response = await startAuthentication({ optionsJSON });
  return api.call('POST /auth/passkeys', { json: { response: toJson(response) } });
}

/**
 * Offers passkeys in the suggestions of the email field, where the browser can.
 *
 * @returns the response to the sign-in; null if there was none
 */
export async function signInByAutofill(api: ApiClient, signal: AbortSignal) {
  if (!hasPasskeys()) return null;
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } =
    await loadLibrary();
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    const options = await api.call('POST /auth/passkeys/options', {}, signal);
    signal.throwIfAborted();
    signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    const optionsJSON = options as unknown as SignInOptions;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    return await api.call('POST /auth/passkeys', { json: { response: toJson(response) } }, signal);
  } catch (error) {
    // Nobody has asked for it: only a passkey that was chosen and refused is worth a word.
    if (isApiError(error) && error.code === 'INVALID_CREDENTIALS') throw error;
    return null;
  }
}

/** Creates a passkey and adds it to the account. */
export async function addPasskey(
  api: ApiClient,
  { name, currentPassword }: { name: string; currentPassword?: string },
) {
  const { startRegistration } = await loadLibrary();
  const options = await api.call('POST /users/profile/passkeys/options', {
    json: currentPassword === undefined ? {} : { currentPassword },
  });
  const optionsJSON = options as unknown as RegistrationOptions;
  const response = await startRegistration({ optionsJSON });
  return api.call('POST /users/profile/passkeys', {
    json: { name, response: toJson(response) },
  });
}

/** Without what is undefined, as it goes over the wire. */
const toJson = (response: unknown) => JSON.parse(JSON.stringify(response)) as never;

/** Words for what went wrong: the browser's own are for developers. */
export function passkeyFailureText(error: unknown): string {
  if (isApiError(error)) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'No passkey was used. Please try again.';
}
