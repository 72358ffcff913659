import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * Returns the numbers of the sitemap's non-empty parts in order, starting at 1. Part `n` contains
 * the listings in the `n`th range of `size` IDs. It can be read without earlier parts, and listings
 * never move between parts.
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

/** Returns the oldest agents. */
export async function findOldestAgents(
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

/** Returns the slugs of the oldest offices. */
export async function findOldestOffices(db: Database, limit: number): Promise<string[]> {
  const offices = await db
    .selectFrom('offices')
    .select('slug')
    .orderBy('id')
    .limit(limit)
    .execute();
  return offices.map(({ slug }) => slug);
}

/** A listing in the sitemap, with the keys of its first pictures. */
export type AvailableRow = { id: string; updatedAt: Date; imageKeys: string[] };

/** Maximum pictures per listing. With all pictures, a part could exceed the protocol's 50 MB. */
const MAX_PICTURES = 5;

/** Rows per statement. A statement takes a few milliseconds, so other work can run between statements. */
const ROWS_PER_BATCH = 10_000;

/** Returns a part's available listings in batches. */
export async function* readPart(
  db: Database,
  {
    part,
    size,
    rowsPerBatch = ROWS_PER_BATCH,
  }: { part: number; size: number; rowsPerBatch?: number },
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
      .limit(rowsPerBatch)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerBatch) return;
    after = last.id;
  }
}
