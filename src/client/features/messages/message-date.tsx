import { formatDateTime } from '#shared/format/dates.ts';

/** `Today, 9:30 AM` or `Mar 1, 2026`, in the reader's own zone. */
export function messageDateText(iso: string, now: Date): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) {
    return `Today, ${new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(date)}`;
  }
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(date);
}

/**
 * When a message came: short in a table, with everything under the mouse.
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
