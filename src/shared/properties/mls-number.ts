/** Recognizes MLS numbers in searches (docs/product/listings.md, Search). */

import { MLS_NUMBER_MAX_LENGTH } from '../limits.ts';

/** Returns text that could be an MLS number in lowercase; null without digits or with spaces. */
export function toMlsNumber(text: string): string | null {
  const number = text.trim().toLowerCase();
  const isMlsNumber = number.length <= MLS_NUMBER_MAX_LENGTH && /^\S*\d\S*$/.test(number);
  return isMlsNumber ? number : null;
}
