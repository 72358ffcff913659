/** Builds SQL expressions for the figures of a listing `p`. */

import { type RawBuilder, sql } from 'kysely';
import { FIGURE_DAYS } from '#shared/limits.ts';

/** The views in the last 30 UTC days. */
export const viewsOf = (now: unknown): RawBuilder<unknown> => sql`(
  select coalesce(sum(f.views), 0)::int from property_figures f where f.property_id = p.id
    and f.day > (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(FIGURE_DAYS)})`;

/** All-time inquiries. */
export const INQUIRIES_OF: RawBuilder<unknown> = sql`(
  select count(*)::int from inquiries q where q.property_id = p.id)`;

/** All-time saves. */
export const SAVES_OF: RawBuilder<unknown> = sql`(
  select coalesce(sum(f.saves), 0)::int from property_figures f where f.property_id = p.id)`;
