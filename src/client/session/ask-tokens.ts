/**
 * The tokens of the inquiries that a visitor sent in this tab. The next question or tour request
 * about the same home continues the inquiry.
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
