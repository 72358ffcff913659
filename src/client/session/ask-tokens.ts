/**
 * The inquiries that a visitor without an account opened in this tab: the next question or tour
 * continues them.
 */

import { askTokenKey } from './device-memory.ts';

/** Returns the token of the inquiry about a home; undefined if there is none. */
export function readAskToken(propertyId: string): string | undefined {
  try {
    return sessionStorage.getItem(askTokenKey(propertyId)) ?? undefined;
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

export function writeAskToken(propertyId: string, token: string): void {
  try {
    sessionStorage.setItem(askTokenKey(propertyId), token);
  } catch {
    // Storage is disabled: the next question opens a new inquiry.
  }
}
