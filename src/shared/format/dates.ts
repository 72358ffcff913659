/** Points in time (ISO 8601 in UTC) as people read them. Without a time zone given, days and years are UTC's. */

/** `2024`: the year, for 'Member since 2024' (spec section 2, Agents page). */
export function yearOf(iso: string): number {
  return new Date(iso).getUTCFullYear();
}

/** `March 1, 2026`. */
export function formatDate(iso: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(iso));
}

/** `Mar 1, 2026`: for tables. */
export function formatShortDate(iso: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(iso));
}

/** `Mar 1, 2026, 9:30 AM` in the reader's own zone, or the one given. Only for the browser: servers have no reader. */
export function formatDateTime(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}
