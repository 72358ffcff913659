/** The hour of the reminders that the buttons set. */
const MORNING_HOUR = 9;

/** Returns 9 AM after the given number of days, in the user's time zone. */
export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}

/**
 * Formats an ISO time for a `datetime-local` input: `2026-03-01T09:00`, in the user's time zone.
 */
export function toLocalInput(iso: string): string {
  const date = new Date(iso);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Converts the value of a `datetime-local` input to an ISO time; null if empty or invalid. */
export function fromLocalInput(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
