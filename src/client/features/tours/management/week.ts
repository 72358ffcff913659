/** Days of a week, `YYYY-MM-DD`, calculated in UTC, where every day has 24 hours. */

const DAY_MS = 24 * 60 * 60_000;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns today in the user's time zone. */
export function today(): string {
  const now = new Date();
  return toDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/**
 * Returns the seven days, from Monday, of the week that contains a day; the current week if the day
 * is missing or invalid.
 */
export function weekOf(day: string | undefined): string[] {
  const requested = Date.parse(`${day ?? today()}T00:00:00Z`);
  const start = Number.isNaN(requested) ? Date.parse(`${today()}T00:00:00Z`) : requested;
  const sinceMonday = (new Date(start).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => toDay(start + (index - sinceMonday) * DAY_MS));
}

/**
 * Returns the day of `week` to show a tour under: the tour's day, or else the nearest day. A tour has
 * the agent's time zone at the time of booking; if the agent has changed zones since, the tour's day
 * can be just outside the week.
 */
export function dayInWeek(day: string, week: readonly string[]): string {
  const [first = day, last = day] = [week.at(0), week.at(-1)];
  if (day < first) return first;
  return day > last ? last : day;
}

/** Returns the day that is `days` later. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Formats a day: `Mon, Mar 2`. */
export function dayLabel(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));
}
