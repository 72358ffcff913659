/** Pending and past notifications of each recipient. */

import { sql } from 'kysely';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { matches, type SearchConditions } from '../../properties/search/search-conditions.ts';

/** Homes of one search that are stored and shown; further ones are counted (docs/product/alerts.md, When). */
export const MAX_NEWS_HOMES = 12;

/** Why a recipient is notified of a home. */
export type AlertReason = 'new' | 'price_cut' | 'back' | 'open_house';

/** A pending notification for one search. */
export type NewItem = {
  recipient: string;
  searchId: string;
  dueAt: Date;
  homes: readonly { propertyId: string; reason: AlertReason; previousPrice: number | null }[];
  /** Further homes, which are only counted. */
  moreCount: number;
};

/** Past notifications of recipients. */
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

/** Notes what recipients will be notified of. */
export async function insertItems(db: Database, items: readonly NewItem[]): Promise<void> {
  const rows = items.map(({ homes, ...item }) => ({
    ...item,
    homes: Object.fromEntries(
      homes.map(({ propertyId, reason, previousPrice }) => [propertyId, [reason, previousPrice]]),
    ),
  }));
  await sql`
    insert into alert_news (recipient, search_id, due_at, homes, more_count)
    select n.recipient, n."searchId", n."dueAt", n.homes, n."moreCount"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (recipient text, "searchId" bigint, "dueAt" timestamptz, homes jsonb, "moreCount" integer)`.execute(
    db,
  );
}

/**
 * Finds changed homes that already wait to be emailed to a recipient. These are emailed once, for the first reason,
 * and with the highest previous price.
 */
export async function mergeWaiting(
  db: Database,
  pairs: readonly { recipient: string; propertyId: string; previousPrice: number | null }[],
): Promise<{ recipient: string; property_id: string }[]> {
  const { rows } = await sql<{ recipient: string; property_id: string }>`
    with waiting as (
      select i.id, i.recipient, w."propertyId" as property_id,
        jsonb_build_array(i.homes->w."propertyId"->0,
          greatest((i.homes->w."propertyId"->>1)::numeric, w."previousPrice")) as home
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
        as w (recipient text, "propertyId" text, "previousPrice" numeric)
      join alert_news i on i.recipient = w.recipient and i.homes ? w."propertyId"
      for update of i
    ), merged as (
      update alert_news i set homes = i.homes || w.homes
      from (select id, jsonb_object_agg(property_id, home) as homes from waiting group by id) w
      where i.id = w.id
    )
    select recipient, property_id from waiting`.execute(db);
  return rows;
}

/** A search, or all searches of a frequency of one recipient, of which something is due. */
export type DueAlert = {
  search_id: string;
  recipient: string;
  frequency: MailFrequency;
  time_zone: string;
};

/** Whom something is due for that was noted for a time: by search for instant emails, else one search of a recipient. */
export async function findDueAlerts(db: Database, dueAt: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    select min(i.search_id) as search_id, i.recipient, s.frequency, min(s.time_zone) as time_zone
    from alert_news i join saved_searches s on s.id = i.search_id
    where i.due_at = ${dueAt} and s.frequency <> 'never'
    group by i.recipient, s.frequency, case when s.frequency = 'instant' then s.id end`.execute(db);
  return rows;
}

/** Puts off what was noted for one time and is of emails that come later by now. */
export async function postponeItems(
  db: Database,
  { recipient, frequency }: DueAlert,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await sql`
    update alert_news i set due_at = ${to} from saved_searches s
    where s.id = i.search_id and s.frequency = ${frequency}
      and i.recipient = ${recipient} and i.due_at = ${from}`.execute(db);
}

/** The pending news of one search: the rows that noted it. */
export type WaitingNews = { search_id: string; ids: string[] };

/** The pending news of a recipient, of one search or due for all searches of a frequency; locked. */
export async function findWaitingNews(
  db: Database,
  of: { searchId: string } | { recipient: string; frequency: MailFrequency },
  now: Date,
): Promise<WaitingNews[]> {
  const which =
    'searchId' in of
      ? sql`i.search_id = ${of.searchId}`
      : sql`i.recipient = ${of.recipient} and s.frequency = ${of.frequency} and i.due_at <= ${now}`;
  const { rows } = await sql<WaitingNews>`
    with held as (
      select i.id, i.search_id from alert_news i join saved_searches s on s.id = i.search_id
      where ${which} for update of i
    )
    select search_id, array_agg(id::text) as ids from held group by search_id order by search_id`.execute(
    db,
  );
  return rows;
}

/** A home that a recipient is to be notified of. */
export type NewsHome = {
  propertyId: string;
  reason: AlertReason;
  previousPrice: number | null;
  price: number;
};

/** The remaining news of one search: the newest homes, and how many there are in all. */
export type SearchNews = { count: number; homes: NewsHome[] };

/**
 * Compares what waits for a search with the homes as they are. PostgreSQL does: descriptions are not read, however many
 * homes there are.
 *
 * @param of.ids rows of `findWaitingNews`
 * @param of.since what was due before is left out
 */
export async function findSearchNews(
  db: Database,
  of: { ids: readonly string[]; conditions: SearchConditions; ownerId: string | null; since: Date },
): Promise<SearchNews> {
  const { ids, conditions, ownerId, since } = of;
  const { rows } = await sql<SearchNews>`
    with news as (
      select * from alert_news where id = any(${ids}::bigint[]) and due_at >= ${since}
    ), found as materialized (
      select p.id, p.created_at, p.price, h.value->>0 as reason, (h.value->>1)::numeric as previous_price
      from news i cross join lateral jsonb_each(i.homes) h
      join public_properties p on p.id = h.key::bigint
      left join alert_memory m on m.recipient = i.recipient and m.property_id = p.id
      where ${matches(conditions)} and p.agent_id is distinct from ${ownerId}::bigint
        -- No known price makes any price a cut.
        and (h.value->>0 <> 'price_cut'
          or coalesce(p.price < least((h.value->>1)::numeric, m.lowest_price), true))
    )
    select coalesce(json_agg(json_build_object('propertyId', id::text, 'reason', reason,
        'previousPrice', previous_price, 'price', price) order by created_at desc, id desc), '[]') as homes,
      -- Homes that were only counted count if any of the listed ones still matches.
      (select count(*) from found)::int
        + case when count(*) = 0 then 0 else (select coalesce(sum(more_count), 0)::int from news) end as count
    from (select * from found order by created_at desc, id desc limit ${MAX_NEWS_HOMES}) newest`.execute(
    db,
  );
  return rows[0] ?? { count: 0, homes: [] };
}

/** When the next of what waits for a digest of a recipient is due; null when nothing waits. */
export async function findNextDue(
  db: Database,
  of: { recipient: string; frequency: MailFrequency },
): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(i.due_at) as due_at from alert_news i join saved_searches s on s.id = i.search_id
    where i.recipient = ${of.recipient} and s.frequency = ${of.frequency}`.execute(db);
  return rows[0]?.due_at ?? null;
}

