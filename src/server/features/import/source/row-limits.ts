/** Limits for single rows of imported files so that no row uses excessive memory or time. */

import { formatNumber } from '#shared/format/numbers.ts';

/**
 * The maximum length of a CSV line, a CSV record with line breaks, or a JSON entry. The longest row
 * in real files has about 1,300 characters. An entry with 100 pictures in RESO's `Media` has about
 * 100,000.
 */
export const MAX_ROW_CHARACTERS = 500_000;

/** @param row such as `line 7` */
export function describeTooLong(name: string, row: string): string {
  return `${name} has more than ${formatNumber(MAX_ROW_CHARACTERS)} characters in ${row}, which is too long for a listing.`;
}
