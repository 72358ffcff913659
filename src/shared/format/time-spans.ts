/** Formats appointments in their own time zone. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Limits the cache: a formatter takes 36 kB, and a client can spell each time zone in thousands of ways by varying the
 * case.
 */
const MAX_FORMATTERS = 500;

/** Returns a cached formatter because creating one takes longer than using it a thousand times. */
function getFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/** Formats a time; '' for an invalid time so that pages don't fail. */
function formatWith(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}

/** Formats a date: `Saturday, March 7, 2026`. */
export function formatDay(iso: string, timeZone: string): string {
  return formatWith(getFormatter(timeZone, { dateStyle: 'full' }), iso);
}

/** Formats a time of day: `10:00 AM`. */
export function formatTime(iso: string, timeZone: string): string {
  return formatWith(getFormatter(timeZone, { timeStyle: 'short' }), iso).replaceAll(SPACES, ' ');
}

/**
 * Returns the time zone abbreviation at a time: `CST`, or `GMT+5:45` without a common abbreviation. For an invalid
 * time, returns the time zone's name.
 */
export function formatTimeZone(iso: string, timeZone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return timeZone;
  const parts = getFormatter(timeZone, { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a short date: `Sat, Mar 7`. */
export function formatShortDay(iso: string, timeZone: string): string {
  return formatWith(
    getFormatter(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }),
    iso,
  );
}

/** Formats a weekday: `Sat`. */
export function formatWeekday(iso: string, timeZone: string): string {
  return formatWith(getFormatter(timeZone, { weekday: 'short' }), iso);
}

/** Formats an appointment: `Saturday, March 7, 2026, 10:00 AM – 10:45 AM CST`. */
export function formatAppointment(start: string, end: string, timeZone: string): string {
  return `${formatDay(start, timeZone)}, ${formatTime(start, timeZone)} – ${formatTime(end, timeZone)} ${formatTimeZone(start, timeZone)}`;
}

/** Formats a short date and time: `Sat, Mar 7, 10:00 AM`. */
export function formatShortDateTime(iso: string, timeZone: string): string {
  return `${formatShortDay(iso, timeZone)}, ${formatTime(iso, timeZone)}`;
}

/** Formats hours: `1–3 PM`, `11:30 AM–1 PM`. Omits `:00`, and a repeated AM or PM. */
export function formatHours(start: string, end: string, timeZone: string): string {
  const [from, to] = [start, end].map((iso) => formatTime(iso, timeZone).replace(':00', ''));
  const [fromMeridiem, toMeridiem] = [from, to].map((time) => time?.slice(-2));
  return `${fromMeridiem === toMeridiem ? from?.slice(0, -3) : from}–${to}`;
}

/** Spaces in `Intl` output that differ between browsers and Node: no-break and narrow no-break spaces. */
const SPACES = /[\u00A0\u202F]/g;
