import { expect, test } from 'vitest';
import {
  formatDay,
  formatHours,
  formatShortDateTime,
  formatAppointment,
  formatWeekday,
  formatTimeZone,
} from './time-spans.ts';

const TIME_ZONE = 'America/Chicago';

test('formats an appointment with its date, hours, and time zone', () => {
  expect(formatAppointment('2026-03-07T16:00:00Z', '2026-03-07T16:45:00Z', TIME_ZONE)).toBe(
    'Saturday, March 7, 2026, 10:00 AM – 10:45 AM CST',
  );
  expect(formatAppointment('2026-03-08T16:00:00Z', '2026-03-08T17:00:00Z', TIME_ZONE)).toContain(
    'CDT',
  );
  expect(formatShortDateTime('2026-03-07T16:00:00Z', TIME_ZONE)).toBe('Sat, Mar 7, 10:00 AM');
});

test.each([
  ['2026-03-07T19:00:00Z', '2026-03-07T21:00:00Z', '1–3 PM'],
  ['2026-03-07T17:30:00Z', '2026-03-07T19:00:00Z', '11:30 AM–1 PM'],
  ['2026-03-07T15:00:00Z', '2026-03-07T16:15:00Z', '9–10:15 AM'],
])('formats hours from %s to %s as %s', (start, end, text) => {
  expect(formatHours(start, end, TIME_ZONE)).toBe(text);
});

test('does not throw for an invalid time', () => {
  const invalidTime = '10000-01-01T22:59:00.000Z';
  expect([formatDay(invalidTime, TIME_ZONE), formatWeekday(invalidTime, TIME_ZONE)]).toEqual([
    '',
    '',
  ]);
  expect(formatTimeZone(invalidTime, TIME_ZONE)).toBe(TIME_ZONE);
  expect(() => [
    formatAppointment(invalidTime, invalidTime, TIME_ZONE),
    formatShortDateTime(invalidTime, TIME_ZONE),
    formatHours(invalidTime, invalidTime, TIME_ZONE),
  ]).not.toThrow();
});
