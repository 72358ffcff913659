import { sql } from 'kysely';
import type { OpenHouse } from '#shared/schemas/tours/open-house.ts';
import type { Database } from '../../../database/database.ts';

type OpenHouseRow = { id: string; start: Date; end: Date; timeZone: string; note: string | null };

const COLUMNS = sql`o.id, o.start_at as "start", o.end_at as "end", o.time_zone as "timeZone", o.note`;

function toOpenHouse({ id, start, end, timeZone, note }: OpenHouseRow): OpenHouse {
  return { _id: id, start: start.toISOString(), end: end.toISOString(), timeZone, note };
}

/** Returns an available listing's current and upcoming open houses, earliest first. */
export async function findOpenHouses(
  db: Database,
  propertyId: string,
  now: Date,
): Promise<OpenHouse[]> {
  const { rows } = await sql<OpenHouseRow>`
    select ${COLUMNS} from open_houses o join public_properties p on p.id = o.property_id
    where o.property_id = ${propertyId} and o.end_at > ${now} and p.is_available
    order by o.start_at, o.id`.execute(db);
  return rows.map(toOpenHouse);
}

/** Counts a listing's current and upcoming open houses. */
export async function countOpenHouses(
  db: Database,
  propertyId: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from open_houses where property_id = ${propertyId} and end_at > ${now}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns a published listing's agent, position, and availability.
 *
 * @param options.lock whether to lock it until the transaction ends
 */
export async function findOpenHouseHome(
  db: Database,
  propertyId: string,
  { lock = false } = {},
): Promise<
  | {
      agentId: string;
      latitude: number;
      longitude: number;
      isAvailable: boolean;
    }
  | undefined
> {
  const query = db
    .selectFrom('public_properties')
    .select(['agent_id as agentId', 'latitude', 'longitude', 'is_available as isAvailable'])
    .where('id', '=', propertyId);
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

export async function insertOpenHouse(
  db: Database,
  values: {
    propertyId: string;
    start: Date;
    end: Date;
    note: string | null;
    timeZone: string;
    now: Date;
  },
): Promise<OpenHouse> {
  const { propertyId, start, end, note, timeZone, now } = values;
  const { id } = await db
    .insertInto('open_houses')
    .values({
      property_id: propertyId,
      start_at: start,
      end_at: end,
      note,
      time_zone: timeZone,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return toOpenHouse({ id, start, end, timeZone, note });
}

/** Returns an open house's agent; undefined if the open house does not exist. */
export async function findOpenHouseAgent(
  db: Database,
  id: string,
): Promise<{ agentId: string } | undefined> {
  return db
    .selectFrom('open_houses')
    .innerJoin('properties', 'properties.id', 'open_houses.property_id')
    .select('properties.agent_id as agentId')
    .where('open_houses.id', '=', id)
    .executeTakeFirst();
}

export async function deleteOpenHouse(db: Database, id: string): Promise<void> {
  await db.deleteFrom('open_houses').where('id', '=', id).execute();
}

/** Returns the time zones of homes' current and upcoming open houses, with the homes' positions. */
export async function findTimeZones(
  db: Database,
  propertyIds: readonly string[],
  now: Date,
): Promise<{ id: string; timeZone: string; latitude: number; longitude: number }[]> {
  const { rows } = await sql<{
    id: string;
    timeZone: string;
    latitude: number;
    longitude: number;
  }>`
    select o.id, o.time_zone as "timeZone", p.latitude, p.longitude
    from open_houses o join properties p on p.id = o.property_id
    where o.property_id = any(${propertyIds}::bigint[]) and o.end_at > ${now}
    order by o.id`.execute(db);
  return rows;
}

export async function setTimeZone(db: Database, id: string, timeZone: string): Promise<void> {
  await db.updateTable('open_houses').set({ time_zone: timeZone }).where('id', '=', id).execute();
}
