import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { dayOf, listSlots, type SlotRules, startOfDay, excludeBooked } from './tour-slots.ts';

const RULES: SlotRules = {
  timeZone: 'America/Chicago',
  slotMinutes: 60,
  noticeHours: 0,
  daysAhead: 60,
  weekly: [{ day: 1, from: '09:00', to: '12:00' }],
};
const SUNDAY = new Date('2026-03-01T12:00:00Z');

const listStartTimes = (rules: Partial<SlotRules>, from: string, days = 1, now = SUNDAY) =>
  listSlots({ ...RULES, ...rules }, { from, days, now }).map(({ start }) => start.toISOString());

test('slots begin when the hours begin, and end within them', () => {
  const slots = listSlots(
    { ...RULES, slotMinutes: 45 },
    { from: '2026-03-02', days: 1, now: SUNDAY },
  );
  expect(slots.map(({ start, end }) => [start.toISOString(), end.toISOString()])).toEqual([
    ['2026-03-02T15:00:00.000Z', '2026-03-02T15:45:00.000Z'],
    ['2026-03-02T15:45:00.000Z', '2026-03-02T16:30:00.000Z'],
    ['2026-03-02T16:30:00.000Z', '2026-03-02T17:15:00.000Z'],
    ['2026-03-02T17:15:00.000Z', '2026-03-02T18:00:00.000Z'],
  ]);
});

test('overlapping hours produce each slot once', () => {
  const weekly = [
    { day: 1, from: '09:00', to: '11:00' },
    { day: 1, from: '10:00', to: '12:00' },
  ];
  expect(listStartTimes({ weekly }, '2026-03-02')).toHaveLength(3);
});

test('times are converted one by one only on days with a clock change', () => {
  const weekly = Array.from({ length: 70 }, (_, index) => ({
    day: (index % 7) + 1,
    from: `00:0${Math.floor(index / 7)}`,
    to: '23:59',
  }));
  const toZonedDateTime = vi.spyOn(Temporal.PlainDateTime.prototype, 'toZonedDateTime');
  const denseRules = { ...RULES, slotMinutes: 15, weekly };
  expect(listSlots(denseRules, { from: '2026-03-09', days: 14, now: SUNDAY })).toHaveLength(
    14 * 950,
  );
  expect(toZonedDateTime).not.toHaveBeenCalled();
  listSlots(denseRules, { from: '2026-03-08', days: 1, now: SUNDAY });
  expect(toZonedDateTime).toHaveBeenCalled();
  toZonedDateTime.mockRestore();
});

test('today counts as the first day of `daysAhead`', () => {
  const weekly = [1, 7].map((day) => ({ day, from: '12:00', to: '13:00' }));
  expect(listStartTimes({ weekly, daysAhead: 1 }, '2026-02-20', 14)).toEqual([
    '2026-03-01T18:00:00.000Z',
  ]);
  expect(listStartTimes({ weekly, daysAhead: 2 }, '2026-03-01', 14)).toHaveLength(2);
});

test('the first slot is at or after the end of the notice period', () => {
  const now = new Date('2026-03-01T15:00:00Z');
  expect(listStartTimes({ noticeHours: 24 }, '2026-03-02', 1, now)[0]).toBe(
    '2026-03-02T15:00:00.000Z',
  );
  const later = new Date('2026-03-01T15:00:00.001Z');
  expect(listStartTimes({ noticeHours: 24 }, '2026-03-02', 1, later)[0]).toBe(
    '2026-03-02T16:00:00.000Z',
  );
});

describe('clock changes in Chicago', () => {
  const weekly = [{ day: 7, from: '01:00', to: '04:00' }];

  test('skipped times have no slot', () => {
    expect(listStartTimes({ weekly, slotMinutes: 30 }, '2026-03-08')).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-08T08:30:00.000Z',
    ]);
  });

  test('a slot that the change would extend past the hours is omitted', () => {
    const hours = [{ day: 7, from: '01:30', to: '03:00' }];
    expect(listStartTimes({ weekly: hours }, '2026-03-08')).toEqual([]);
  });

  test('a repeated hour has slots only the first time', () => {
    const now = new Date('2026-10-20T12:00:00Z');
    expect(listStartTimes({ weekly, slotMinutes: 60 }, '2026-11-01', 1, now)).toEqual([
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T08:00:00.000Z',
      '2026-11-01T09:00:00.000Z',
    ]);
  });
});

