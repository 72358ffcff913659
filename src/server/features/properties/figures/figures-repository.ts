/** Reads listing figures (docs/product/figures.md). */

import { type RawBuilder, sql } from 'kysely';
import { MAX_SIMILAR_FIGURE_HOMES, MIN_SIMILAR_FIGURE_HOMES } from '#shared/limits.ts';
import { boundsAround } from '#shared/geo/distance.ts';
import type { Figures, SimilarFigures } from '#shared/schemas/properties/property-figures.ts';
import { isInOffice, officeIdOf } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import { isInBox } from '../search/spatial-conditions.ts';

/** The distance from the home to each side of the box that contains similar homes. */
const SIMILAR_BOX_MILES = 16;
/** Similar homes cost at least half and at most twice as much. */
const PRICE_FACTOR = 2;

/** A listing whose figures are read. A draft can be incomplete. */
export type FiguresListing = {
  id: string;
  agentId: string;
  officeId: string | null;
  status: string | null;
  propertyType: string | null;
  price: number | null;
  latitude: number | null;
  longitude: number | null;
};

export async function findFiguresListing(
  db: Database,
  id: string,
): Promise<FiguresListing | undefined> {
  return db
    .selectFrom('properties')
    .select(['id', 'agent_id as agentId', 'status', 'property_type as propertyType', 'price'])
    .select(['latitude', 'longitude', officeIdOf(sql`properties.agent_id`).as('officeId')])
    .where('id', '=', id)
    .executeTakeFirst();
}

const utcDay = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'UTC')::date`;

/** Selects the days in a range, oldest first, but none before listing `id` was created. */
const selectDays = (id: string, { today, count }: DayRange) => sql`
  select day::date from properties p, generate_series(
    greatest(${today}::date - ${count - 1}::int, ${utcDay(sql`p.created_at`)}), ${today}::date, '1 day') day
  where p.id = ${id}`;

/** A period of days that ends today. */
export type DayRange = { today: string; count: number };

export async function readFigures(
  db: Database,
  id: string,
  lastDays: DayRange,
): Promise<Figures['days']> {
  const perDay = (table: RawBuilder<unknown>) => sql`
    select ${utcDay(sql`created_at`)} as day, count(*)::int as count from ${table}
    where property_id = ${id} and ${utcDay(sql`created_at`)} > ${lastDays.today}::date - ${lastDays.count}::int
    group by 1`;
  const { rows } = await sql<Figures['days'][number]>`
    with days as (${selectDays(id, lastDays)}),
      inquiry_counts as (${perDay(sql`inquiries`)}), tour_counts as (${perDay(sql`tours`)})
    select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(f.views, 0) as views, coalesce(f.saves, 0) as saves,
      coalesce(inquiry_counts.count, 0) as inquiries, coalesce(tour_counts.count, 0) as tours
    from days
    left join property_figures f on f.property_id = ${id} and f.day = days.day
    left join inquiry_counts on inquiry_counts.day = days.day
    left join tour_counts on tour_counts.day = days.day
    order by days.day`.execute(db);
  return rows;
}

/**
 * Returns the median views of similar homes: nearby available homes of the same status and type that
 * are closest in price, except those of the agent and of the agent's office. Days with too few
 * homes for a median are null.
 */
export async function readSimilarFigures(
  db: Database,
  home: FiguresListing,
  lastDays: DayRange,
): Promise<SimilarFigures> {
  const { id, agentId, officeId, status, propertyType, price, latitude, longitude } = home;
  // An incomplete draft has no similar homes.
  const isNear =
    price === null || !latitude || !longitude
      ? sql`false`
      : isInBox(boundsAround({ latitude, longitude }, SIMILAR_BOX_MILES));
  // Agents know the views of their own homes, and managers those of their office's homes. If these
  // counted, the median could reveal the views of another home.
  const isOwn =
    officeId === null
      ? sql`p.agent_id = ${agentId}`
      : sql`(p.agent_id = ${agentId} or ${isInOffice(sql`p.agent_id`, officeId)})`;
  const { rows } = await sql<{ date: string; views: number | null; homeCount: number }>`
    with homes as materialized (
      select p.id, ${utcDay(sql`p.created_at`)} as since from public_properties p
      where p.is_available and p.status = ${status} and p.property_type = ${propertyType}
        and p.id <> ${id} and not ${isOwn} and ${isNear}
        and p.price between ${(price ?? 0) / PRICE_FACTOR} and ${(price ?? 0) * PRICE_FACTOR}
      order by abs(p.price - ${price ?? 0}), p.id limit ${MAX_SIMILAR_FIGURE_HOMES}
    ), days as (${selectDays(id, lastDays)})
    select to_char(days.day, 'YYYY-MM-DD') as date, (select count(*)::int from homes) as "homeCount",
      case when count(homes.id) >= ${MIN_SIMILAR_FIGURE_HOMES} then
        round(percentile_cont(0.5) within group (order by coalesce(f.views, 0)))::int end as views
    from days
    left join homes on homes.since <= days.day
    left join property_figures f on f.property_id = homes.id and f.day = days.day
    group by days.day order by days.day`.execute(db);
  return {
    homeCount: rows[0]?.homeCount ?? 0,
    days: rows.map(({ date, views }) => ({ date, views })),
  };
}
