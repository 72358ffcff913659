import type { ApiError } from '../api/api-error.ts';

/**
 * The sentence over a form's button when sending it failed (docs/product/pages.md, Waiting and failing): the server's
 * own, else the fallback. Where no response came at all, the fallback is followed by the reason.
 *
 * @param fallback the form's own words, such as 'Registration failed'
 */
export function failureText(error: ApiError, fallback: string): string {
  if (error.code === 'UNREADABLE') return fallback;
  if (error.code !== 'NETWORK') return error.message;
  return `${fallback.replace(/\.$/, '')}. ${error.message}`;
}
