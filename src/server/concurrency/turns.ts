/** Turns with a pause between them, for a service that allows so many requests a second. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is the caller's turn; false at once where too many wait already. */
export type TakeTurn = () => Promise<boolean>;

/**
 * @param pauseMs between the beginnings of two turns
 * @param maxWaiting callers that may wait at once
 * @param clock replaced by tests
 */
export function createTurns(
  { pauseMs, maxWaiting }: { pauseMs: number; maxWaiting: number },
  clock: { nowMs: () => number; sleep: (ms: number) => Promise<unknown> } = {
    nowMs: () => performance.now(),
    sleep,
  },
): TakeTurn {
  let nextAt = -Infinity;
  let waiting = 0;
  return async () => {
    const now = clock.nowMs();
    const at = Math.max(now, nextAt);
    if (at === now) {
      nextAt = at + pauseMs;
      return true;
    }
    if (waiting >= maxWaiting) return false;
    nextAt = at + pauseMs;
    waiting += 1;
    await clock.sleep(at - now);
    waiting -= 1;
    return true;
  };
}
