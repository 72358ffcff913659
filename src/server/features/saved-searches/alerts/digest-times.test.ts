import { expect, test } from 'vitest';
import { findNextDigestTime } from './digest-times.ts';

test.each<[string, 'daily' | 'weekly', string, string, string]>([
  ['at 8:00 UTC', 'daily', 'UTC', '2026-03-02T07:59:59.999Z', '2026-03-02T08:00:00.000Z'],
  [
    'on the next day if it is already 8:00',
    'daily',
    'UTC',
    '2026-03-02T08:00:00.000Z',
    '2026-03-03T08:00:00.000Z',
  ],
  [
    'at 8:00 after a clock change',
    'daily',
    'America/Chicago',
    '2026-03-07T15:00:00.000Z',
    '2026-03-08T13:00:00.000Z',
  ],
  [
    'at 8:00 in summer',
    'daily',
    'America/Chicago',
    '2026-07-01T12:00:00.000Z',
    '2026-07-01T13:00:00.000Z',
  ],
  [
    'at 8:00 in a zone whose offset includes minutes',
    'daily',
    'Asia/Kathmandu',
    '2026-03-02T02:20:00.000Z',
    '2026-03-03T02:15:00.000Z',
  ],
  [
    'at 8:00 in a zone where it is already tomorrow',
    'daily',
    'Pacific/Kiritimati',
    '2026-03-02T17:00:00.000Z',
    '2026-03-02T18:00:00.000Z',
  ],
  ['on Mondays', 'weekly', 'UTC', '2026-03-02T08:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  [
    'when it is Monday in the time zone',
    'weekly',
    'Pacific/Auckland',
    '2026-03-01T18:00:00.000Z',
    '2026-03-01T19:00:00.000Z',
  ],
  [
    'at 8:00 on a day that begins with a clock change',
    'daily',
    'America/Santiago',
    '2026-09-06T01:00:00.000Z',
    '2026-09-06T11:00:00.000Z',
  ],
])('a digest is sent %s', (_name, frequency, timeZone, after, expected) => {
  expect(findNextDigestTime(frequency, timeZone, new Date(after)).toISOString()).toBe(expected);
});

test('a time zone that this process does not know counts as UTC', () => {
  const after = new Date('2026-03-01T19:00:00.000Z');
  expect(findNextDigestTime('daily', 'America/Newzone', after).toISOString()).toBe(
    '2026-03-02T08:00:00.000Z',
  );
});
