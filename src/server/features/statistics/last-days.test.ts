import { describe, expect, test } from 'vitest';
import { lastDays } from './last-days.ts';

const hoursOf = ({ from, to }: { from: Date; to: Date }) =>
  (to.getTime() - from.getTime()) / 3_600_000;

describe('lastDays', () => {
  test('returns UTC days, oldest first, including all of today', () => {
    const days = lastDays(3, new Date('2026-03-01T00:30:00.000Z'), 'UTC');
    expect(days.map(({ date }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(days[0]?.from).toEqual(new Date('2026-02-27T00:00:00.000Z'));
    expect(days.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1).map(({ to }) => to));
    expect(days[2]?.to).toEqual(new Date('2026-03-02T00:00:00.000Z'));
  });

  test('returns days in the viewer’s time zone, on either side of midnight', () => {
    const now = new Date('2026-03-01T00:30:00.000Z');
    expect(lastDays(1, now, 'America/Los_Angeles')[0]).toEqual({
      date: '2026-02-28',
      from: new Date('2026-02-28T08:00:00.000Z'),
      to: new Date('2026-03-01T08:00:00.000Z'),
    });
    expect(lastDays(1, now, 'Asia/Kathmandu')[0]).toEqual({
      date: '2026-03-01',
      from: new Date('2026-02-28T18:15:00.000Z'),
      to: new Date('2026-03-01T18:15:00.000Z'),
    });
  });

  test('handles 23-hour and 25-hour days, and a day that begins at 1:00', () => {
    const spring = lastDays(2, new Date('2026-03-30T10:00:00.000Z'), 'Europe/Berlin');
    expect(spring.map(hoursOf)).toEqual([23, 24]);
    const fall = lastDays(2, new Date('2026-10-26T10:00:00.000Z'), 'Europe/Berlin');
    expect(fall.map(hoursOf)).toEqual([25, 24]);
    const noMidnight = lastDays(1, new Date('2018-11-04T12:00:00.000Z'), 'America/Sao_Paulo');
    expect(noMidnight[0]?.from).toEqual(new Date('2018-11-04T03:00:00.000Z'));
    expect(noMidnight.map(hoursOf)).toEqual([23]);
  });

  test('accepts every time zone that the runtime lists, and aliases', () => {
    const now = new Date('2026-03-01T12:00:00.000Z');
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'US/Pacific', 'utc', 'EST5EDT']) {
      expect({ name, days: lastDays(7, now, name).length }).toEqual({ name, days: 7 });
    }
  });
});
