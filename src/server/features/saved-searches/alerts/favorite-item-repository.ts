/** Stores changed saved homes for the daily email (docs/product/alerts.md, Saved homes). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { ChangedHome } from './home-repository.ts';

/**
 * A user, and a home they saved that has since become cheaper or unavailable, or was off the market
 * and has been sold or rented.
 */
type ChangedFavoriteRow = {
  user_id: string;
  property_id: string;
  /** The email address in lowercase. */
  recipient: string;
  time_zone: string;
  previous_price: number;
  was_available: boolean;
  was_off_market: boolean;
  changed_at: Date;
};

/**
 * Finds users who saved changed homes and receive alerts about them: they have not turned these
 * alerts off, their address is confirmed, and they are not the home's agent.
 */
export async function findChangedFavorites(
  db: Database,
  homes: readonly ChangedHome[],
): Promise<ChangedFavoriteRow[]> {
  const changedHomes = homes.map(({ property_id: propertyId, after, states }) => ({
    propertyId,
    states,
    price: after['price'],
    isAvailable: after['is_available'],
    isOffMarket: after['is_off_market'],
    agentId: after['agent_id'],
  }));
  const { rows } = await sql<ChangedFavoriteRow>`
    select f.user_id, f.property_id, lower(u.email) as recipient, coalesce(a.time_zone, 'UTC') as time_zone,
      s.price as previous_price, s."isAvailable" as was_available, s."isOffMarket" as was_off_market, s.at as changed_at
    from jsonb_to_recordset(${JSON.stringify(changedHomes)}::jsonb)
      as h ("propertyId" bigint, states jsonb, price numeric, "isAvailable" boolean, "isOffMarket" boolean, "agentId" bigint)
    join favorites f on f.property_id = h."propertyId"
    join users u on u.id = f.user_id and u.id <> h."agentId"
    join alert_preferences a on a.user_id = u.id
      and a.alerts_on_favorites and lower(a.confirmed_email) = lower(u.email)
    cross join lateral (
      -- The home's state before its first change after it was saved.
      select * from jsonb_to_recordset(h.states) as s (price numeric, "isAvailable" boolean, "isOffMarket" boolean, at timestamptz)
      where s.at >= f.saved_at order by s.at limit 1
    ) s
    where h.price < s.price or (s."isAvailable" and not h."isAvailable")
      or (s."isOffMarket" and not h."isOffMarket" and not h."isAvailable"
        -- Only once: the home could have been reported as sold before it was taken off the market.
        and (select count(*) from property_history c
          where c.property_id = h."propertyId" and c.change = 'availability' and c.new_value = 'false'
            and c.changed_at >= f.saved_at and c.id > coalesce((select max(t.id) from property_history t
              where t.property_id = h."propertyId" and t.change = 'availability' and t.new_value = 'true'), 0)) < 2)`.execute(
    db,
  );
  return rows;
}

/** A changed saved home for the next daily email, with its previous state. */
type NewFavoriteItem = {
  userId: string;
  propertyId: string;
  previousPrice: number;
  wasAvailable: boolean;
  wasOffMarket: boolean;
  dueAt: Date;
};

/** Stores saved homes for the next daily email. Homes already pending keep their previous state. */
export async function insertFavoriteItems(
  db: Database,
  items: readonly NewFavoriteItem[],
): Promise<void> {
  await sql`
    insert into favorite_items (user_id, property_id, previous_price, was_available, was_off_market, due_at)
    select "userId", "propertyId", "previousPrice", "wasAvailable", "wasOffMarket", "dueAt"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as n ("userId" bigint, "propertyId" bigint,
      "previousPrice" numeric, "wasAvailable" boolean, "wasOffMarket" boolean, "dueAt" timestamptz)
    on conflict (user_id, property_id) do update set due_at = excluded.due_at`.execute(db);
}

/** Returns the time when a user's first pending saved home is due, or null if none is pending. */
export async function findFavoritesDueTime(db: Database, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(due_at) as due_at from favorite_items where user_id = ${userId}`.execute(db);
  return rows[0]?.due_at ?? null;
}

/** A pending saved home: its previous and current state. */
export type FavoriteItemRow = {
  user_id: string;
  property_id: string;
  previous_price: number;
  was_available: boolean;
  was_off_market: boolean;
  price: number;
  is_available: boolean;
  status: string;
  is_off_market: boolean;
  /** The lowest price in an email to this address; null if there was none. */
  lowest_price: number | null;
};

/**
 * Deletes and returns a recipient's pending saved homes.
 *
 * @param since homes that were due earlier are omitted
 * @returns homes that are still saved, most recently saved first; none if the user turned these
 *   alerts off or has not confirmed the address
 */
export async function consumeFavoriteItems(
  db: Database,
  recipient: string,
  since: Date,
): Promise<FavoriteItemRow[]> {
  const { rows } = await sql<FavoriteItemRow>`
    with consumed as (
      delete from favorite_items i using users u where u.id = i.user_id and lower(u.email) = ${recipient}
      returning i.user_id, i.property_id, i.previous_price, i.was_available, i.was_off_market, i.due_at
    )
    select t.user_id, t.property_id, t.previous_price, t.was_available, t.was_off_market, p.price, p.is_available, p.status,
      p.is_off_market or exists (select from hidden_properties h where h.property_id = p.id) as is_off_market,
      m.lowest_price
    from consumed t join public_properties p on p.id = t.property_id and p.agent_id <> t.user_id
    join favorites f on f.user_id = t.user_id and f.property_id = t.property_id
    join alert_preferences a on a.user_id = t.user_id
      and a.alerts_on_favorites and lower(a.confirmed_email) = ${recipient}
    left join alert_memory m on m.recipient = ${recipient} and m.property_id = t.property_id
    where t.due_at >= ${since}
    order by f.saved_at desc, f.property_id desc`.execute(db);
  return rows;
}
