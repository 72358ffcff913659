/** Rests between the steps of long work in a process that also serves visitors. */

import { setTimeout as sleep } from 'node:timers/promises';

/** The length of a rest, in lengths of the step before it: visitors mostly find the machine without this work. */
const REST_SHARE = 3;
/** A step that takes longer waited for something else, such as the database. */
const MAX_REST_MS = 3_000;

/** Rests after a step that took so long, if there were visitors. */
export type Rest = (tookMs: number, signal: AbortSignal) => Promise<void>;

/** @param requestCount returns the number of requests so far */
export function createRest(requestCount: () => number): Rest {
  let before = 0;
  return async (tookMs, signal) => {
    if (requestCount() > before)
      await sleep(Math.min(tookMs * REST_SHARE, MAX_REST_MS), undefined, { signal });
    before = requestCount();
  };
}
