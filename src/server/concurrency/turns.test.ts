import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('turns start one interval apart, and callers are refused when too many wait', async () => {
  let now = 0;
  const sleeps: number[] = [];
  const clock = {
    nowMs: () => now,
    sleep: async (ms: number) => {
      sleeps.push(ms);
    },
  };
  const takeTurn = createTurns({ pauseMs: 1_000, maxWaiting: 2 }, clock);
  const results = [takeTurn(), takeTurn(), takeTurn(), takeTurn()];
  expect(await Promise.all(results)).toEqual([true, true, true, false]);
  expect(sleeps).toEqual([1_000, 2_000]);

  now = 2_400;
  expect(await takeTurn()).toBe(true);
  expect(sleeps).toEqual([1_000, 2_000, 600]);
  now = 10_000;
  expect(await takeTurn()).toBe(true);
  expect(sleeps).toHaveLength(3);
});
