import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * The advisory lock of everything that removes files: shared by the removals, held alone by a backup. Any number will do
 * that nothing else in the database uses.
 */
export const FILE_REMOVAL_LOCK = 7_270_001;

/**
 * Lets files be removed, unless a backup is copying them: then nothing happens, and they are left to a later sweep.
 *
 * @returns what `remove` returns, or undefined when it was not called
 */
export async function whileFilesMayGo<T>(
  db: Database,
  remove: (transaction: Database) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ may: boolean }>`
      select pg_try_advisory_xact_lock_shared(${FILE_REMOVAL_LOCK}) as may`.execute(transaction);
    return rows[0]?.may ? remove(transaction) : undefined;
  });
}

/** Which of the keys some listing, some user or the site itself uses. */
export async function findUsedImageKeys(
  db: Database,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('property_images')
    .select('key')
    .where('key', 'in', keys)
    .union(
      db
        .selectFrom('users')
        .select((column) => column.ref('avatar_key').$notNull().as('key'))
        .where('avatar_key', 'in', keys),
    )
    .union(
      db
        .selectFrom(
          sql<{ key: string }>`(
            select picture ->> 'key' as key from site_settings, jsonb_array_elements(pictures) picture
          )`.as('site_pictures'),
        )
        .select('key')
        .where('key', 'in', keys),
    )
    .execute();
  return new Set(rows.map((row) => row.key));
}
