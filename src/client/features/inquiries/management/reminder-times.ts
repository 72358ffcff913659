/** The hour at which a reminder for another day comes. */
const MORNING_HOUR = 9;

/** Nine in the morning, some days later, in the reader's own time. */
export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}

/** An ISO time as a box for date and time takes it: `2026-03-01T09:00`, in the reader's own time. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The other way round; null for an empty or unfinished box. */
export function fromLocalInput(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
