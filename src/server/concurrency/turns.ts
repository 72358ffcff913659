/** Spaces out calls to a service that allows a limited number of requests per second. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is the caller's turn; immediately with false if too many are waiting. */
export type TakeTurn = () => Promise<boolean>;

/**
 * @param pauseMs the interval between the starts of two turns
 * @param maxWaiting maximum waiting callers
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
