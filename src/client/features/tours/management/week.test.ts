import { expect, test } from 'vitest';
import { addDays, dayInWeek, dayLabel, today, weekOf } from './week.ts';

test('returns the Monday-to-Sunday week that contains a day', () => {
  const week = weekOf('2026-03-04');
  expect([week[0], week[6]]).toEqual(['2026-03-02', '2026-03-08']);
  expect(weekOf('2026-03-08')).toEqual(week);
  expect(weekOf('2026-03-09')[0]).toBe('2026-03-09');
});

test('returns the current week for an invalid or missing day', () => {
  expect(weekOf('soon')).toContain(today());
  expect(weekOf(undefined)).toContain(today());
});

test('adds days across months, and formats a day', () => {
  expect(addDays('2026-02-26', 7)).toBe('2026-03-05');
  expect(addDays('2026-03-05', -7)).toBe('2026-02-26');
  expect(dayLabel('2026-03-02')).toBe('Mon, Mar 2');
});

test('shows tours outside the week on its first or last day', () => {
  const week = weekOf('2026-03-04');
  expect(dayInWeek('2026-03-04', week)).toBe('2026-03-04');
  expect(dayInWeek('2026-03-01', week)).toBe('2026-03-02');
  expect(dayInWeek('2026-03-09', week)).toBe('2026-03-08');
});
