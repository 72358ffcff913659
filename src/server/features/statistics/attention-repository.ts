/** An agent's open tasks, and the views of their listings. */

import { sql } from 'kysely';
import { FIGURE_DAYS } from '#shared/limits.ts';
import type { AgentStats } from '#shared/schemas/stats.ts';
import type { Database } from '../../database/database.ts';

type Attention = AgentStats['attention'];
type ViewedListing = AgentStats['views']['most'][number];

const isoOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns the most urgent items of each kind, most urgent first. */
export async function findAttention(
  db: Database,
  agentId: string,
  { now, expiringBy, limit }: { now: Date; expiringBy: Date; limit: number },
): Promise<Attention> {
  // Runs the queries one after the other so that a request does not use all database connections.
  const inquiries = await sql<Attention['inquiries'][number]>`
    select q.id::text as _id, q.name, coalesce(p.title, q.property_title) as title, ${isoOf('q.created_at')} as "createdAt"
    from inquiries q left join properties p on p.id = q.property_id
    where q.agent_id = ${agentId} and q.answered_at is null and q.stage not in ('closed', 'lost')
      -- A tour request without a message is listed only as a tour.
      and exists (select from inquiry_messages m where m.inquiry_id = q.id and not m.is_from_agent)
    order by q.created_at, q.id limit ${limit}`.execute(db);
  const tours = await sql<Attention['tours'][number]>`
    select t.id::text as _id, t.name, coalesce(p.title, t.property_title) as title, ${isoOf('t.start_at')} as "start",
      ${isoOf('t.end_at')} as "end", t.time_zone as "timeZone"
    from tours t left join properties p on p.id = t.property_id
    where t.agent_id = ${agentId} and t.status = 'requested' and t.start_at > ${now}
    order by t.start_at, t.id limit ${limit}`.execute(db);
  const reminders = await sql<Attention['reminders'][number]>`
    select q.id::text as _id, q.name, coalesce(p.title, q.property_title) as title, ${isoOf('q.remind_at')} as "remindAt"
    from inquiries q left join properties p on p.id = q.property_id
    where q.agent_id = ${agentId} and q.remind_at <= ${now} and q.stage not in ('closed', 'lost')
    order by q.remind_at, q.id limit ${limit}`.execute(db);
  const drafts = await sql<Attention['drafts'][number]>`
    select id::text as _id, title, publish_state as "publishState" from properties
    where agent_id = ${agentId} and publish_state in ('draft', 'changes_requested')
    order by publish_state, updated_at desc, id desc limit ${limit}`.execute(db);
  const expiring = await sql<Attention['expiring'][number]>`
    select id::text as _id, title, expires_on::text as "expiresOn" from properties
    where agent_id = ${agentId} and is_available and expires_on <= (${expiringBy}::timestamptz at time zone 'UTC')::date
    order by expires_on, id limit ${limit}`.execute(db);
  return {
    inquiries: inquiries.rows,
    tours: tours.rows,
    reminders: reminders.rows,
    drafts: drafts.rows,
    expiring: expiring.rows,
  };
}

/**
 * Returns an agent's available listings with the most and the fewest views per day on the market,
 * in the last 30 days (docs/product/dashboard.md, Agent overview). No listing is in both lists.
 *
 * @param options.newest the number of newest listings to compare, which limits the cost
 */
export async function findMostAndFewestViewed(
  db: Database,
  agentId: string,
  { now, newest, limit }: { now: Date; newest: number; limit: number },
): Promise<{ most: ViewedListing[]; fewest: ViewedListing[] }> {
  const { rows } = await sql<ViewedListing & { fromTop: number }>`
    with viewed as (
      select p.id, p.title,
        greatest(1, ceil(extract(epoch from ${now}::timestamptz - p.created_at) / 86400))::int as days,
        coalesce((select sum(f.views) from property_figures f where f.property_id = p.id
          and f.day > (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(FIGURE_DAYS)}), 0)::int as views
      from (
        select id, title, created_at from public_properties where agent_id = ${agentId} and is_available
        order by created_at desc, id desc limit ${newest}
      ) p
    ), ranked as (
      select *, (row_number() over (order by rate desc, id))::int as "fromTop",
        (row_number() over (order by rate, id desc))::int as "fromBottom"
      from (select *, views::float8 / least(days, ${sql.lit(FIGURE_DAYS)}) as rate from viewed) rated
    )
    select id::text as _id, title, days, views, "fromTop" from ranked
    where "fromTop" <= ${limit} or "fromBottom" <= ${limit} order by "fromTop"`.execute(db);
  const listings = rows.map(({ fromTop, _id, title, days, views }) => ({
    fromTop,
    listing: { _id, title, days, views },
  }));
  return {
    most: listings.filter(({ fromTop }) => fromTop <= limit).map(({ listing }) => listing),
    fewest: listings
      .filter(({ fromTop }) => fromTop > limit)
      .map(({ listing }) => listing)
      .toReversed(),
  };
}
