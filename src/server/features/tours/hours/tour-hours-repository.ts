/** Stores agents' tour hours and finds their booked times. */

import { sql } from 'kysely';
import { isTimeZone } from '#shared/schemas/tours/time-zone.ts';
import type { TourHours } from '#shared/schemas/tours/tour.ts';
import type { Database } from '../../../database/database.ts';
import type { TimeSpan } from './tour-slots.ts';

/**
 * Returns an agent's hours; undefined until they are set. If an old row has a time zone that this
 * process does not support, tours are disabled until the agent saves the hours again. Otherwise,
 * visitors would book the wrong times.
 */
export async function findTourHours(db: Database, agentId: string): Promise<TourHours | undefined> {
  const { rows } = await sql<TourHours>`
    select is_enabled as "isEnabled", mode, time_zone as "timeZone", slot_minutes as "slotMinutes",
      notice_hours as "noticeHours", days_ahead as "daysAhead", weekly
    from tour_hours where agent_id = ${agentId}`.execute(db);
  const [hours] = rows;
  if (hours === undefined || isTimeZone(hours.timeZone)) return hours;
  return { ...hours, isEnabled: false, timeZone: 'UTC' };
}

export async function saveTourHours(
  db: Database,
  agentId: string,
  hours: TourHours,
  now: Date,
): Promise<void> {
  const values = {
    is_enabled: hours.isEnabled,
    mode: hours.mode,
    time_zone: hours.timeZone,
    slot_minutes: hours.slotMinutes,
    notice_hours: hours.noticeHours,
    days_ahead: hours.daysAhead,
    weekly: JSON.stringify(hours.weekly),
    updated_at: now,
  };
  await db
    .insertInto('tour_hours')
    .values({ agent_id: agentId, ...values })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(values))
    .execute();
}

/**
 * Returns the times within a span that an agent's tours occupy.
 *
 * @param excludedTourId a tour being rescheduled, whose own time is treated as free
 */
export async function findBookedTimes(
  db: Database,
  agentId: string,
  span: TimeSpan,
  excludedTourId: string | null = null,
): Promise<TimeSpan[]> {
  const { rows } = await sql<TimeSpan>`
    select start_at as "start", end_at as "end" from tours
    where agent_id = ${agentId} and status in ('requested', 'booked')
      and tstzrange(start_at, end_at) && tstzrange(${span.start}, ${span.end})
      and id is distinct from ${excludedTourId}::bigint`.execute(db);
  return rows;
}

/** A home to tour, with its agent. */
export type TourHome = {
  id: string;
  title: string;
  price: number;
  address: string;
  isAvailable: boolean;
  agentId: string;
  /** Whether the listing's agent still has the agent or admin role; others cannot host tours. */
  hasAgent: boolean;
};

/**
 * Locks the account of a home's agent until the transaction ends so that the agent cannot be
 * demoted in the meantime. Call it before locking the home: accounts are locked before listings.
 *
 * @returns the agent's ID; undefined if the home is not public
 */
export async function lockHomeAgent(
  transaction: Database,
  propertyId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = (select agent_id from public_properties where id = ${propertyId})
    for no key update`.execute(transaction);
  return rows[0]?.id;
}

/**
 * Returns a home; undefined if it is not public.
 *
 * @param options.lock whether to prevent changes to it until the transaction ends
 */
export async function findTourHome(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<TourHome | undefined> {
  const { rows } = await sql<TourHome>`
    select p.id, p.title, p.price,
      format('%s, %s, %s %s', p.address, p.city, p.state, p.zip_code) as address,
      p.is_available as "isAvailable", p.agent_id as "agentId", u.role in ('agent', 'admin') as "hasAgent"
    from public_properties p join users u on u.id = p.agent_id
    where p.id = ${id} ${lock ? sql`for no key update of p` : sql``}`.execute(db);
  return rows[0];
}
