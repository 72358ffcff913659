/** Reads open houses with their homes' details for calendar entries. */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { matches, type SearchConditions } from '../properties/search/search-conditions.ts';

export type OpenHouseEntry = {
  calendarUid: string;
  start: Date;
  end: Date;
  note: string | null;
  createdAt: Date;
  propertyId: string;
  title: string;
  /** The full address on one line. */
  location: string;
  agentName: string;
  agentEmail: string;
};

const selectEntries = (condition: RawBuilder<unknown>, limit: number) => sql<OpenHouseEntry>`
  select o.calendar_uid as "calendarUid", o.start_at as "start", o.end_at as "end", o.note,
    o.created_at as "createdAt", p.id as "propertyId", p.title,
    format('%s, %s, %s %s', p.address, p.city, p.state, p.zip_code) as location,
    u.name as "agentName", u.email as "agentEmail"
  from open_houses o
  join public_properties p on p.id = o.property_id
  join users u on u.id = p.agent_id
  where ${condition}
  order by o.start_at, o.id limit ${limit}`;

/** Returns a current or upcoming open house of an available listing. */
export async function findOpenHouseEntry(
  db: Database,
  id: string,
  now: Date,
): Promise<OpenHouseEntry | undefined> {
  const { rows } = await selectEntries(
    sql`o.id = ${id} and o.end_at > ${now} and p.is_available`,
    1,
  ).execute(db);
  return rows[0];
}

/** Returns current and upcoming open houses of the matching listings, earliest first. */
export async function findOpenHouseEntries(
  db: Database,
  conditions: SearchConditions,
  { now, limit }: { now: Date; limit: number },
): Promise<OpenHouseEntry[]> {
  const { rows } = await selectEntries(
    sql`o.end_at > ${now} and ${matches(conditions)}`,
    limit,
  ).execute(db);
  return rows;
}
