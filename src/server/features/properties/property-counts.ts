/** Counts of a search: exact up to 10,000; above, kept for at most a minute (interface: HTTP conventions). */

import { COUNT_MAX_AGE_MS, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { Database } from '../../database/database.ts';
import {
  countAll,
  countFromTotals,
  countUpToLimit,
  type SearchConditions,
} from './property-search.ts';

/** Different large searches whose counts are kept at once; the one counted longest ago goes first. */
const KEPT_MOST = 500;

/** How many listings a search has. `key` is the same for the same conditions. */
export type CountProperties = (
  db: Database,
  conditions: SearchConditions,
  key: string,
) => Promise<number>;

/**
 * @param now in milliseconds
 */
export function createCountProperties(now: () => number): CountProperties {
  const kept = new Map<string, { count: Promise<number>; at: number }>();
  return async (db, conditions, key) => {
    const total = await countFromTotals(db, conditions);
    if (total !== undefined) return total;
    const small = await countUpToLimit(db, conditions);
    if (small <= MAX_REACHABLE_ENTRIES) {
      kept.delete(key);
      return small;
    }
    const known = kept.get(key);
    if (known !== undefined && now() - known.at < COUNT_MAX_AGE_MS) return known.count;
    const count = countAll(db, conditions);
    kept.delete(key);
    kept.set(key, { count, at: now() });
    const oldest = kept.size > KEPT_MOST ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    // A count that failed is not kept.
    count.catch(() => kept.delete(key));
    return count;
  };
}
