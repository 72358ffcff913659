import type { ApiError } from '../api/api-error.ts';

/**
 * Returns the message above a form's button if sending it failed (docs/product/pages.md, Loading
 * and errors): the server's own, else the fallback. Without a response, the reason follows the
 * fallback.
 *
 * @param fallback the form's own message, such as 'Registration failed'
 */
export function failureText(error: ApiError, fallback: string): string {
  if (error.code === 'UNREADABLE') return fallback;
  if (error.code !== 'NETWORK') return error.message;
  return `${fallback.replace(/\.$/, '')}. ${error.message}`;
}
