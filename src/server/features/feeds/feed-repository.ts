import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * Returns the time of the last change to a published listing, agent, office, or picture; null if none
 * is recorded.
 */
export async function findLastPublicChange(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from entity_events`.execute(db);
  return rows[0]?.at ?? null;
}
