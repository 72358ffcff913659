/** Recognizes MLS numbers in searches (docs/product/listings.md, Search). */

import { MAX_MLS_NUMBER_LENGTH } from '../limits.ts';

/**
 * Returns the text in lowercase if it could be an MLS number; null if it has no digit, contains
 * spaces, or is too long.
 */
export function toMlsNumber(text: string): string | null {
  const number = text.trim().toLowerCase();
  const isMlsNumber = number.length <= MAX_MLS_NUMBER_LENGTH && /^\S*\d\S*$/.test(number);
  return isMlsNumber ? number : null;
}
