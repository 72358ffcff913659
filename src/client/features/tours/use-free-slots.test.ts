import { expect, it } from 'vitest';
import { laterRangeStarts } from './use-free-slots.ts';

it('covers every day up to the sixtieth in any time zone of the agent', () => {
  expect(laterRangeStarts(Date.parse('2026-02-20T23:30:00Z'))).toEqual([
    '2026-03-05',
    '2026-03-19',
    '2026-04-02',
    '2026-04-16',
  ]);
});
