import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * The non-empty parts of the sitemap, from 1, in order. Part `n` has the listings in the `n`th range of `size` ids:
 * it can be read without the parts before it, and listings never move between parts.
 */
export async function findParts(db: Database, size: number): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select part::int from generate_series(1, (select max(id) from public_properties) / ${sql.lit(size)} + 1) part
    cross join lateral (
      select from public_properties
      where is_available and id > (part - 1) * ${sql.lit(size)} and id <= part * ${sql.lit(size)}
      order by id limit 1
    ) one
    order by part`.execute(db);
  return rows.map(({ part }) => part);
}

/** The first agents by age. */
export async function findFirstAgents(
  db: Database,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'agent')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The first offices by age: their slugs. */
export async function findFirstOffices(db: Database, limit: number): Promise<string[]> {
  const offices = await db
    .selectFrom('offices')
    .select('slug')
    .orderBy('id')
    .limit(limit)
    .execute();
  return offices.map(({ slug }) => slug);
}

/** An entry of the sitemap, with the keys of its first pictures. */
export type AvailableRow = { id: string; updatedAt: Date; imageKeys: string[] };

/** Pictures of one listing: with all of them, a part could be larger than the 50 MB of the protocol. */
const MAX_PICTURES = 5;

/** Rows of one statement: it takes some milliseconds, so that others get their turn between two. */
const ROWS_AT_ONCE = 10_000;

/** The available listings of a part, in batches. */
export async function* readPart(
  db: Database,
  { part, size, rowsAtOnce = ROWS_AT_ONCE }: { part: number; size: number; rowsAtOnce?: number },
): AsyncGenerator<AvailableRow[]> {
  let after = String((part - 1) * size);
  for (;;) {
    const rows = await db
      .selectFrom('public_properties')
      .select([
        'id',
        'updated_at as updatedAt',
        sql<string[]>`array(
          select i.key from property_images i where i.property_id = public_properties.id
          order by i.position limit ${sql.lit(MAX_PICTURES)})`.as('imageKeys'),
      ])
      .where(sql<boolean>`is_available`)
      .where('id', '>', after)
      .where('id', '<=', String(part * size))
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}
