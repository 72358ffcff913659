/** Reads homes in the format that alerts compare. */

import { sql } from 'kysely';
import type { PropertyRowJson } from '#shared/property-rows.ts';

/** Builds an SQL expression for a row of `properties p` as JSON, with its next open house. */
export const buildHomeJson = (
  now: Date,
) => sql`(to_jsonb(p) - 'search') || jsonb_build_object('next_open_house', (
  select jsonb_build_object('start', o.start_at, 'end', o.end_at, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz order by o.start_at, o.id limit 1))`;

/** A home's state before the first of its queued changes, and its current state. */
export type ChangedHome = {
  property_id: string;
  /** Null for a new home. */
  before: PropertyRowJson | null;
  after: PropertyRowJson;
  changed_at: Date;
  /** The home's state before each change, oldest first; null if it was only created. */
  states: { price: number; isAvailable: boolean; isOffMarket: boolean; at: string }[] | null;
};
