/** Formats times (ISO 8601 in UTC) for users. Dates and years are in UTC. */

/** Returns the year, for 'Member since 2024' (docs/product/pages.md, Agents). */
export function yearOf(iso: string): number {
  return new Date(iso).getUTCFullYear();
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March 1, 2026`. */
export function formatDate(iso: string): string {
  return dayText(iso);
}

/** `Mar 1, 2026`: for tables. */
export function formatShortDate(iso: string): string {
  return dayText(iso, 3);
}

/** `May 2008`. */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Formats a date without `Intl`, for the same reason as numbers.ts. */
function dayText(iso: string, monthLetters?: number): string {
  const date = new Date(iso);
  const month = MONTHS[date.getUTCMonth()]?.slice(0, monthLetters) ?? '';
  return `${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/**
 * Formats a time as `Mar 1, 2026, 9:30 AM` in the browser's time zone, or the one given; '' for an invalid time. Only
 * for the browser: the server does not know the user's zone.
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
