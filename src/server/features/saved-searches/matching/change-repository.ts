/** Reads and dequeues changed homes to match. Triggers on the tables of listings and open houses queue them. */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { type ChangedHome, buildHomeJson } from '../alerts/home-repository.ts';

/** A home with queued changes. */
export type QueuedHome = { propertyId: string; changeIds: string[] };

/** Returns homes with the oldest changes. @param limit the maximum number of changes */
export async function findQueuedHomes(db: Database, limit: number): Promise<QueuedHome[]> {
  const { rows } = await sql<QueuedHome>`
    select property_id as "propertyId", array_agg(id::text order by id) as "changeIds"
    from (select id, property_id from property_changes order by id limit ${limit}) c
    group by property_id order by min(id)`.execute(db);
  return rows;
}

/** New homes are not reported if their listing date is older than this when they are added. */
const MAX_LISTING_AGE = sql`interval '7 days'`;

/**
 * Returns homes with their changes, except homes that are deleted or not public, demo homes, and new
 * homes with an old listing date. A home that was unavailable between two changes counts as
 * unavailable before them, so it is reported as back on the market.
 */
export async function findChangedHomes(
  db: Database,
  queued: readonly QueuedHome[],
  now: Date,
): Promise<ChangedHome[]> {
  const ids = queued.flatMap(({ changeIds }) => changeIds);
  const { rows } = await sql<ChangedHome>`
    with first as (
      select property_id, (array_agg(before order by id))[1]
          -- The earlier value of next_open_house is recorded only when an open house is announced.
          || coalesce((array_agg(jsonb_build_object('next_open_house', before->'next_open_house') order by id)
            filter (where before ? 'next_open_house'))[1], '{}')
          || case when bool_and((before->>'is_available')::boolean) then '{}' else '{"is_available":false}' end::jsonb
          as before,
        (array_agg(changed_at order by id))[1] as changed_at,
        jsonb_agg(jsonb_build_object('price', before->'price', 'isAvailable', before->'is_available',
          'isOffMarket', before->'is_off_market', 'at', changed_at)
          order by id) filter (where before is not null) as states
      from property_changes where id = any(${ids}::bigint[]) group by property_id
    )
    select f.property_id, f.before, f.changed_at, f.states, ${buildHomeJson(now)} as after
    from first f join public_properties p on p.id = f.property_id
    where not exists (select from property_images i where i.property_id = p.id and i.key like 'demo-%')
      and (f.before is not null or least(f.changed_at, ${now}) - p.created_at <= ${MAX_LISTING_AGE})
    order by f.property_id`.execute(db);
  return rows;
}

/**
 * Removes changes from the queue in the caller's transaction.
 *
 * @returns the homes whose changes were all still queued, except those locked by another worker
 */
export async function dequeueChanges(
  transaction: Database,
  queued: readonly QueuedHome[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ property_id: string }>`
    with locked as (
      select c.id, c.property_id from property_changes c
      where c.id = any(${queued.flatMap(({ changeIds }) => changeIds)}::bigint[]) for update skip locked
    ), complete as (
      select w."propertyId" from jsonb_to_recordset(${JSON.stringify(queued)}::jsonb) as w ("propertyId" bigint, "changeIds" jsonb)
      join (select property_id, count(*) from locked group by 1) l on l.property_id = w."propertyId"
      where jsonb_array_length(w."changeIds") = l.count
    ), deleted as (
      delete from property_changes c using locked l join complete w on w."propertyId" = l.property_id
      where c.id = l.id returning c.property_id
    )
    select distinct property_id from deleted`.execute(transaction);
  return new Set(rows.map(({ property_id: id }) => id));
}
