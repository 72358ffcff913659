import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/**
 * Creates turns a second apart; `started` lists their names in order, and `sleeps` lists the
 * waiting times.
 */
function startTurns(options: { maxWaiting: number; maxQueued: number; maxQueuedPerKey: number }) {
  let now = 0;
  const started: string[] = [];
  const sleeps: number[] = [];
  const clock = {
    nowMs: () => now,
    sleep: async (ms: number) => {
      sleeps.push(ms);
      now += ms;
    },
  };
  const turn = createTurns({ pauseMs: 1_000, ...options }, clock);
  const take = async (key: string, name = key, account = '') => {
    const isTaken = await turn({ key, account, signal: undefined });
    if (isTaken) started.push(name);
    return isTaken;
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { started, sleeps, take, advance };
}

test('turns start one interval apart, and callers are rejected when too many wait', async () => {
  const { started, sleeps, take, advance } = startTurns({
    maxWaiting: 3,
    maxQueued: 3,
    maxQueuedPerKey: 3,
  });
  const results = ['a', 'b', 'c', 'd'].map((key) => take(key));
  expect(await Promise.all(results)).toEqual([true, true, true, false]);
  expect(sleeps).toEqual([1_000, 1_000]);
  advance(400);
  expect(await take('e')).toBe(true);
  expect(sleeps).toEqual([1_000, 1_000, 600]);
  advance(5_000);
  expect(await take('f')).toBe(true);
  expect(sleeps).toHaveLength(3);
  expect(started).toEqual(['a', 'b', 'c', 'e', 'f']);
});

test('a busy caller delays another by two turns, and only a few of its calls wait', async () => {
  const { started, take } = startTurns({ maxWaiting: 10, maxQueued: 10, maxQueuedPerKey: 2 });
  const results = [1, 2, 3, 4].map((index) => take('busy', `busy ${index}`));
  results.push(take('other'));
  expect(await Promise.all(results)).toEqual([true, true, true, false, true]);
  expect(started).toEqual(['busy 1', 'busy 2', 'other', 'busy 3']);
});

test('a key with many accounts does not fill the queue for other keys', async () => {
  const { started, take } = startTurns({ maxWaiting: 10, maxQueued: 3, maxQueuedPerKey: 1 });
  const results = [1, 2, 3, 4, 5, 6].map((account) =>
    take('busy', `busy ${account}`, `${account}`),
  );
  results.push(take('other'));
  expect(await Promise.all(results)).toEqual([true, true, true, true, false, false, true]);
  expect(started).toEqual(['busy 1', 'busy 2', 'other', 'busy 3', 'busy 4']);
});
