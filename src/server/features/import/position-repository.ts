/** Stores the last position of each listing key in an imported file. */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * Creates a temporary table of each key's last position in the file, to find rows that later rows
 * replace. It is stored on disk, so files of any size work.
 */
export async function createPositionTable(db: Database): Promise<void> {
  await sql`drop table if exists pg_temp.import_positions`.execute(db);
  await sql`
    create temporary table import_positions (
      listing_key text collate "C" primary key,
      last_position bigint not null
    )`.execute(db);
}

/** Stores keys with their positions, which must increase from call to call. */
export async function storePositions(
  db: Database,
  entries: readonly { key: string; position: number }[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into pg_temp.import_positions as t (listing_key, last_position)
    select key, max(position)
    from unnest(${entries.map(({ key }) => key)}::text[], ${entries.map(({ position }) => position)}::bigint[])
      as entry (key, position)
    group by key
    on conflict (listing_key) do update set last_position = excluded.last_position`.execute(db);
}

/** Counts the distinct keys. */
export async function countKeys(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_temp.import_positions`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Finds the last position of each key. */
export async function findLastPositions(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; position: string }>`
    select listing_key as key, last_position as position
    from pg_temp.import_positions where listing_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, position }) => [key, Number(position)]));
}
