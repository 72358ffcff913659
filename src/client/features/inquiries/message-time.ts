/** Formats a message's time compactly: `9:30 AM` today, `Mar 1` this year, otherwise `Mar 1, 2025`. */
export function shortTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', options).format(date);
  if (date.toDateString() === now.toDateString()) return format({ timeStyle: 'short' });
  if (date.getFullYear() === now.getFullYear()) return format({ month: 'short', day: 'numeric' });
  return format({ dateStyle: 'medium' });
}
