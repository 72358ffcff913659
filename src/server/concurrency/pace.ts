/** Long work in a process that also answers requests: it pauses often, and longer where somebody waits. */

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** Work without a pause, in milliseconds. */
const SLICE_MS = 2;
/** A turn of the event loop that took longer than this had requests to answer. */
const IDLE_TURN_MS = 0.3;
/** A pause beside requests: twice as long as the work before it. What these took of the turn counts. */
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
  return {
    isTired: () => performance.now() - restedAt > SLICE_MS,
    rest: async () => {
      const begunAt = performance.now();
      await turn();
      const tookMs = performance.now() - begunAt;
      if (tookMs > IDLE_TURN_MS && tookMs < PAUSE_MS) await sleep(PAUSE_MS - tookMs);
      restedAt = performance.now();
    },
  };
}
