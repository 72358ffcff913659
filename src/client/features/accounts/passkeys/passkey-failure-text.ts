import { isApiError } from '../../../api/api-error.ts';

/** Words for what went wrong: the browser's own are for developers. */
export function passkeyFailureText(error: unknown): string {
  if (isApiError(error)) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'No passkey was used. Please try again.';
}
