/** Known places in searches with words, so that a page deep in them costs what the first one does. */

import { LRUCache } from 'lru-cache';
import { COUNT_MAX_AGE_MS } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { createOneAtATime } from '../../../concurrency/one-at-a-time.ts';
import type { Place } from './plan/plan-search.ts';
import { type SearchConditions, searchKey } from './search-conditions.ts';
import { findPlaces } from './search-statements.ts';

/** Different searches and orders whose places are remembered, some 20 kB each; the one asked for longest ago goes first. */
const REMEMBERED_MOST = 300;

/** How long a response waits for places that nobody has asked for lately, in milliseconds. */
const PLACES_WAIT_MS = 1_000;

/** The last known place that is not behind an offset; undefined where none is known soon enough. */
export type FindPlace = (
  db: Database,
  conditions: SearchConditions,
  sort: PropertySort,
  offset: number,
) => Promise<Place | undefined>;

type Remembered = { places: Place[]; cacheVersion: number | null; foundAtMs: number };

/**
 * Places are used again as long as no listing has changed, and after that as long as a large count is: what stands on a
 * page is always new, only where it begins may be off by the listings that came or went meanwhile.
 *
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while changes could be missed
 * @param options.waitMs see PLACES_WAIT_MS
 */
export function createFindPlace(options: {
  now: () => number;
  cacheVersion: () => number | null;
  waitMs?: number | undefined;
}): FindPlace {
  const { now, cacheVersion, waitMs = PLACES_WAIT_MS } = options;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MOST });
  const finding = createOneAtATime<Place[]>();

  const isUsable = (known: Remembered) =>
    (known.cacheVersion !== null && known.cacheVersion === cacheVersion()) ||
    now() - known.foundAtMs <= COUNT_MAX_AGE_MS;

  return async (db, conditions, sort, offset) => {
    const placesKey = `${sort} ${searchKey(conditions)}`;
    const find = async () => {
      const begunAt = { cacheVersion: cacheVersion(), foundAtMs: now() };
      const places = await findPlaces(db, conditions, sort);
      remembered.set(placesKey, { places, ...begunAt });
      return places;
    };
    const known = remembered.get(placesKey);
    const places =
      known !== undefined && isUsable(known)
        ? known.places
        : await finding.run(placesKey, find, waitMs);
    return places?.findLast((place) => place.offset <= offset);
  };
}
