/** Rate limit counters in the table `rate_limits`, which rate-limiter-flexible also uses. */

import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A counter's points, and the time when it resets, in milliseconds since 1970. */
export type StoredCounter = { points: number; expiresAt: number };

/**
 * Adds points to counters.
 *
 * @param points by key
 * @returns the current counters, by key
 */
export async function addPoints(
  db: Database,
  points: ReadonlyMap<string, number>,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<Map<string, StoredCounter>> {
  // The order prevents deadlocks between processes that add to the same keys.
  const { rows } = await sql<{ key: string; points: number; expiresAt: string }>`
    insert into rate_limits as r (key, points, expire)
    select key, points, ${expiresAt}::bigint
    from unnest(${[...points.keys()]}::text[], ${[...points.values()]}::int[]) as added (key, points) order by key
    on conflict (key) do update set
      points = case when r.expire > ${now} then r.points else 0 end + excluded.points,
      expire = case when r.expire > ${now} then r.expire else excluded.expire end
    returning key, points, expire as "expiresAt"`.execute(db);
  return new Map(
    rows.map((row) => [row.key, { points: row.points, expiresAt: Number(row.expiresAt) }]),
  );
}
