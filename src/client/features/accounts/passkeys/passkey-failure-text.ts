import { isApiError } from '../../../api/api-error.ts';

/** Returns a readable error message because the browser's own messages are for developers. */
export function passkeyFailureText(error: unknown): string {
  if (isApiError(error)) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'No passkey was used. Please try again.';
}
