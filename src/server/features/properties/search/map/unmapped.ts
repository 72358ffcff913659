/** Counts homes without a position, which maps cannot show. */

import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { matches } from '../search-conditions.ts';
import type { MapConditions } from './map-entries.ts';

/** Counts homes without a position that match a search's filters, except its spatial filters. */
export async function countUnmapped(
  db: Database,
  { bounds: _bounds, area: _area, near: _near, within: _within, ...others }: MapConditions,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public_properties p
    where (p.latitude = 0 or p.longitude = 0) and ${matches(others)}`.execute(db);
  return rows[0]?.count ?? 0;
}
