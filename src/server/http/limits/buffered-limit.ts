/**
 * A rate limit for calls that are too frequent to count in the database one by one. It counts in
 * memory, and each flush exchanges the counts with other processes through the database.
 */

import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { addPoints } from '../../database/rate-limit-repository.ts';
import { AppError } from '../../errors/app-error.ts';
import { NETWORK_FACTOR, networkOf, type RateLimit, storableKey } from './rate-limits.ts';

export type BufferedLimit = {
  /**
   * Counts a call by its key and, for an IPv6 address, also by the address's /48 prefix.
   *
   * @param key see `addressKey`
   * @throws AppError TOO_MANY_REQUESTS with the seconds to wait, if the call exceeds the limit
   */
  consume: (key: string) => void;
  /** Stores the counts since the last flush, and reads the totals of all processes. */
  flush: () => Promise<void>;
};

type Counter = { stored: number; unstored: number; expiresAt: number };

/** The maximum number of counters; beyond it, the least recently used ones are evicted. */
const MAX_KEYS = 100_000;

/** Creates a limit. @param name the prefix of the limit's keys in the table `rate_limits` */
export function createBufferedLimit(
  db: Database,
  name: string,
  limit: RateLimit,
  message: string,
): BufferedLimit {
  const counters = new LRUCache<string, Counter>({ max: MAX_KEYS });

  function counterOf(key: string): Counter {
    const existing = counters.get(key);
    if (existing !== undefined && existing.expiresAt > Date.now()) return existing;
    const newCounter = { stored: 0, unstored: 0, expiresAt: Date.now() + limit.seconds * 1_000 };
    counters.set(key, newCounter);
    return newCounter;
  }

  return {
    consume: (key) => {
      const network = networkOf(key);
      const limits = [
        { counter: counterOf(`${name}:${storableKey(key)}`), max: limit.max },
        ...(network === undefined
          ? []
          : [
              {
                counter: counterOf(`${name}-network:${storableKey(network)}`),
                max: limit.max * NETWORK_FACTOR,
              },
            ]),
      ];
      for (const { counter, max } of limits) {
        if (counter.stored + counter.unstored < max) continue;
        const retryAfterSeconds = (counter.expiresAt - Date.now()) / 1_000;
        throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
      }
      for (const { counter } of limits) counter.unstored += 1;
    },
    flush: async () => {
      const changedCounters = [...counters].filter(([, { unstored }]) => unstored > 0);
      if (changedCounters.length === 0) return;
      const points = new Map(changedCounters.map(([key, { unstored }]) => [key, unstored]));
      const now = Date.now();
      const expiresAt = now + limit.seconds * 1_000;
      const storedCounters = await addPoints(db, points, { now, expiresAt });
      for (const [key, counter] of changedCounters) {
        const row = storedCounters.get(key);
        counter.unstored -= points.get(key) ?? 0;
        counter.stored = row?.points ?? 0;
        counter.expiresAt = row?.expiresAt ?? counter.expiresAt;
      }
    },
  };
}
