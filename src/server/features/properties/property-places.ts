/** Known places in searches with words, so that a page deep in them costs what the first one does. */

import { LRUCache } from 'lru-cache';
import { COUNT_MAX_AGE_MS } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../database/database.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { findPlaces, type Place, type SearchConditions } from './property-search.ts';

/** Different searches and orders whose places are remembered, some 20 kB each; the one asked for longest ago goes first. */
const REMEMBERED_MOST = 300;

/** The last known place that is not behind an offset. `key` is the same for the same conditions. */
export type FindPlace = (
  db: Database,
  conditions: SearchConditions,
  key: string,
  sort: PropertySort,
  offset: number,
) => Promise<Place | undefined>;

type Remembered = { places: Promise<Place[]>; generation: number | null; foundAtMs: number };

/**
 * Places are used again as long as no listing has changed, and after that as long as a large count is: what stands on a
 * page is always new, only where it begins may be off by the listings that came or went meanwhile.
 *
 * @param options.now in milliseconds
 * @param options.generation of the listings; null while changes could be missed
 * @param options.oneAtATime runs what reads all matches of a search
 */
export function createFindPlace(options: {
  now: () => number;
  generation: () => number | null;
  oneAtATime: OneAtATime;
}): FindPlace {
  const { now, generation, oneAtATime } = options;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MOST });

  const isUsable = (known: Remembered) =>
    (known.generation !== null && known.generation === generation()) ||
    now() - known.foundAtMs <= COUNT_MAX_AGE_MS;

  return async (db, conditions, key, sort, offset) => {
    const placesKey = `${sort} ${key}`;
    let known = remembered.get(placesKey);
    if (known === undefined || !isUsable(known)) {
      const places = oneAtATime(async () => findPlaces(db, conditions, sort));
      known = { places, generation: generation(), foundAtMs: now() };
      remembered.set(placesKey, known);
      places.catch(() => remembered.delete(placesKey));
    }
    return (await known.places).findLast((place) => place.offset <= offset);
  };
}
