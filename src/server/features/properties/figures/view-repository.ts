/** Stores views and their salts (docs/product/figures.md, Views). */

import { sql } from 'kysely';
import { officeIdOf } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';

/** A view to count. `hash` identifies the visitor and listing. */
export type View = { propertyId: string; day: string; hash: Buffer };

/** A listing with its agent and their office, to find out whether a viewer manages it. */
export type ViewedHome = { id: string; agentId: string; officeId: string | null };

/** Returns publicly visible listings by ID. */
export async function findViewedHomes(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ViewedHome>> {
  const rows = await db
    .selectFrom('public_properties')
    .select([
      'id',
      'agent_id as agentId',
      officeIdOf(sql`public_properties.agent_id`).as('officeId'),
    ])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((home) => [home.id, home]));
}

/** Returns a day's salt, which all processes share, and deletes earlier salts. */
export async function getOrCreateSalt(db: Database, day: string, newSalt: Buffer): Promise<Buffer> {
  await deleteSaltsBefore(db, day);
  const { rows } = await sql<{ salt: Buffer }>`
    insert into view_salts as s (day, salt) values (${day}, ${newSalt})
    on conflict (day) do update set salt = s.salt returning salt`.execute(db);
  return rows[0]?.salt ?? newSalt;
}

export async function deleteSaltsBefore(db: Database, day: string): Promise<void> {
  await sql`delete from view_salts where day < ${day}`.execute(db);
}

export async function deleteCountedViewsBefore(db: Database, day: string): Promise<void> {
  await sql`delete from counted_views where day < ${day}`.execute(db);
}

/**
 * Counts new views in one statement. Ignores views of listings that are no longer public, and views
 * that were already counted.
 */
export async function writeViews(db: Database, views: readonly View[]): Promise<void> {
  const ids = views.map(({ propertyId }) => propertyId);
  const days = views.map(({ day }) => day);
  const hashes = views.map(({ hash }) => hash);
  await sql`
    with incoming as (
      select property_id, day, hash
      from unnest(${ids}::bigint[], ${days}::date[], ${hashes}::bytea[]) as incoming (property_id, day, hash)
    ), homes as materialized (
      select id from public_properties where id in (select property_id from incoming) order by id for key share
    ), added as (
      insert into counted_views (view_hash, day) select hash, day from incoming order by hash
      on conflict (view_hash) do nothing returning view_hash
    )
    insert into property_figures as f (property_id, day, views)
    select i.property_id, i.day, count(distinct i.hash)
    from incoming i join homes h on h.id = i.property_id
    where i.hash in (select view_hash from added)
    group by 1, 2 order by 1, 2
    on conflict (property_id, day) do update set views = f.views + excluded.views`.execute(db);
}
