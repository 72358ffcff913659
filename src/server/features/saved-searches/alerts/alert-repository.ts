/** Stores pending alerts and each recipient's alert history. */

import { sql } from 'kysely';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { matches, type SearchConditions } from '../../properties/search/search-conditions.ts';

/** Maximum number of homes stored per search and matching run, and listed in an email. Others are only counted (docs/product/alerts.md, When). */
export const MAX_ALERT_HOMES = 12;

/** The reason to notify a recipient of a home. */
export type AlertReason = 'new' | 'price_cut' | 'back' | 'open_house';

/** A new pending alert for one search. */
export type NewPendingAlert = {
  recipient: string;
  searchId: string;
  dueAt: Date;
  homes: readonly { propertyId: string; reason: AlertReason; previousPrice: number | null }[];
  /** The number of other homes, which are not stored. */
  moreCount: number;
};

/** The period in which a recipient's emails about one home are counted. */
export const EMAIL_COUNT_PERIOD_MS = 24 * 60 * 60 * 1000;

/** A recipient's earlier notifications about one home. */
export type AlertHistoryRow = {
  recipient: string;
  property_id: string;
  lowest_price: number;
  back_at: Date | null;
  /** The number of emails in the period that began at `counted_since`. */
  email_count: number;
  counted_since: Date | null;
};

/** Returns recipients' earlier notifications. */
export async function findAlertHistory(
  db: Database,
  pairs: readonly { recipient: string; propertyId: string }[],
): Promise<AlertHistoryRow[]> {
  const { rows } = await sql<AlertHistoryRow>`
    select m.recipient, m.property_id, m.lowest_price, m.back_at, m.email_count, m.counted_since
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w (recipient text, "propertyId" bigint)
    join alert_memory m on m.recipient = w.recipient and m.property_id = w."propertyId"`.execute(
    db,
  );
  return rows;
}

