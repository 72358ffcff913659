/** Spaces out calls to a service that allows a limited number of requests per second. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createFairSlots, type Requester, TooManyWaiting } from './fair-slots.ts';

/**
 * Resolves to true when it is the caller's turn. Resolves to false immediately if too many callers
 * are waiting. Requesters take turns.
 *
 * @throws the reason of the requester's signal
 */
export type TakeTurn = (requester: Requester) => Promise<boolean>;

/**
 * @param pauseMs the interval between the starts of two turns
 * @param maxWaiting maximum waiting callers, including the next one
 * @param maxQueued waiting callers, excluding the next one; once there are this many, callers are accepted only from keys
 *   with less than their share of them
 * @param maxQueuedPerKey maximum waiting callers of one key and account, excluding the next one
 * @param clock replaced by tests
 */
export function createTurns(
  {
    pauseMs,
    maxWaiting,
    maxQueued,
    maxQueuedPerKey,
  }: { pauseMs: number; maxWaiting: number; maxQueued: number; maxQueuedPerKey: number },
  clock: { nowMs: () => number; sleep: (ms: number) => Promise<unknown> } = {
    nowMs: () => performance.now(),
    sleep,
  },
): TakeTurn {
  const slots = createFairSlots({ slots: 1, perKey: 1, maxQueued, maxQueuedPerKey });
  let nextAt = -Infinity;
  let waitingCount = 0;

  /** Waits for the next turn and takes it. */
  async function waitForTurn(): Promise<boolean> {
    const remainingMs = nextAt - clock.nowMs();
    if (remainingMs > 0) await clock.sleep(remainingMs);
    nextAt = clock.nowMs() + pauseMs;
    return true;
  }

  return async (requester) => {
    if (waitingCount >= maxWaiting) return false;
    waitingCount += 1;
    try {
      return await slots(requester, waitForTurn);
    } catch (error) {
      if (error instanceof TooManyWaiting) return false;
      throw error;
    } finally {
      waitingCount -= 1;
    }
  };
}
