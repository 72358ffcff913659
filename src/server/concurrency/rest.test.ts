import { expect, test } from 'vitest';
import { createRest } from './rest.ts';

const { signal } = new AbortController();

test('rests three times as long as a step took, but only after requests', async () => {
  let requests = 0;
  const rest = createRest(() => requests);
  const restedMs = async (tookMs: number) => {
    const startedAt = performance.now();
    await rest(tookMs, signal);
    return performance.now() - startedAt;
  };
  requests = 1;
  // Timers can be up to a millisecond early.
  expect(await restedMs(20)).toBeGreaterThan(58);
  expect(await restedMs(1_000_000)).toBeLessThan(1_000);
  requests = 2;
  expect(await restedMs(20)).toBeGreaterThan(58);
});

test('stops resting when the process ends', async () => {
  const shutdown = new AbortController();
  const resting = createRest(() => 1)(1_000_000, shutdown.signal);
  shutdown.abort();
  await expect(resting).rejects.toThrow('aborted');
});