/** Takes out what waits. */
export async function deleteNews(db: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from alert_news where id = any(${ids}::bigint[])`.execute(db);
}

/** Takes out what was due before a time and was never mailed. */
export async function deleteOldItems(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('alert_news').where('due_at', '<', before).execute();
}

/** Takes out what waits for a search. */
export async function deleteItemsOf(db: Database, searchId: string): Promise<void> {
  await db.deleteFrom('alert_news').where('search_id', '=', searchId).execute();
}

/** @returns the recipients of what waits for a search and is due at another time from now on */
export async function setDueTime(db: Database, searchId: string, dueAt: Date): Promise<string[]> {
  const rows = await db
    .updateTable('alert_news')
    .set({ due_at: dueAt })
    .where('search_id', '=', searchId)
    .returning('recipient')
    .execute();
  return [...new Set(rows.map(({ recipient }) => recipient))];
}

/**
 * Gives what waits for a user's searches to another address, but for homes that wait there already.
 *
 * @returns of what, and when it is due
 */
export async function moveNews(
  db: Database,
  userId: string,
  recipient: string,
): Promise<{ search_id: string; recipient: string; frequency: MailFrequency; due_at: Date }[]> {
  const { rows } = await sql<{
    search_id: string;
    recipient: string;
    frequency: MailFrequency;
    due_at: Date;
  }>`
    update alert_news i set recipient = ${recipient}, homes = i.homes - array(
      select jsonb_object_keys(o.homes) from alert_news o where o.recipient = ${recipient})
    from saved_searches s
    where s.id = i.search_id and s.user_id = ${userId} and s.frequency <> 'never' and i.recipient <> ${recipient}
    returning i.search_id, i.recipient, s.frequency, i.due_at`.execute(db);
  return rows;
}

/**
 * Gives what a user was notified of to another address; who else has alerts at the old one remembers it, too. What an
 * address was notified of that is another account's by now stays with that one.
 */
export async function moveMemory(
  db: Database,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await sql`
    insert into alert_memory as m (recipient, property_id, lowest_price, back_at)
    select ${to}, property_id, lowest_price, back_at from alert_memory where recipient = ${from}
      and not exists (select from users u where lower(u.email) = ${from} and u.id <> ${userId})
    on conflict (recipient, property_id) do update set
      lowest_price = least(m.lowest_price, excluded.lowest_price),
      back_at = greatest(m.back_at, excluded.back_at)`.execute(db);
  await sql`
    delete from alert_memory m where m.recipient = ${from}
      and not exists (select from saved_searches s where lower(s.email) = ${from})
      and not exists (select from users u where lower(u.email) = ${from} and u.id <> ${userId})`.execute(
    db,
  );
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

/** A home in an email. */
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

/**
 * Homes for an email.
 *
 * @param search which of them are wanted: those that match it and are not its owner's; all, also unavailable ones, if
 *   absent
 */
export async function findAlertHomes(
  db: Database,
  ids: readonly string[],
  search?: { conditions: SearchConditions; ownerId: string | null },
): Promise<AlertHomeRow[]> {
  const isWanted =
    search === undefined
      ? sql`true`
      : sql`${matches(search.conditions)} and p.agent_id is distinct from ${search.ownerId}::bigint`;
  const { rows } = await sql<AlertHomeRow>`
    select p.id, p.title, p.price, p.status, p.bedrooms, p.bathrooms, p.city, p.state, p.is_available,
      (select key from property_images where property_id = p.id and not is_floor_plan order by position limit 1) as picture_key
    from public_properties p where p.id = any(${ids}::bigint[]) and ${isWanted}`.execute(db);
  return rows;
}
