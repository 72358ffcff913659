/** Counts homes without a position, which maps cannot show. */

import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { matches, type SearchConditions } from '../search-conditions.ts';
import type { MapConditions } from './map-entries.ts';

/** The maximum number of cached counts. */
const MAX_CACHED_COUNTS = 1_000;

/** Counts homes without a position that match a search's filters except location filters. */
export type CountUnmapped = (db: Database, conditions: MapConditions) => Promise<number>;

/**
 * Creates a counter that caches counts until a listing changes because a moving map requests the same
 * count each time.
 *
 * @param cacheVersion the version of the listings; null while changes could be missed
 */
export function createCountUnmapped(cacheVersion: () => number | null): CountUnmapped {
  const cached = new LRUCache<string, number>({ max: MAX_CACHED_COUNTS });
  return async (db, conditions) => {
    const { bounds: _bounds, area: _area, near: _near, within: _within, ...others } = conditions;
    const version = cacheVersion();
    const isCacheable = version !== null && others.words === undefined;
    const key = isCacheable ? JSON.stringify([version, others]) : '';
    const cachedCount = cached.get(key);
    if (cachedCount !== undefined) return cachedCount;
    const count = await countInDatabase(db, others);
    if (isCacheable) cached.set(key, count);
    return count;
  };
}

async function countInDatabase(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public_properties p
    where (p.latitude = 0 or p.longitude = 0) and ${matches(conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}
