/**
 * Dashboard statistics. Listings are counted from stored totals, so the cost does not depend on the
 * number of listings.
 */

import { sql } from 'kysely';
import type { PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../database/database.ts';

/** The number of published listings of a type, available or not, and their total price in US dollars. */
export type TypeTotals = { type: PropertyType; listingCount: number; totalPrice: number };

/** Returns one entry per type with listings, sorted by type. */
export async function findTypeTotals(db: Database): Promise<TypeTotals[]> {
  const { rows } = await sql<TypeTotals>`
    select property_type as type, sum(listing_count)::int as "listingCount", sum(total_price) as "totalPrice"
    from property_totals group by property_type having sum(listing_count) > 0 order by property_type`.execute(
    db,
  );
  return rows;
}

export async function countUsers(db: Database): Promise<{ users: number; agents: number }> {
  const { rows } = await sql<{ users: number; agents: number }>`
    select count(*)::int as users, (count(*) filter (where role = 'agent'))::int as agents from users`.execute(
    db,
  );
  return rows[0] ?? { users: 0, agents: 0 };
}

/**
 * Counts published listings created between consecutive instants, from the stored counts per quarter
 * hour.
 *
 * @param instants in ascending order, each on a quarter hour, such as the starts of days
 * @returns one count fewer than there are instants
 */
export async function countCreatedBetween(
  db: Database,
  instants: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ part: number; count: number }>`
    select width_bucket(quarter, ${instants}::timestamptz[]) as part, sum(step)::int as count
    from property_creation_steps where quarter >= ${instants[0]} and quarter < ${instants.at(-1)}
    group by part`.execute(db);
  const counts = new Map(rows.map(({ part, count }) => [part, count]));
  return instants.slice(1).map((_, index) => counts.get(index + 1) ?? 0);
}

/** Returns the creation times of the newest public listings in a period, newest first. */
export async function findCreationTimes(
  db: Database,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from public_properties where created_at >= ${from} and created_at < ${to}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ created_at }) => created_at);
}

/** Returns the newest public listings of all agents, available or not. */
export async function findNewestListings(
  db: Database,
  limit: number,
): Promise<{ id: string; title: string; agent_name: string }[]> {
  const { rows } = await sql<{ id: string; title: string; agent_name: string }>`
    select p.id, p.title, u.name as agent_name from public_properties p join users u on u.id = p.agent_id
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the newest accounts. */
export async function findNewestUsers(
  db: Database,
  limit: number,
): Promise<{ id: string; name: string; email: string; avatar_key: string | null }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar_key'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The numbers of an agent's published listings, available and unavailable, and the total price of
 * available ones.
 */
export type AgentTotals = { active: number; archived: number; activeValue: number };

export async function findAgentTotals(db: Database, agentId: string): Promise<AgentTotals> {
  const { rows } = await sql<AgentTotals>`
    select
      coalesce(sum(listing_count) filter (where is_available), 0)::int as active,
      coalesce(sum(listing_count) filter (where not is_available), 0)::int as archived,
      coalesce(sum(total_price) filter (where is_available), 0) as "activeValue"
    from property_totals where agent_id = ${agentId}`.execute(db);
  return rows[0] ?? { active: 0, archived: 0, activeValue: 0 };
}

/** Returns an agent's newest public listings, available or not. */
export async function findNewestListingsByAgent(
  db: Database,
  agentId: string,
  limit: number,
): Promise<{ id: string; title: string; is_available: boolean }[]> {
  return db
    .selectFrom('public_properties')
    .select(['id', 'title', 'is_available'])
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** An agent's inquiry statistics; see `agentStatsSchema`. */
export type InquiryTotals = {
  received: number;
  unanswered: number;
  medianResponseMinutes: number | null;
};

/** @param since the start of the period for all but `unanswered` */
export async function findInquiryTotals(
  db: Database,
  agentId: string,
  since: Date,
): Promise<InquiryTotals> {
  const { rows } = await sql<InquiryTotals>`
    select
      (count(*) filter (where created_at >= ${since}))::int as received,
      (count(*) filter (where answered_at is null and stage not in ('closed', 'lost')))::int as unanswered,
      round((percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::float8)
        filter (where answered_at >= ${since}) / 60)::numeric, 1)::float8 as "medianResponseMinutes"
    from inquiries where agent_id = ${agentId}`.execute(db);
  return rows[0] ?? { received: 0, unanswered: 0, medianResponseMinutes: null };
}
