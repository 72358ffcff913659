/** Whether a map is found by bits: facts and words that the index of the map does not have would be read one by one. */

import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../../../../database/database.ts';
import { createCountBits } from '../bitmaps/bit-counts.ts';
import { createReadTerms } from '../bitmaps/bitmap-terms.ts';
import { type BitmapPlan, planBitmaps } from '../bitmaps/plan-bitmaps.ts';
import type { MapConditions } from './map-entries.ts';

/** Listings that are looked at one by one, at most, because bits leave open whether they match. */
const LOOKED_AT_MOST = 8_000;

/**
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while changes could be missed
 * @param options.costRates see createCountBits
 * @returns undefined where an index serves better, or there are no bits
 */
export function createFindMapBitmaps(options: {
  now: () => number;
  cacheVersion: () => number | null;
  costRates?: CostRates;
}): (db: Database, conditions: MapConditions) => Promise<BitmapPlan | undefined> {
  const readTerms = createReadTerms(options.now);
  const countBits = createCountBits(options);
  return async (db, conditions) => {
    const bitmaps = planBitmaps(conditions, await readTerms(db));
    if (bitmaps === undefined) return undefined;
    const bits = await countBits(db, { bitmaps, conditions }, { bypassCache: false });
    if (bits === null) return undefined;
    const { maybe, sure, available, among } = bits;
    // As if homes of a place were like all others.
    const open = (maybe - sure) * Math.min(1, (among ?? 0) / Math.max(available, 1));
    return open <= LOOKED_AT_MOST ? bitmaps : undefined;
  };
}
