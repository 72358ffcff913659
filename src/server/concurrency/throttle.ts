/** Throttles long work in a process that also serves visitors, by pausing between its steps. */

import { setTimeout as sleep } from 'node:timers/promises';

/** The length of a pause as a multiple of the step before it, so that most requests do not compete with this work. */
const PAUSE_FACTOR = 3;
/**
 * A step that would require a longer pause probably waited for something else, such as the
 * database.
 */
const MAX_PAUSE_MS = 3_000;

/** Pauses after a step that took `stepMs`, if there were requests since the previous step. */
export type Throttle = (stepMs: number, signal: AbortSignal) => Promise<void>;

/** @param requestCount returns the number of requests so far */
export function createThrottle(requestCount: () => number): Throttle {
  let lastCount = 0;
  return async (stepMs, signal) => {
    if (requestCount() > lastCount)
      await sleep(Math.min(stepMs * PAUSE_FACTOR, MAX_PAUSE_MS), undefined, { signal });
    lastCount = requestCount();
  };
}
