/** Formats appointments in the time zone in which they take place. */

const known = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter, cached per zone: creating one takes longer than a thousand uses. */
function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  known.set(key, format);
  return format;
}

/** Formats a time; '' for an invalid one, so that no page fails. */
function write(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** Formats a date: `Saturday, March 7, 2026`. */
export function formatDay(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { dateStyle: 'full' }), iso);
}

/** Formats a time of day: `10:00 AM`. */
export function formatTime(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { timeStyle: 'short' }), iso).replaceAll(SPACES, ' ');
}

/** Returns the time zone in effect then: `CST`, or `GMT+5:45` if it has no usual abbreviation. */
export function formatZone(iso: string, timeZone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return timeZone;
  const parts = formatOf(timeZone, { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a short date: `Sat, Mar 7`. */
export function formatShortDay(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }), iso);
}

/** Formats a weekday: `Sat`. */
export function formatWeekday(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { weekday: 'short' }), iso);
}

/** Formats an appointment: `Saturday, March 7, 2026, 10:00 AM – 10:45 AM CST`. */
export function formatSpan(start: string, end: string, timeZone: string): string {
  return `${formatDay(start, timeZone)}, ${formatTime(start, timeZone)} – ${formatTime(end, timeZone)} ${formatZone(start, timeZone)}`;
}

/** Formats a short date and time: `Sat, Mar 7, 10:00 AM`. */
export function formatMoment(iso: string, timeZone: string): string {
  return `${formatShortDay(iso, timeZone)}, ${formatTime(iso, timeZone)}`;
}

/** Formats hours: `1–3 PM`, `11:30 AM–1 PM`, without needless minutes and with AM or PM once if they match. */
export function formatHours(start: string, end: string, timeZone: string): string {
  const [from, to] = [start, end].map((iso) => formatTime(iso, timeZone).replace(':00', ''));
  const [fromHalf, toHalf] = [from, to].map((time) => time?.slice(-2));
  return `${fromHalf === toHalf ? from?.slice(0, -3) : from}–${to}`;
}

/** Browsers and Node use different narrow and no-break spaces. */
const SPACES = /[\u00A0\u202F]/g;