test('slots that overlap a booked time are excluded, but adjacent ones are not', () => {
  const slots = listSlots(RULES, { from: '2026-03-02', days: 1, now: SUNDAY });
  const booked = [
    { start: new Date('2026-03-02T15:30:00Z'), end: new Date('2026-03-02T16:00:00Z') },
  ];
  expect(excludeBooked(slots, booked)).toEqual(slots.slice(1));
});

test('excluding booked times gives the same result as comparing each slot with each booked time', () => {
  const span = (start: number, end: number) => ({ start: new Date(start), end: new Date(end) });
  const slots = Array.from({ length: 60 }, (_, index) => span(index, index + 3));
  const booked = [span(40, 41), span(5, 20), span(7, 8), span(50, 50), span(-9, 1), span(22, 23)];
  const isFree = (slot: { start: Date; end: Date }) =>
    !booked.some(({ start, end }) => start < slot.end && slot.start < end);
  expect(excludeBooked(slots, booked)).toEqual(slots.filter(isFree));
  expect(excludeBooked(slots, [])).toEqual(slots);
});

test('days are computed in the given time zone', () => {
  expect(dayOf(new Date('2026-03-02T05:59:00Z'), 'America/Chicago')).toBe('2026-03-01');
  expect(startOfDay('2026-03-08', 'America/Chicago').toISOString()).toBe(
    '2026-03-08T06:00:00.000Z',
  );
  expect(startOfDay('2026-03-08', 'America/Chicago', 1).toISOString()).toBe(
    '2026-03-09T05:00:00.000Z',
  );
});

const TIME_ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  // Half an hour of daylight saving time, south of the equator.
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

const pad = (value: number) => String(value).padStart(2, '0');
const toTime = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

const weeklyHours = fc
  .record({
    day: fc.integer({ min: 1, max: 7 }),
    between: fc.uniqueArray(fc.integer({ min: 0, max: 287 }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ day, between }) => {
    const [from = 0, to = 0] = between.toSorted((a, b) => a - b);
    return { day, from: toTime(from * 5), to: toTime(to * 5) };
  });

const rules = fc.record({
  timeZone: fc.constantFrom(...TIME_ZONES),
  slotMinutes: fc.constantFrom(15, 30, 45, 60, 90, 120),
  noticeHours: fc.integer({ min: 0, max: 168 }),
  daysAhead: fc.integer({ min: 1, max: 60 }),
  weekly: fc.array(weeklyHours, { minLength: 1, maxLength: 10 }),
});

/**
 * Returns a function that converts an instant to local time, independently of Temporal, which the
 * tested code uses.
 */
function createClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const cache = new Map<number, { day: string; minutes: number }>();
  return (ms: number) => {
    const cached = cache.get(ms);
    if (cached !== undefined) return cached;
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, value]),
    );
    const localTime = {
      day: `${parts['year']}-${parts['month']}-${parts['day']}`,
      minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
    };
    cache.set(ms, localTime);
    return localTime;
  };
}

const clocks = new Map(TIME_ZONES.map((zone) => [zone, createClock(zone)]));
const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/**
 * Finds the slots that `listSlots` should return by brute force: checks for every fifth minute in
 * UTC whether a slot starts at its local time.
 */
