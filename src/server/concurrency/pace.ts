/** Long work in a process that also serves requests: it yields often, and longer while requests wait. */

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Work without a pause, in milliseconds. A request that asks the database three times waits for as many; where many
 * requests come at once, work takes as long as they, or there would be no end to it.
 */
const SLICE_MS = { least: 1, most: 5 };
/** A turn of the event loop that took longer than this had requests to answer. */
const IDLE_TURN_MS = 0.3;
/** A pause beside requests. What these took of the turn counts. */
const PAUSE_MS = 4;

/** Says when it is time for a pause. */
export type Pace = {
  /** Cheap: for every step of a loop. */
  isTired: () => boolean;
  /** Lets others go first. */
  rest: () => Promise<void>;
};

/** Begins to count. */
export function createPace(): Pace {
  let restedAt = performance.now();
  let sliceMs = SLICE_MS.least;
  return {
    isTired: () => performance.now() - restedAt > sliceMs,
    rest: async () => {
      const begunAt = performance.now();
      await turn();
      const tookMs = performance.now() - begunAt;
      if (tookMs > IDLE_TURN_MS && tookMs < PAUSE_MS) await sleep(PAUSE_MS - tookMs);
      sliceMs = Math.min(Math.max(tookMs, SLICE_MS.least), SLICE_MS.most);
      restedAt = performance.now();
    },
  };
}
