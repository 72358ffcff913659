/** The homes that no map can show. */

import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { matches, type SearchConditions } from '../search-conditions.ts';
import type { MapConditions } from './map-entries.ts';

/** Different searches whose counts are remembered. */
const MAX_REMEMBERED = 1_000;

/** How many homes without a position match everything but the places that a search asks for. */
export type CountUnmapped = (db: Database, conditions: MapConditions) => Promise<number>;

/**
 * Whoever moves a map asks for the same count each time: it is used again until a listing changes.
 *
 * @param cacheVersion of the listings; null while changes could be missed
 */
export function createCountUnmapped(cacheVersion: () => number | null): CountUnmapped {
  const remembered = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  return async (db, conditions) => {
    const { bounds: _bounds, area: _area, near: _near, within: _within, ...others } = conditions;
    const version = cacheVersion();
    const isRemembered = version !== null && others.words === undefined;
    const key = isRemembered ? JSON.stringify([version, others]) : '';
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const count = await countNow(db, others);
    if (isRemembered) remembered.set(key, count);
    return count;
  };
}

async function countNow(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public_properties p
    where (p.latitude = 0 or p.longitude = 0) and ${matches(conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}
