import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** How many listings are available. */
export async function countAvailable(db: Database): Promise<number> {
  const row = await db
    .selectFrom('property_totals')
    .select(sql<number>`coalesce(sum(listing_count), 0)::int`.as('count'))
    .where('is_available', '=', true)
    .executeTakeFirstOrThrow();
  return row.count;
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

/** A part of the available listings, newest first. */
export async function findAvailable(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .selectFrom('properties')
    .select(['id', 'updated_at as updatedAt'])
    .where(sql<boolean>`is_available`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
