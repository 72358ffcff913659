/**
 * From a changed home to the mails about it: changes, the searches that may match, and what each recipient will be
 * notified of.
 */

import { sql } from 'kysely';
import type { Frequency, MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import type { PropertyRowJson } from '#shared/property-rows.ts';

/** Why a recipient is notified of a home. */
export type AlertReason = 'new' | 'price_cut' | 'back';

/** A home that has changed: as it was before the first change that was not matched yet, and as it is. */
export type ChangedHome = {
  property_id: string;
  /** Null for a new one. */
  before: PropertyRowJson | null;
  after: PropertyRowJson;
  changed_at: Date;
  /** As it was before each of its changes, oldest first; null when there was none but that it came. */
  states: { price: number; isAvailable: boolean; at: string }[] | null;
};

/** A row of `properties` as JSON, with its next open house. */
const homeAsJson = (
  now: Date,
) => sql`(to_jsonb(p) - 'search') || jsonb_build_object('next_open_house', (
  select jsonb_build_object('start', o.start_at, 'end', o.end_at, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz order by o.start_at, o.id limit 1))`;

/**
 * Takes changed homes out of the queue of changes, in the caller's transaction.
 *
 * @returns those that are still there, available or not, and how many changes were taken
 */
export async function takeChangedHomes(
  db: Database,
  most: number,
  now: Date,
): Promise<{ homes: ChangedHome[]; taken: number }> {
  const { rows } = await sql<ChangedHome & { taken: number }>`
    with taken as (
      delete from property_changes where id in (
        select id from property_changes order by id limit ${most} for update skip locked)
      returning id, property_id, before, changed_at
    ), first as (
      select property_id::text, (array_agg(before order by id))[1] as before,
        (array_agg(changed_at order by id))[1] as changed_at,
        jsonb_agg(jsonb_build_object('price', before->'price', 'isAvailable', before->'is_available', 'at', changed_at)
          order by id) filter (where before is not null) as states
      from taken group by property_id
    )
    select f.property_id, f.before, f.changed_at, f.states, case when p.id is not null then ${homeAsJson(now)} end as after,
      (select count(*)::int from taken) as taken
    from (select count(*) from taken) as counted
    left join first f on true
    left join properties p on p.id = f.property_id::bigint
      and not exists (select from property_images i where i.property_id = p.id and i.key like 'demo-%')
    order by f.property_id::bigint`.execute(db);
  const homes = rows.filter(({ after }) => after !== null);
  return { homes, taken: rows[0]?.taken ?? 0 };
}

/** A search that may match a home, of a recipient whose e-mail address is confirmed. */
export type CandidateRow = {
  property_id: string;
  search_id: string;
  /** The account of that address, also of a search without one; null when there is none. */
  user_id: string | null;
  /** The address in lower case. */
  recipient: string;
  search: string;
  frequency: MailFrequency;
  time_zone: string;
  last_mail_at: Date | null;
};

/** The searches that share a key with a home (search-keys.ts). */
export async function findCandidates(
  db: Database,
  homes: readonly { propertyId: string; keys: readonly string[] }[],
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select h."propertyId" as property_id, s.id as search_id, coalesce(s.user_id, o.id) as user_id, s.search::text as search, s.frequency,
      s.time_zone, s.last_mail_at, lower(coalesce(s.email, u.email)) as recipient
    from jsonb_to_recordset(${JSON.stringify(homes)}::jsonb) as h ("propertyId" text, keys text[])
    join saved_searches s on s.keys && h.keys
    left join users u on u.id = s.user_id
    left join users o on lower(o.email) = lower(s.email)
    left join alert_preferences a on a.user_id = s.user_id
    where s.frequency <> 'never'
      and case when s.user_id is null then s.confirmed_at is not null
        else lower(a.confirmed_email) = lower(u.email) end`.execute(db);
  return rows;
}

/** What a recipient will be notified of about a home. */
export type NewItem = {
  recipient: string;
  searchId: string;
  propertyId: string;
  reason: AlertReason;
  previousPrice: number | null;
  dueAt: Date;
};

/** What recipients were notified of. */
export async function findMemory(
  db: Database,
  pairs: readonly { recipient: string; propertyId: string }[],
): Promise<
  { recipient: string; property_id: string; lowest_price: number; back_at: Date | null }[]
> {
  const { rows } = await sql<{
    recipient: string;
    property_id: string;
    lowest_price: number;
    back_at: Date | null;
  }>`
    select m.recipient, m.property_id, m.lowest_price, m.back_at
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w (recipient text, "propertyId" bigint)
    join alert_memory m on m.recipient = w.recipient and m.property_id = w."propertyId"`.execute(
    db,
  );
  return rows;
}

/** Notes what recipients will be notified of. For a home that is noted already, the first reason stays. */
export async function insertItems(db: Database, items: readonly NewItem[]): Promise<void> {
  await sql`
    insert into alert_items as i (recipient, search_id, property_id, reason, previous_price, due_at)
    select n.recipient, n."searchId", n."propertyId", n.reason, n."previousPrice", n."dueAt"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as n (recipient text, "searchId" bigint, "propertyId" bigint, reason text, "previousPrice" numeric, "dueAt" timestamptz)
    on conflict (recipient, property_id) do update set
      previous_price = greatest(i.previous_price, excluded.previous_price)`.execute(db);
}

/** A home that a recipient is to be notified of. */
export type ItemRow = {
  id: string;
  search_id: string;
  property_id: string;
  reason: AlertReason;
  previous_price: number | null;
  due_at: Date;
  frequency: Frequency;
  /** The home as it is; null when it is no longer available. */
  home: PropertyRowJson | null;
  lowest_price: number | null;
};

/** What a recipient is to be notified of: for one search, or of all searches of a frequency; locked. */
export async function findItems(
  db: Database,
  of: { searchId: string } | { recipient: string; frequency: MailFrequency },
  now: Date,
): Promise<ItemRow[]> {
  const which =
    'searchId' in of
      ? sql`i.search_id = ${of.searchId}`
      : sql`i.recipient = ${of.recipient} and s.frequency = ${of.frequency}`;
  const { rows } = await sql<ItemRow>`
    select i.id, i.search_id, i.property_id, i.reason, i.previous_price, i.due_at, s.frequency,
      case when p.is_available then ${homeAsJson(now)} end as home, m.lowest_price
    from alert_items i join saved_searches s on s.id = i.search_id
    join properties p on p.id = i.property_id
    left join alert_memory m on m.recipient = i.recipient and m.property_id = i.property_id
    where ${which} order by i.search_id, i.id for update of i`.execute(db);
  return rows;
}

/** Takes items out. */
export async function deleteItems(db: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from alert_items where id = any(${ids}::bigint[])`.execute(db);
}

/** Takes out what waits for a search. */
export async function deleteItemsOf(db: Database, searchId: string): Promise<void> {
  await db.deleteFrom('alert_items').where('search_id', '=', searchId).execute();
}

/** @returns the recipients of what waits for a search and is due at another time from now on */
export async function setDueTime(db: Database, searchId: string, dueAt: Date): Promise<string[]> {
  const rows = await db
    .updateTable('alert_items')
    .set({ due_at: dueAt })
    .where('search_id', '=', searchId)
    .returning('recipient')
    .execute();
  return [...new Set(rows.map(({ recipient }) => recipient))];
}

/** Stores what a recipient is notified of now. */
export async function rememberTold(
  db: Database,
  recipient: string,
  told: readonly { propertyId: string; price: number; isBack: boolean }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into alert_memory as m (recipient, property_id, lowest_price, back_at)
    select ${recipient}, t."propertyId", t.price, case when t."isBack" then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t ("propertyId" bigint, price numeric, "isBack" boolean)
    on conflict (recipient, property_id) do update set
      lowest_price = least(m.lowest_price, excluded.lowest_price),
      back_at = coalesce(excluded.back_at, m.back_at)`.execute(db);
}

/** What a mail says of a home. */
export type AlertHomeRow = {
  id: string;
  title: string;
  price: number;
  status: string;
  bedrooms: number;
  bathrooms: number;
  city: string;
  state: string;
  is_available: boolean;
  picture_key: string | null;
};

/** Homes for a mail, available or not. */
export async function findAlertHomes(
  db: Database,
  ids: readonly string[],
): Promise<AlertHomeRow[]> {
  const { rows } = await sql<AlertHomeRow>`
    select p.id, p.title, p.price, p.status, p.bedrooms, p.bathrooms, p.city, p.state, p.is_available,
      (select key from property_images where property_id = p.id order by position limit 1) as picture_key
    from properties p where p.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