function findSlotsByBruteForce(
  slotRules: SlotRules,
  options: { from: string; days: number; now: Date },
) {
  const clock = clocks.get(slotRules.timeZone)!;
  const today = dayNumber(clock(options.now.getTime()).day);
  const first = Math.max(dayNumber(options.from), today);
  const end = Math.min(dayNumber(options.from) + options.days, today + slotRules.daysAhead);
  const starts: string[] = [];
  const seenTimes = new Set<string>();
  for (let ms = (first - 1) * DAY_MS; ms < (end + 1) * DAY_MS; ms += 5 * 60_000) {
    const { day, minutes } = clock(ms);
    const number = dayNumber(day);
    const localTime = `${day} ${minutes}`;
    if (number < first || number >= end || seenTimes.has(localTime)) continue;
    seenTimes.add(localTime);
    const weekday = ((number + 3) % 7) + 1;
    const isSlot = slotRules.weekly.some((hours) => {
      const [from = 0, to = 0] = [hours.from, hours.to].map(
        (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
      );
      if (hours.day !== weekday || minutes < from || (minutes - from) % slotRules.slotMinutes !== 0)
        return false;
      if (minutes + slotRules.slotMinutes > to) return false;
      // The slot must end before the local time passes the end of the hours.
      const endMs = ms + slotRules.slotMinutes * 60_000;
      return endMs <= findInstant(clock, day, to, ms);
    });
    const isBookable =
      ms >= options.now.getTime() + slotRules.noticeHours * 3_600_000 && ms > options.now.getTime();
    if (isSlot && isBookable) starts.push(new Date(ms).toISOString());
  }
  return starts;
}

/**
 * Returns the first instant at or after `ms`, in steps of five minutes, that has a given local time.
 * If a clock change skips that time, continues from the last local time before the change.
 */
function findInstant(
  clock: ReturnType<typeof createClock>,
  day: string,
  minutes: number,
  ms: number,
): number {
  let last = ms;
  for (let instant = ms; ; instant += 5 * 60_000) {
    const localTime = clock(instant);
    if (localTime.day === day && localTime.minutes === minutes) return instant;
    if (localTime.day !== day || localTime.minutes > minutes) {
      const before = clock(last);
      return last + (minutes - before.minutes) * 60_000;
    }
    last = instant;
  }
}

test('slots for random hours match a brute-force search', () => {
  const minutesOfYear = fc.integer({
    min: Date.parse('2026-01-01T00:00:00Z') / 60_000,
    max: Date.parse('2026-12-31T23:59:00Z') / 60_000,
  });
  fc.assert(
    fc.property(
      rules,
      minutesOfYear,
      fc.integer({ min: -3, max: 50 }),
      fc.integer({ min: 1, max: 14 }),
      (slotRules, minute, offset, days) => {
        const now = new Date(minute * 60_000);
        const from = new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
        const slots = listSlots(slotRules, { from, days, now });
        expect(slots.map(({ start }) => start.toISOString())).toEqual(
          findSlotsByBruteForce(slotRules, { from, days, now }),
        );
        expect(
          slots.every(
            ({ start, end }) => end.getTime() - start.getTime() === slotRules.slotMinutes * 60_000,
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

test.each(TIME_ZONES)(
  'slots around every clock change in %s match a brute-force search',
  (timeZone) => {
    const clock = clocks.get(timeZone)!;
    const changes: string[] = [];
    for (let day = dayNumber('2026-01-01'); day < dayNumber('2027-01-01'); day += 1) {
      const readMinutes = (ms: number) => clock(ms).minutes;
      if (readMinutes(day * DAY_MS) !== readMinutes((day + 1) * DAY_MS))
        changes.push(new Date(day * DAY_MS).toISOString().slice(0, 10));
    }
    expect(changes).toHaveLength(timeZone === 'Asia/Kathmandu' ? 0 : 2);
    for (const change of changes) {
      fc.assert(
        fc.property(rules, (randomRules) => {
          const now = new Date(dayNumber(change) * DAY_MS - 3 * DAY_MS);
          const weekly = randomRules.weekly.flatMap(({ from, to }) =>
            [6, 7, 1].map((day) => ({ day, from: toTime(Number(from.slice(3))), to })),
          );
          const slotRules = { ...randomRules, timeZone, weekly, noticeHours: 0, daysAhead: 60 };
          const validRules = { ...slotRules, weekly: weekly.filter(({ from, to }) => from < to) };
          const options = {
            from: new Date(dayNumber(change) * DAY_MS - DAY_MS).toISOString().slice(0, 10),
            days: 4,
            now,
          };
          expect(listSlots(validRules, options).map(({ start }) => start.toISOString())).toEqual(
            findSlotsByBruteForce(validRules, options),
          );
        }),
        { numRuns: 25 },
      );
    }
  },
);
