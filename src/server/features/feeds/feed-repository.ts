import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** The last change of a published listing, an agent, an office, or a picture; null where none is on record. */
export async function findLastPublicChange(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from entity_events`.execute(db);
  return rows[0]?.at ?? null;
}
