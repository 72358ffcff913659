import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

const { signal } = new AbortController();

test('pauses for three times the length of a step, but only if there were requests', async () => {
  let requests = 0;
  const throttle = createThrottle(() => requests);
  const pauseMs = async (stepMs: number) => {
    const startedAt = performance.now();
    await throttle(stepMs, signal);
    return performance.now() - startedAt;
  };
  requests = 1;
  // Timers can be up to a millisecond early.
  expect(await pauseMs(20)).toBeGreaterThan(58);
  expect(await pauseMs(1_000_000)).toBeLessThan(1_000);
  requests = 2;
  expect(await pauseMs(20)).toBeGreaterThan(58);
});

test('stops pausing when the process shuts down', async () => {
  const shutdown = new AbortController();
  const pausing = createThrottle(() => 1)(1_000_000, shutdown.signal);
  shutdown.abort();
  await expect(pausing).rejects.toThrow('aborted');
});
