/** The cache of geocoder responses. */

import { sql } from 'kysely';
import type { GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import type { Database } from '../../database/database.ts';

/** Returns a response stored after `since`; undefined if there is none. */
export async function findGeocode(
  db: Database,
  questionHash: Buffer,
  since: Date,
): Promise<GeocodeResult[] | undefined> {
  const row = await db
    .selectFrom('geocodes')
    .select('results')
    .where('question_hash', '=', questionHash)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row?.results;
}

/** Stores a response; replaces an older one. */
export async function storeGeocode(
  db: Database,
  questionHash: Buffer,
  results: readonly GeocodeResult[],
  createdAt: Date,
): Promise<void> {
  const values = { results: JSON.stringify(results), created_at: createdAt };
  await db
    .insertInto('geocodes')
    .values({ question_hash: questionHash, ...values })
    .onConflict((conflict) => conflict.column('question_hash').doUpdateSet(values))
    .execute();
}

/** Deletes up to 1,000 responses stored before a time. @returns how many were deleted */
export async function deleteGeocodesBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from geocodes where question_hash in (
      select question_hash from geocodes where created_at <= ${time} order by created_at limit 1000
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
