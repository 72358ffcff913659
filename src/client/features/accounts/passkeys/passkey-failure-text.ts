import { isApiError } from '../../../api/api-error.ts';

/**
 * Returns the error message after a failed sign-in with a passkey, or after a failure to add one. The
 * browser's own messages are written for developers.
 */
export function passkeyFailureText(error: unknown): string {
  if (isApiError(error)) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'The passkey request was not completed. Please try again.';
}
