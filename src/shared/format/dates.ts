/** Formats ISO 8601 times for users. Dates, months, and years are in UTC. */

/** Returns the year, for 'Member since 2024' (docs/product/pages.md, Agents). */
export function yearOf(iso: string): number {
  return new Date(iso).getUTCFullYear();
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Formats a date: `March 1, 2026`. */
export function formatDate(iso: string): string {
  return formatDay(iso);
}

/** Formats a date for tables: `Mar 1, 2026`. */
export function formatShortDate(iso: string): string {
  return formatDay(iso, 3);
}

/** Formats a month: `May 2008`. */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Formats a date without `Intl`, which is slow to load (numbers.ts). */
function formatDay(iso: string, monthLetters?: number): string {
  const date = new Date(iso);
  const month = MONTHS[date.getUTCMonth()]?.slice(0, monthLetters) ?? '';
  return `${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/**
 * Formats a time as `Mar 1, 2026, 9:30 AM` in a time zone, or in the browser's by default; '' for an invalid
 * time. The server must pass a time zone because it does not know the user's.
 */
export function formatDateTime(iso: string, timeZone?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(date);
}
