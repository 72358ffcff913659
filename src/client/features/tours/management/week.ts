/** Days as the week shows them: `YYYY-MM-DD`, calculated in UTC, where every day has 24 hours. */

const DAY_MS = 24 * 60 * 60_000;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Today where the reader is. */
export function today(): string {
  const now = new Date();
  return toDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** The seven days, from Monday, of the week that contains a day; today's week for an invalid day. */
export function weekOf(day: string | undefined): string[] {
  const given = Date.parse(`${day ?? today()}T00:00:00Z`);
  const start = Number.isNaN(given) ? Date.parse(`${today()}T00:00:00Z`) : given;
  const sinceMonday = (new Date(start).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => toDay(start + (index - sinceMonday) * DAY_MS));
}

/**
 * The day of a week that something is shown under. Tours have the zone that the agent's hours had when they were
 * booked; with another one since, the first and the last of a week may begin a day beside it.
 */
export function dayInWeek(day: string, week: readonly string[]): string {
  const [first = day, last = day] = [week.at(0), week.at(-1)];
  if (day < first) return first;
  return day > last ? last : day;
}

/** A day some days later. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** `Mon, Mar 2`. */
export function dayLabel(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));
}
