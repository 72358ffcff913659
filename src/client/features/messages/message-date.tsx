import { formatDateTime } from '#shared/format/dates.ts';

/** Formats a time as `Today, 9:30 AM` or `Mar 1, 2026`, in the user's time zone. */
export function messageDateText(iso: string, now: Date): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) {
    return `Today, ${new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(date)}`;
  }
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(date);
}

/**
 * The time of a message: short in a table, in full on hover.
 *
 * @param now when the list was loaded
 */
export function MessageDate({ iso, now }: { iso: string; now: Date }) {
  return (
    <time
      dateTime={iso}
      title={formatDateTime(iso)}
      className="text-sm whitespace-nowrap text-ink-soft figures"
    >
      {messageDateText(iso, now)}
    </time>
  );
}
