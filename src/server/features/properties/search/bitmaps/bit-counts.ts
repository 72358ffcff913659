/** How many listings bits leave, asked once for as long as no listing changes. */

import { LRUCache } from 'lru-cache';
import { type CostRates, DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { shortKey } from '../../../../cache/short-key.ts';
import type { Database } from '../../../../database/database.ts';
import { type BitmapCounts, bitmapVersion, countBits } from './bitmap-statements.ts';
import type { SearchConditions } from '../search-conditions.ts';
import type { BitmapPlan } from './plan-bitmaps.ts';

/** Different searches that are remembered; the one asked for longest ago goes first. */
const REMEMBERED_MOST = 5_000;

/** Where there are no bits, or not yet, nobody asks again for so long, in milliseconds. */
const WITHOUT_BITS_MS = 10_000;

/** @returns null where there are no bits */
export type CountBits = (
  db: Database,
  question: { bitmaps: BitmapPlan; conditions: SearchConditions },
  options: { bypassCache: boolean },
) => Promise<BitmapCounts | null>;

/**
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while changes could be missed
 * @param options.costRates the installation's, by which bits are made
 */
export function createCountBits(options: {
  now: () => number;
  cacheVersion: () => number | null;
  costRates?: CostRates;
}): CountBits {
  const { now, cacheVersion, costRates = DEFAULT_COST_RATES } = options;
  const bitsVersion = bitmapVersion(costRates);
  const remembered = new LRUCache<string, { version: number; counts: BitmapCounts }>({
    max: REMEMBERED_MOST,
  });
  let withoutBitsUntilMs = Number.NEGATIVE_INFINITY;
  return async (db, { bitmaps, conditions }, { bypassCache }) => {
    if (now() < withoutBitsUntilMs) return null;
    const version = cacheVersion();
    const { words: _words, ...facts } = conditions;
    const among = bitmaps.among === undefined ? null : facts;
    const key = shortKey(JSON.stringify([bitmaps, among]));
    const known = bypassCache ? undefined : remembered.get(key);
    if (known !== undefined && known.version === version) return known.counts;
    const counts = await countBits(db, bitmaps, { conditions, version: bitsVersion });
    if (counts === null) withoutBitsUntilMs = now() + WITHOUT_BITS_MS;
    else if (version !== null) remembered.set(key, { version, counts });
    return counts;
  };
}
