import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * The ID of the advisory lock that a backup holds while files must not be removed. No other lock in the database has
 * this ID.
 */
export const FILE_REMOVAL_LOCK = 7_270_001;

/**
 * Returns whether a backup is copying files. A backup that starts later reads the references after the caller did, so
 * it does not need the files that the caller found unused.
 */
export async function isBackingUp(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    select not pg_try_advisory_xact_lock_shared(${FILE_REMOVAL_LOCK}) as is_blocked`.execute(db);
  return rows.some((row) => row.is_blocked);
}

/** Queries for all picture keys in the database, by table. Every new column with keys must be added here. */
export const IMAGE_KEYS: Readonly<Record<string, string>> = {
  property_images: 'select key from property_images',
  users: 'select avatar_key as key from users where avatar_key is not null',
  offices: 'select logo_key as key from offices where logo_key is not null',
  site_settings: `select picture ->> 'key' as key
    from site_settings, jsonb_array_elements(pictures) as picture`,
};

/** Returns the keys that the database references. */
export async function findUsedImageKeys(
  db: Database,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const allKeys = sql.raw(Object.values(IMAGE_KEYS).join(' union all '));
  const { rows } = await sql<{ key: string }>`
    select key from (${allKeys}) as used where key = any(${keys}::text[])`.execute(db);
  return new Set(rows.map((row) => row.key));
}
