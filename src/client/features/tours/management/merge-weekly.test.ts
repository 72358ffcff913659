import { expect, test } from 'vitest';
import { mergeWeekly } from './merge-weekly.ts';

const hours = (day: number, from = '09:00') => ({ day, from, to: '17:00' });

test('applies only the edited days', () => {
  const loaded = [hours(1), hours(2), hours(3)];
  // Another device removed Monday and changed Tuesday; the form changes Wednesday and adds Saturday.
  const current = [hours(2, '10:00'), hours(3)];
  const edited = [hours(1), hours(2), hours(3, '12:00'), hours(6)];
  expect(mergeWeekly(loaded, edited, current)).toEqual([
    hours(2, '10:00'),
    hours(3, '12:00'),
    hours(6),
  ]);
  expect(mergeWeekly(loaded, [hours(1), hours(3)], loaded)).toEqual([hours(1), hours(3)]);
});
