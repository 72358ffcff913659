import { expect, it } from 'vitest';
import { laterRangeStarts } from './use-free-slots.ts';

it('covers the next sixty days in any agent time zone', () => {
  expect(laterRangeStarts(Date.parse('2026-02-20T23:30:00Z'))).toEqual([
    '2026-03-05',
    '2026-03-19',
    '2026-04-02',
    '2026-04-16',
  ]);
});