/** Inserts pending alerts. */
export async function insertPendingAlerts(
  db: Database,
  items: readonly NewPendingAlert[],
): Promise<void> {
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
 * Builds a condition for pending alerts whose recipient is still the confirmed address of the search's account, if it
 * has one. The others wait until the account confirms its new address; their recipient can belong to another account.
 *
 * @param alert the alias of `alert_news`
 * @param search the alias of the alert's `saved_searches`
 */
export const isSendable = (
  alert: string,
  search: string,
) => sql`(${sql.ref(`${search}.user_id`)} is null or exists (
  select from users u join alert_preferences a on a.user_id = u.id and lower(a.confirmed_email) = lower(u.email)
  where u.id = ${sql.ref(`${search}.user_id`)} and lower(u.email) = ${sql.ref(`${alert}.recipient`)}))`;

/**
 * Merges changed homes into pending alerts that already contain them. A home is emailed once, with
 * the first reason and the highest previous price. Returns the merged homes.
 */
export async function mergeIntoPending(
  db: Database,
  pairs: readonly { recipient: string; propertyId: string; previousPrice: number | null }[],
): Promise<{ recipient: string; property_id: string }[]> {
  const { rows } = await sql<{ recipient: string; property_id: string }>`
    with pending as (
      select i.id, i.recipient, w."propertyId" as property_id,
        jsonb_build_array(i.homes->w."propertyId"->0,
          greatest((i.homes->w."propertyId"->>1)::numeric, w."previousPrice")) as home
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
        as w (recipient text, "propertyId" text, "previousPrice" numeric)
      join alert_news i on i.recipient = w.recipient and i.homes ? w."propertyId"
      join saved_searches s on s.id = i.search_id and ${isSendable('i', 's')}
      for update of i
    ), merged as (
      update alert_news i set homes = i.homes || w.homes
      from (select id, jsonb_object_agg(property_id, home) as homes from pending group by id) w
      where i.id = w.id
    )
    select recipient, property_id from pending`.execute(db);
  return rows;
}

/**
 * A group of due alerts that go into one email: those of one search (instant), or of all of a
 * recipient's searches with the same frequency (digest).
 */
export type DueAlert = {
  search_id: string;
  recipient: string;
  frequency: MailFrequency;
  time_zone: string;
};

/** Finds the groups of alerts that are due at exactly `dueAt`. */
export async function findDueAlerts(db: Database, dueAt: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    select min(i.search_id) as search_id, i.recipient, s.frequency, min(s.time_zone) as time_zone
    from alert_news i join saved_searches s on s.id = i.search_id
    where i.due_at = ${dueAt} and s.frequency <> 'never'
    group by i.recipient, s.frequency, case when s.frequency = 'instant' then s.id end`.execute(db);
  return rows;
}

/** Postpones alerts whose emails are now sent at a later time. */
export async function postponePendingAlerts(
  db: Database,
  { recipient, frequency }: DueAlert,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await sql`
    update alert_news i set due_at = ${to} from saved_searches s
    where s.id = i.search_id and s.frequency = ${frequency}
      and i.recipient = ${recipient} and i.due_at = ${from}`.execute(db);
}

/** The IDs of one search's pending alerts. */
export type PendingAlerts = { search_id: string; ids: string[] };

/** Locks and returns the sendable alerts of one search, or a recipient's due alerts with the same frequency. */
export async function lockPendingAlerts(
  db: Database,
  target: { searchId: string } | { recipient: string; frequency: MailFrequency },
  now: Date,
): Promise<PendingAlerts[]> {
  const condition =
    'searchId' in target
      ? sql`i.search_id = ${target.searchId}`
      : sql`i.recipient = ${target.recipient} and s.frequency = ${target.frequency} and i.due_at <= ${now}`;
  const { rows } = await sql<PendingAlerts>`
    with locked as (
      select i.id, i.search_id from alert_news i join saved_searches s on s.id = i.search_id
      where ${condition} and ${isSendable('i', 's')} for update of i
    )
    select search_id, array_agg(id::text) as ids from locked group by search_id order by search_id`.execute(
    db,
  );
  return rows;
}

/** A home that a recipient will be notified of. */
export type MatchedHome = {
  propertyId: string;
  reason: AlertReason;
  previousPrice: number | null;
  price: number;
};

/** The pending homes that still match a search: the newest ones, and the total. */
export type CurrentMatches = { count: number; homes: MatchedHome[] };

/**
 * Compares a search's pending alerts with the homes' current state. Runs in PostgreSQL so that
 * descriptions are not transferred.
 *
 * @param pending.ids from `lockPendingAlerts`
 * @param pending.since alerts that were due earlier are omitted
 */
export async function findCurrentMatches(
  db: Database,
  pending: {
    ids: readonly string[];
    conditions: SearchConditions;
    ownerId: string | null;
    since: Date;
  },
): Promise<CurrentMatches> {
  const { ids, conditions, ownerId, since } = pending;
  const { rows } = await sql<CurrentMatches>`
    with news as (
      select * from alert_news where id = any(${ids}::bigint[]) and due_at >= ${since}
    ), found as materialized (
      select p.id, p.created_at, p.price, h.value->>0 as reason, (h.value->>1)::numeric as previous_price
      from news i cross join lateral jsonb_each(i.homes) h
      join public_properties p on p.id = h.key::bigint
      left join alert_memory m on m.recipient = i.recipient and m.property_id = p.id
      where ${matches(conditions)} and p.agent_id is distinct from ${ownerId}::bigint
        -- Without a known previous price, any price is a cut.
        and (h.value->>0 <> 'price_cut'
          or coalesce(p.price < least((h.value->>1)::numeric, m.lowest_price), true))
    )
    select coalesce(json_agg(json_build_object('propertyId', id::text, 'reason', reason,
        'previousPrice', previous_price, 'price', price) order by created_at desc, id desc), '[]') as homes,
      -- Homes that were only counted still count if any stored home matches.
      (select count(*) from found)::int
        + case when count(*) = 0 then 0 else (select coalesce(sum(more_count), 0)::int from news) end as count
    from (select * from found order by created_at desc, id desc limit ${MAX_ALERT_HOMES}) newest`.execute(
    db,
  );
  return rows[0] ?? { count: 0, homes: [] };
}

/** Returns the time when a digest's next sendable alert is due, or null if none is pending. */
export async function findNextDueTime(
  db: Database,
  digest: { recipient: string; frequency: MailFrequency },
): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(i.due_at) as due_at from alert_news i join saved_searches s on s.id = i.search_id
    where i.recipient = ${digest.recipient} and s.frequency = ${digest.frequency} and ${isSendable('i', 's')}`.execute(
    db,
  );
  return rows[0]?.due_at ?? null;
}

/** Deletes pending alerts. */
export async function deletePendingAlerts(db: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from alert_news where id = any(${ids}::bigint[])`.execute(db);
}

/** Deletes pending alerts that were due before a time. */
export async function deleteOverdueAlerts(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('alert_news').where('due_at', '<', before).execute();
}

/** Deletes a search's pending alerts. */
export async function deletePendingAlertsForSearch(db: Database, searchId: string): Promise<void> {
  await db.deleteFrom('alert_news').where('search_id', '=', searchId).execute();
}

/** Reschedules a search's pending alerts. @returns their recipients */
export async function setDueTime(db: Database, searchId: string, dueAt: Date): Promise<string[]> {
  const rows = await db
    .updateTable('alert_news')
    .set({ due_at: dueAt })
    .where('search_id', '=', searchId)
    .returning('recipient')
    .execute();
  return [...new Set(rows.map(({ recipient }) => recipient))];
}

/** Records the homes in an email in the recipient's history. */
export async function recordNotifiedHomes(
  db: Database,
  recipient: string,
  notified: readonly { propertyId: string; price: number; isBack: boolean }[],
  now: Date,
): Promise<void> {
  const countedAfter = new Date(now.getTime() - EMAIL_COUNT_PERIOD_MS);
  await sql`
    insert into alert_memory as m (recipient, property_id, lowest_price, back_at, email_count, counted_since)
    select ${recipient}, t."propertyId", t.price, case when t."isBack" then ${now}::timestamptz end, 1, ${now}
    from jsonb_to_recordset(${JSON.stringify(notified)}::jsonb) as t ("propertyId" bigint, price numeric, "isBack" boolean)
    on conflict (recipient, property_id) do update set
      lowest_price = least(m.lowest_price, excluded.lowest_price),
      back_at = coalesce(excluded.back_at, m.back_at),
      email_count = case when m.counted_since > ${countedAfter} then m.email_count + 1 else 1 end,
      counted_since = case when m.counted_since > ${countedAfter} then m.counted_since else ${now} end`.execute(
    db,
  );
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
 * Returns homes for an email.
 *
 * @param search limits the result to homes that match it and do not belong to its owner; without it,
 *   all public homes are returned, including unavailable ones
 */
export async function findAlertHomes(
  db: Database,
  ids: readonly string[],
  search?: { conditions: SearchConditions; ownerId: string | null },
): Promise<AlertHomeRow[]> {
  const condition =
    search === undefined
      ? sql`true`
      : sql`${matches(search.conditions)} and p.agent_id is distinct from ${search.ownerId}::bigint`;
  const { rows } = await sql<AlertHomeRow>`
    select p.id, p.title, p.price, p.status, p.bedrooms, p.bathrooms, p.city, p.state, p.is_available,
      (select key from property_images where property_id = p.id and not is_floor_plan order by position limit 1) as picture_key
    from public_properties p where p.id = any(${ids}::bigint[]) and ${condition}`.execute(db);
  return rows;
}
