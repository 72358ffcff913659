import { expect, test } from 'vitest';
import {
  formatDay,
  formatHours,
  formatMoment,
  formatSpan,
  formatWeekday,
  formatZone,
} from './time-spans.ts';

const ZONE = 'America/Chicago';

test('an appointment shows its date, hours, and time zone', () => {
  expect(formatSpan('2026-03-07T16:00:00Z', '2026-03-07T16:45:00Z', ZONE)).toBe(
    'Saturday, March 7, 2026, 10:00 AM – 10:45 AM CST',
  );
  expect(formatSpan('2026-03-08T16:00:00Z', '2026-03-08T17:00:00Z', ZONE)).toContain('CDT');
  expect(formatMoment('2026-03-07T16:00:00Z', ZONE)).toBe('Sat, Mar 7, 10:00 AM');
});

test.each([
  ['2026-03-07T19:00:00Z', '2026-03-07T21:00:00Z', '1–3 PM'],
  ['2026-03-07T17:30:00Z', '2026-03-07T19:00:00Z', '11:30 AM–1 PM'],
  ['2026-03-07T15:00:00Z', '2026-03-07T16:15:00Z', '9–10:15 AM'],
])('hours from %s to %s are %s', (start, end, words) => {
  expect(formatHours(start, end, ZONE)).toBe(words);
});

test('an invalid time is formatted as an empty string, without an error', () => {
  const none = '10000-01-01T22:59:00.000Z';
  expect([formatDay(none, ZONE), formatWeekday(none, ZONE)]).toEqual(['', '']);
  expect(formatZone(none, ZONE)).toBe(ZONE);
  expect(() => [
    formatSpan(none, none, ZONE),
    formatMoment(none, ZONE),
    formatHours(none, none, ZONE),
  ]).not.toThrow();
});
