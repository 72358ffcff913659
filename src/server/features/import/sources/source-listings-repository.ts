/** Reads and changes listings of data sources. */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** Returns whether a source has listings. */
export async function hasListings(db: Database, sourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from properties where source_id = ${sourceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds the IDs and keys of listings that are available at their source. */
export async function findAvailableKeys(
  db: Database,
  sourceId: string,
): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, listing_key as key from properties
    where source_id = ${sourceId} and is_source_available order by id`.execute(db);
  return rows;
}

/** Takes listings off the market. @returns the IDs of the changed listings */
export async function takeOffMarket(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update properties set is_available = false, is_off_market = true, is_under_contract = false,
      is_source_available = false, updated_at = ${now}
    where id = any(${ids}::bigint[]) and is_source_available returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds and locks a batch of a source's listings. */
export async function lockListingBatch(
  db: Database,
  sourceId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from properties where source_id = ${sourceId} order by id limit ${limit} for update`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks a source's default agent so that the account is not deleted before the transaction ends.
 *
 * @returns the agent's ID; null if there is none
 */
export async function lockDefaultAgent(db: Database, sourceId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from data_sources s join users u on u.id = s.default_agent_id
    where s.id = ${sourceId} for key share of u`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Detaches listings from their source, takes them off the market, and assigns them to `agentId`, if any. Without the
 * source's key, the listings can be imported from exported files like other listings created on this site.
 */
export async function releaseListings(
  db: Database,
  ids: readonly string[],
  { agentId, now }: { agentId: string | null; now: Date },
): Promise<void> {
  await sql`
    update properties set source_id = null, listing_key = null, is_source_available = null, is_hidden_by_hand = false,
      is_off_market = is_off_market or is_available, is_available = false, is_under_contract = false,
      agent_id = coalesce(${agentId}::bigint, agent_id), attribution = null, updated_at = ${now}
    where id = any(${ids}::bigint[])`.execute(db);
  await sql`delete from source_media where property_id = any(${ids}::bigint[])`.execute(db);
}

export async function deleteSource(db: Database, id: string): Promise<void> {
  await sql`delete from data_sources where id = ${id} and is_deleted`.execute(db);
}
