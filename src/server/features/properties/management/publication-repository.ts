/** Reads and writes the publication state of listings. */

import { sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FIELD_NAMES, type FieldName } from '#shared/properties/property-fields.ts';
import type { PublishState } from '#shared/property-choices.ts';
import { actualColumn } from '../../../database/actual-column.ts';
import type { Database } from '../../../database/database.ts';

/** A listing before a change. */
export type StoredListing = {
  agentId: string;
  publishState: PublishState;
  publishAt: Date | null;
  expiresOn: string | null;
  isAvailable: boolean;
  fields: Record<FieldName, unknown>;
};

/** Finds a listing. Returns undefined if it does not exist. */
export async function findStoredListing(
  db: Database,
  id: string,
): Promise<StoredListing | undefined> {
  const fields = sql.join(
    FIELD_NAMES.map((name) => sql`${actualColumn(columnOf(name))} as ${sql.ref(name)}`),
    sql`, `,
  );
  const { rows } = await sql<
    Omit<StoredListing, 'fields'> & { fields: Record<FieldName, unknown> }
  >`
    select agent_id as "agentId", publish_state as "publishState", publish_at as "publishAt",
      expires_on::text as "expiresOn", is_available as "isAvailable",
      (select to_jsonb(f) from (select ${fields}) f) as fields
    from properties where id = ${id}`.execute(db);
  return rows[0];
}

/** A listing's publication columns. Absent columns do not change. */
export type PublicationColumns = {
  publish_state?: PublishState;
  publish_at?: Date | null;
  is_approved?: boolean;
  submitted_at?: Date | null;
  review_reason?: string | null;
  expires_on?: string | null;
  is_available?: boolean;
  is_under_contract?: boolean;
  created_at?: Date;
};

/** Returns the columns that publish a listing now. */
export const publishedColumns = (now: Date): PublicationColumns => ({
  publish_state: 'published',
  publish_at: null,
  review_reason: null,
  is_available: true,
  created_at: now,
});

/** Publishes unpublished listings in the caller's transaction. */
export async function publishListings(
  transaction: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('properties')
    .set({ ...publishedColumns(now), updated_at: now })
    .where('id', 'in', ids)
    .where('publish_state', '!=', 'published')
    .execute();
}
