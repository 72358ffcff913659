/**
 * The tokens of the inquiries that a visitor sent in this tab. The next question or tour request
 * about the same home from the same email address continues the inquiry.
 */

import { inquiryTokenKey } from './device-memory.ts';

/**
 * Returns the token of the inquiry about a home that was sent with an email address; undefined if
 * there is none. Another address belongs to another visitor on the same device.
 */
export function readInquiryToken(propertyId: string, email: string): string | undefined {
  try {
    return sessionStorage.getItem(inquiryTokenKey(propertyId, email)) ?? undefined;
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

/** Stores the token of an inquiry for as long as the tab is open. */
export function writeInquiryToken(propertyId: string, email: string, token: string): void {
  try {
    sessionStorage.setItem(inquiryTokenKey(propertyId, email), token);
  } catch {
    // Storage is disabled: the next question or tour request opens a new inquiry.
  }
}
