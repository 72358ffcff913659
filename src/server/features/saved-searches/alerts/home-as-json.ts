import { sql } from 'kysely';

/** A row of `properties p` as JSON, with its next open house. */
export const homeAsJson = (
  now: Date,
) => sql`(to_jsonb(p) - 'search') || jsonb_build_object('next_open_house', (
  select jsonb_build_object('start', o.start_at, 'end', o.end_at, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz order by o.start_at, o.id limit 1))`;
