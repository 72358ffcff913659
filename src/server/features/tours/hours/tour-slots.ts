/**
 * Pure functions that calculate an agent's slots from weekly hours (docs/product/tours.md, Slots;
 * decision 024).
 */

import { isTimeZone } from '#shared/schemas/tours/time-zone.ts';

/** A period from `start` (inclusive) to `end` (exclusive). */
export type TimeSpan = { start: Date; end: Date };

/** A period for tours on a day of the week, in local time. */
export type WeeklyHours = {
  /** 1 is Monday, 7 is Sunday (ISO 8601). */
  day: number;
  /** `HH:MM`. */
  from: string;
  /** `HH:MM`, later than `from`. */
  to: string;
};

/** The settings that determine slots. */
export type SlotRules = {
  /** The IANA time zone of the hours and the requested days. */
  timeZone: string;
  slotMinutes: number;
  /** The minimum number of hours from now to the start of a slot. */
  noticeHours: number;
  /** The booking window in days, including today. */
  daysAhead: number;
  weekly: readonly WeeklyHours[];
};

/**
 * Returns the slots in a range of days, sorted by start, including booked ones. In local time, each
 * starts a multiple of `slotMinutes` after the start of the weekly hours and ends by their end. Local
 * times that a clock change skips have no slot. A repeated hour has slots only the first time it occurs.
 *
 * @param options.from the first day, `YYYY-MM-DD`
 */
export function listSlots(
  rules: SlotRules,
  options: { from: string; days: number; now: Date },
): TimeSpan[] {
  const { timeZone, noticeHours, daysAhead } = rules;
  const today = toZoned(options.now, timeZone).toPlainDate();
  const earliestMs = options.now.getTime() + noticeHours * HOUR_MS;
  const firstDay = Temporal.PlainDate.from(options.from);
  const endOfRange = firstDay.add({ days: options.days });
  const bookingEnd = today.add({ days: daysAhead });

  const slots = new Map<number, TimeSpan>();
  for (
    let day = laterOf(firstDay, today);
    isBefore(day, endOfRange) && isBefore(day, bookingEnd);
    day = day.add({ days: 1 })
  ) {
    for (const slot of slotsOfDay(rules, day)) {
      const startMs = slot.start.getTime();
      if (startMs >= earliestMs && startMs > options.now.getTime()) slots.set(startMs, slot);
    }
  }
  return [...slots.values()].toSorted((a, b) => a.start.getTime() - b.start.getTime());
}

/**
 * Removes slots that overlap a booked time. Uses a binary search because two weeks can have thousands of slots and
 * hundreds of booked times.
 */
export function excludeBooked(slots: readonly TimeSpan[], booked: readonly TimeSpan[]): TimeSpan[] {
  const sorted = booked
    .map(({ start, end }) => ({ startMs: start.getTime(), endMs: end.getTime() }))
    .toSorted((a, b) => a.startMs - b.startMs);
  /** The latest end of the booked times up to each position. */
  const latestEnds: number[] = [];
  for (const { endMs } of sorted)
    latestEnds.push(Math.max(endMs, latestEnds.at(-1) ?? Number.NEGATIVE_INFINITY));
  return slots.filter(({ start, end }) => {
    const countBefore = countStartingBefore(sorted, end.getTime());
    const latestEnd = latestEnds[countBefore - 1];
    return latestEnd === undefined || latestEnd <= start.getTime();
  });
}

/** Counts the times, sorted by start, that start before `ms`. */
function countStartingBefore(sorted: readonly { startMs: number }[], ms: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle]?.startMs ?? ms) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns an instant's local date, `YYYY-MM-DD`. Uses UTC for old tours with an unsupported time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return toZoned(instant, zone).toPlainDate().toString();
}

/**
 * Returns the time when a local day begins: usually, but not always, at midnight.
 *
 * @param day `YYYY-MM-DD`
 * @param days number of days to add to `day`
 */
export function startOfDay(day: string, timeZone: string, days = 0): Date {
  const start = Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(timeZone);
  return new Date(start.epochMilliseconds);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function* slotsOfDay(rules: SlotRules, day: Temporal.PlainDate): Generator<TimeSpan> {
  const { timeZone, slotMinutes } = rules;
  const clock = createDayClock(day, timeZone);
  /** The latest end of the hours that contain a start. A day's hours can overlap. */
  const endsByStart = new Map<number, number>();
  for (const hours of rules.weekly.filter(({ day: weekday }) => weekday === day.dayOfWeek)) {
    const endMinutes = minutesOf(hours.to);
    const endMs = clock.toEpochMs(endMinutes);
    for (
      let minutes = minutesOf(hours.from);
      minutes + slotMinutes <= endMinutes;
      minutes += slotMinutes
    )
      endsByStart.set(minutes, Math.max(endMs, endsByStart.get(minutes) ?? endMs));
  }
  for (const [minutes, endMs] of endsByStart) {
    const startMs = clock.toEpochMs(minutes);
    const slotEndMs = startMs + slotMinutes * MINUTE_MS;
    if (slotEndMs <= endMs && clock.exists(startMs, minutes))
      yield { start: new Date(startMs), end: new Date(slotEndMs) };
  }
}

/** Converts the local times of one day, in minutes since midnight. */
type DayClock = {
  /**
   * Converts to epoch milliseconds. Returns the first instant of a repeated time, and a later time
   * for a skipped one.
   */
  toEpochMs: (minutes: number) => number;
  /** Returns whether an instant has this local time, which a clock change can skip. */
  exists: (epochMs: number, minutes: number) => boolean;
};

function createDayClock(day: Temporal.PlainDate, timeZone: string): DayClock {
  const toLocal = (minutes: number) => day.toPlainDateTime(toPlainTime(minutes));
  const start = day.toZonedDateTime(timeZone);
  const transition = start.getTimeZoneTransition('next');
  const hasNoTransition =
    start.hour + start.minute === 0 &&
    (transition === null ||
      transition.epochMilliseconds >=
        day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
  // Time zone conversions are slow, and an agent can have thousands of slots.
  if (hasNoTransition)
    return {
      toEpochMs: (minutes) => start.epochMilliseconds + minutes * MINUTE_MS,
      exists: () => true,
    };
  return {
    toEpochMs: (minutes) =>
      toLocal(minutes).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
        .epochMilliseconds,
    exists: (epochMs, minutes) =>
      toZoned(new Date(epochMs), timeZone).toPlainDateTime().equals(toLocal(minutes)),
  };
}

const toPlainTime = (minutes: number) =>
  new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60);

const toZoned = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0;

const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (isBefore(a, b) ? b : a);
