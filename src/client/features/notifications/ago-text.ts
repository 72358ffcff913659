const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Formats the time since `iso`: 'Just now', '5 min ago', '3h ago', '2d ago', then the date. */
export function agoText(iso: string, now: Date): string {
  const passed = now.getTime() - Date.parse(iso);
  if (passed < MINUTE_MS) return 'Just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)}h ago`;
  if (passed < WEEK_MS) return `${Math.floor(passed / DAY_MS)}d ago`;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(iso));
}
