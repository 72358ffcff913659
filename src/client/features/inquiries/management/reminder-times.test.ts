import { expect, it } from 'vitest';
import { daysFrom, fromLocalInput, toLocalInput } from './reminder-times.ts';

it('returns 9 AM on a later day, even across months', () => {
  const time = daysFrom(new Date(2026, 0, 31, 22, 15), 1);
  expect([time.getMonth(), time.getDate(), time.getHours(), time.getMinutes()]).toEqual([
    1, 1, 9, 0,
  ]);
});

it('round-trips through the date and time input; an empty input returns null', () => {
  const iso = new Date(2026, 2, 1, 9, 5).toISOString();
  expect(toLocalInput(iso)).toBe('2026-03-01T09:05');
  expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
  expect(fromLocalInput('')).toBeNull();
});
