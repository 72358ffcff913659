/**
 * The tokens of the inquiries that a visitor sent in this tab. The next question or tour request
 * about the same home continues the inquiry.
 */

import { inquiryTokenKey } from './device-memory.ts';

/** Returns the token of the inquiry about a home; undefined if there is none. */
export function readInquiryToken(propertyId: string): string | undefined {
  try {
    return sessionStorage.getItem(inquiryTokenKey(propertyId)) ?? undefined;
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

export function writeInquiryToken(propertyId: string, token: string): void {
  try {
    sessionStorage.setItem(inquiryTokenKey(propertyId), token);
  } catch {
    // Storage is disabled: the next question opens a new inquiry.
  }
}
