/** Recognizes MLS numbers in searches (docs/product/listings.md, Search). */

import { MAX_MLS_NUMBER_LENGTH } from '../limits.ts';

/** Returns text that could be an MLS number in lowercase; null without digits or with spaces. */
export function toMlsNumber(text: string): string | null {
  const number = text.trim().toLowerCase();
  const isMlsNumber = number.length <= MAX_MLS_NUMBER_LENGTH && /^\S*\d\S*$/.test(number);
  return isMlsNumber ? number : null;
}
