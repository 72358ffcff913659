/** Counts of a search: exact up to 10,000; above, at most a minute old (interface: HTTP conventions). */

import { LRUCache } from 'lru-cache';
import { COUNT_MAX_AGE_MS, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { Database } from '../../database/database.ts';
import {
  countAll,
  countFromTotals,
  countUpToLimit,
  type SearchConditions,
} from './property-search.ts';

/** Different searches whose counts are remembered; the one asked for longest ago goes first. */
const REMEMBERED_MOST = 5_000;

/** How many listings a search has. `key` is the same for the same conditions. */
export type CountProperties = (
  db: Database,
  conditions: SearchConditions,
  key: string,
) => Promise<number>;

type Remembered = {
  count: number;
  /** Of the listings that were counted; see `KeptAnswers.generation`. */
  generation: number | null;
  countedAtMs: number;
};

/**
 * A count is used again as long as no listing has changed. A large one is also used for a while after that, and
 * counted anew in the background meanwhile.
 *
 * @param options.now in milliseconds
 * @param options.generation of the listings; null while changes could be missed
 */
export function createCountProperties(options: {
  now: () => number;
  generation: () => number | null;
}): CountProperties {
  const { now, generation } = options;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MOST });
  const counting = new Map<string, Promise<number>>();

  async function countNow(db: Database, conditions: SearchConditions, key: string) {
    const begunAt = { generation: generation(), countedAtMs: now() };
    const count = (await countFromTotals(db, conditions)) ?? (await countRows(db, conditions));
    remembered.set(key, { count, ...begunAt });
    return count;
  }

  /** Counts of the same listings for the same search are under way only once; never joined across a change. */
  async function countOnce(db: Database, conditions: SearchConditions, key: string) {
    const current = generation();
    if (current === null) return countNow(db, conditions, key);
    const running = `${current} ${key}`;
    const count = counting.get(running) ?? countNow(db, conditions, key);
    counting.set(running, count);
    try {
      return await count;
    } finally {
      counting.delete(running);
    }
  }

  return async (db, conditions, key) => {
    const known = remembered.get(key);
    if (known === undefined) return countOnce(db, conditions, key);
    if (known.generation !== null && known.generation === generation()) return known.count;
    const ageMs = now() - known.countedAtMs;
    if (known.count <= MAX_REACHABLE_ENTRIES || ageMs > COUNT_MAX_AGE_MS) {
      return countOnce(db, conditions, key);
    }
    // Old after half its time: the next who asks finds a new one. A failure is for whoever then has to wait.
    if (ageMs > COUNT_MAX_AGE_MS / 2) countOnce(db, conditions, key).catch(() => undefined);
    return known.count;
  };
}

async function countRows(db: Database, conditions: SearchConditions): Promise<number> {
  const small = await countUpToLimit(db, conditions);
  return small <= MAX_REACHABLE_ENTRIES ? small : countAll(db, conditions);
}
