/**
 * Paces long work in a process that also serves requests. It yields often, and pauses longer while
 * requests are waiting.
 */

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/**
 * The length of uninterrupted work. A request with three database calls waits for up to three
 * slices. A slice is as long as the requests before it took, up to the maximum. Otherwise, the work would hardly ever
 * finish under heavy traffic.
 */
const SLICE_MS = { min: 1, max: 5 };
/** If a turn of the event loop takes longer, requests were handled in it. */
const IDLE_TURN_MS = 0.3;
/** The minimum length of a pause while there are requests, including the time spent on them. */
const PAUSE_MS = 4;

/** Decides when long work should yield. */
export type Pace = {
  /** Returns whether it is time to yield. Cheap enough to call on every iteration of a loop. */
  shouldYield: () => boolean;
  /** Lets other work run first. */
  yieldToEventLoop: () => Promise<void>;
};

/** Creates the pacing for one task. */
export function createPace(): Pace {
  let yieldedAt = performance.now();
  let sliceMs = SLICE_MS.min;
  return {
    shouldYield: () => performance.now() - yieldedAt > sliceMs,
    yieldToEventLoop: async () => {
      const startedAt = performance.now();
      await turn();
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > IDLE_TURN_MS && elapsedMs < PAUSE_MS) await sleep(PAUSE_MS - elapsedMs);
      sliceMs = Math.min(Math.max(elapsedMs, SLICE_MS.min), SLICE_MS.max);
      yieldedAt = performance.now();
    },
  };
}
