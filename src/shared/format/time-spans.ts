/** Appointments in words, in the zone in which they take place. */

const known = new Map<string, Intl.DateTimeFormat>();

/** A format, made once for each zone: to make one takes longer than a thousand uses. */
function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  known.set(key, format);
  return format;
}

/** A moment in a format; '' for a text that is none, so that no page fails by it. */
function write(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** `Saturday, March 7, 2026`. */
export function formatDay(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { dateStyle: 'full' }), iso);
}

/** `10:00 AM`. */
export function formatTime(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { timeStyle: 'short' }), iso).replaceAll(SPACES, ' ');
}

/** `CST`, or `GMT+5:45` where no letters are usual; of that moment. */
export function formatZone(iso: string, timeZone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return timeZone;
  const parts = formatOf(timeZone, { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `Sat, Mar 7`. */
export function formatShortDay(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }), iso);
}

/** `Sat`. */
export function formatWeekday(iso: string, timeZone: string): string {
  return write(formatOf(timeZone, { weekday: 'short' }), iso);
}

/** `Saturday, March 7, 2026, 10:00 AM – 10:45 AM CST`. */
export function formatSpan(start: string, end: string, timeZone: string): string {
  return `${formatDay(start, timeZone)}, ${formatTime(start, timeZone)} – ${formatTime(end, timeZone)} ${formatZone(start, timeZone)}`;
}

/** `Sat, Mar 7, 10:00 AM`. */
export function formatMoment(iso: string, timeZone: string): string {
  return `${formatShortDay(iso, timeZone)}, ${formatTime(iso, timeZone)}`;
}

/** `1–3 PM`, `11:30 AM–1 PM`: full hours without minutes, and the half of the day once where it is the same. */
export function formatHours(start: string, end: string, timeZone: string): string {
  const [from, to] = [start, end].map((iso) => formatTime(iso, timeZone).replace(':00', ''));
  const [fromHalf, toHalf] = [from, to].map((time) => time?.slice(-2));
  return `${fromHalf === toHalf ? from?.slice(0, -3) : from}–${to}`;
}

/** Browsers and Node write narrow and non-breaking spaces, not all of them the same. */
const SPACES = /[\u00A0\u202F]/g;
