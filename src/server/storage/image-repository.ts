import type { Database } from '../database/database.ts';

/** Which of the keys some listing or some person uses. */
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
    .execute();
  return new Set(rows.map((row) => row.key));
}
