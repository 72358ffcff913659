/** Homes as alerts compare them. */

import { sql } from 'kysely';
import type { PropertyRowJson } from '#shared/property-rows.ts';

/** A row of `properties p` as JSON, with its next open house. */
export const homeAsJson = (
  now: Date,
) => sql`(to_jsonb(p) - 'search') || jsonb_build_object('next_open_house', (
  select jsonb_build_object('start', o.start_at, 'end', o.end_at, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz order by o.start_at, o.id limit 1))`;

/** A home that has changed: as it was before the first change that was not matched yet, and as it is. */
export type ChangedHome = {
  property_id: string;
  /** Null for a new one. */
  before: PropertyRowJson | null;
  after: PropertyRowJson;
  changed_at: Date;
  /** As it was before each of its changes, oldest first; null when there was none but that it came. */
  states: { price: number; isAvailable: boolean; isOffMarket: boolean; at: string }[] | null;
};
