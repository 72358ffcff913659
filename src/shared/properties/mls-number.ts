/** MLS numbers in searches (docs/product/listings.md, Search). */

import { MLS_NUMBER_MAX_LENGTH } from '../limits.ts';

/** A search text as the MLS number that it may be, in lowercase; null for text without a digit or with blanks. */
export function toMlsNumber(text: string): string | null {
  const number = text.trim().toLowerCase();
  const isOne = number.length <= MLS_NUMBER_MAX_LENGTH && /^\S*\d\S*$/.test(number);
  return isOne ? number : null;
}
