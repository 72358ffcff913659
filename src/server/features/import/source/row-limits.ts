/** Limits for single rows of imported files, so that no row takes excessive memory or time. */

import { formatNumber } from '#shared/format/numbers.ts';

/**
 * The maximum length of a row: of a line of CSV, a record with line breaks, or an entry of JSON. The
 * longest row of a real file has about 1,300 characters; an entry with 100 pictures as in RESO's
 * `Media` has about 100,000.
 */
export const MAX_ROW_CHARACTERS = 500_000;

/** @param row such as `line 7` */
export function describeTooLong(name: string, row: string): string {
  return `${name} has more than ${formatNumber(MAX_ROW_CHARACTERS)} characters in ${row}, which is too long for a listing.`;
}
