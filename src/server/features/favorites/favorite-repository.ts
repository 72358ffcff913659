import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A saved home without its listing. */
export type FavoriteRow = {
  property_id: string;
  note: string | null;
  saved_price: number;
  saved_at: Date;
};

const COLUMNS = ['property_id', 'note', 'saved_price', 'saved_at'] as const;

/** Finds a page of a user's saved homes, newest first, and their total. */
export async function findFavorites(
  db: Database,
  userId: string,
  { offset, limit }: Slice,
): Promise<{ rows: FavoriteRow[]; total: number }> {
  const rows = await db
    .selectFrom('favorites')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('property_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const total = await countFavorites(db, userId);
  return { rows, total };
}

/** Finds the IDs of all saved homes of a user, newest first; at most `MAX_FAVORITES`. */
export async function findFavoriteIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorites')
    .select('property_id')
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('property_id', 'desc')
    .execute();
  return rows.map(({ property_id: id }) => id);
}

export async function findFavorite(
  db: Database,
  userId: string,
  propertyId: string,
): Promise<FavoriteRow | undefined> {
  return db
    .selectFrom('favorites')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
}

export async function countFavorites(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from favorites where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the listings that `insertFavorites` would save. */
export async function countNewFavorites(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public_properties p where p.id = any(${[...ids]}::bigint[])
      and not exists (
        select from favorites f where f.user_id = ${userId} and f.property_id = p.id
      )`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Saves homes with their current prices. Skips homes that are not public or already saved.
 *
 * @param ids newest first; each is saved a millisecond earlier than the previous one
 */
export async function insertFavorites(
  db: Database,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    with listings as (
      -- Waits for concurrent deletions, and omits the deleted listings. Ordered, to avoid deadlocks.
      select id, price from public_properties where id = any(${[...ids]}::bigint[])
      order by id for key share
    )
    insert into favorites (user_id, property_id, saved_price, saved_at)
    select ${userId}, p.id, p.price, ${now}::timestamptz - (requested.position - 1) * interval '1 millisecond'
    from unnest(${[...ids]}::bigint[]) with ordinality as requested (id, position)
    join listings p on p.id = requested.id
    on conflict (user_id, property_id) do nothing`.execute(db);
}

/** @param note null clears it */
export async function setFavoriteNote(
  db: Database,
  userId: string,
  propertyId: string,
  note: string | null,
): Promise<void> {
  await db
    .updateTable('favorites')
    .set({ note })
    .where('user_id', '=', userId)
    .where('property_id', '=', propertyId)
    .execute();
}

export async function removeFavorite(
  db: Database,
  userId: string,
  propertyId: string,
): Promise<void> {
  await db
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where('property_id', '=', propertyId)
    .execute();
}
