/** Counts homes without a position, which no map can show. */

import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { matches, type SearchConditions } from '../search-conditions.ts';
import type { MapConditions } from './map-entries.ts';

/** Maximum cached counts. */
const MAX_CACHED_COUNTS = 1_000;

/** Counts homes without a position that match a search's filters other than places. */
export type CountUnmapped = (db: Database, conditions: MapConditions) => Promise<number>;

/**
 * Caches counts until a listing changes: a moving map requests the same count each time.
 *
 * @param cacheVersion of the listings; null while changes could be missed
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
    const count = await countNow(db, others);
    if (isCacheable) cached.set(key, count);
    return count;
  };
}

async function countNow(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public_properties p
    where (p.latitude = 0 or p.longitude = 0) and ${matches(conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}
