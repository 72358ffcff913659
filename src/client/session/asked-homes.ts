/** Which inquiries a visitor without an account opened in this tab: the next question or tour continues them. */

import { askTokenKey } from './device-memory.ts';

/** The token of the inquiry about a home; undefined where none was opened. */
export function readAskToken(propertyId: string): string | undefined {
  try {
    return sessionStorage.getItem(askTokenKey(propertyId)) ?? undefined;
  } catch {
    // Storage is switched off.
    return undefined;
  }
}

export function writeAskToken(propertyId: string, token: string): void {
  try {
    sessionStorage.setItem(askTokenKey(propertyId), token);
  } catch {
    // Storage is switched off: the next question opens an inquiry of its own.
  }
}
