/** Pacing for long work in a process that also serves requests: yields often, and longer while requests wait. */

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/**
 * The length of uninterrupted work, in milliseconds. A request with three database calls waits for three slices. Under
 * many requests, work gets as much time as they do, or it would never finish.
 */
const SLICE_MS = { min: 1, max: 5 };
/** A longer turn of the event loop means that requests were handled. */
const IDLE_TURN_MS = 0.3;
/** The length of a pause while there are requests, including the time spent on them. */
const PAUSE_MS = 4;

/** Decides when long work should yield. */
export type Pace = {
  /** Cheap enough for every step of a loop. */
  shouldYield: () => boolean;
  /** Lets other work run first. */
  yieldToEventLoop: () => Promise<void>;
};

/** Creates the pacing of one piece of work. */
export function createPace(): Pace {
  let yieldedAt = performance.now();
  let sliceMs = SLICE_MS.min;
  return {
    shouldYield: () => performance.now() - yieldedAt > sliceMs,
    yieldToEventLoop: async () => {
      const begunAt = performance.now();
      await turn();
      const tookMs = performance.now() - begunAt;
      if (tookMs > IDLE_TURN_MS && tookMs < PAUSE_MS) await sleep(PAUSE_MS - tookMs);
      sliceMs = Math.min(Math.max(tookMs, SLICE_MS.min), SLICE_MS.max);
      yieldedAt = performance.now();
    },
  };
}
