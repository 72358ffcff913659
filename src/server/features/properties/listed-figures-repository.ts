/** Figures of listings `p` for statements about many of them. */

import { type RawBuilder, sql } from 'kysely';
import { FIGURE_DAYS } from '#shared/limits.ts';

/** Views of the last 30 days of UTC. */
export const viewsOf = (now: unknown): RawBuilder<unknown> => sql`(
  select coalesce(sum(f.views), 0)::int from property_figures f where f.property_id = p.id
    and f.day > (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(FIGURE_DAYS)})`;

/** Saves of all time. */
export const SAVES_OF: RawBuilder<unknown> = sql`(
  select coalesce(sum(f.saves), 0)::int from property_figures f where f.property_id = p.id)`;
