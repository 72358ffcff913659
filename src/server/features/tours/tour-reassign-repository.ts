import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type HomeOfAgent, isOfHomes } from './tour-repository.ts';

/**
 * Locks the upcoming tours to move to an agent, except those that this agent booked as a visitor,
 * and returns their IDs.
 */
export async function lockToursToMove(
  transaction: Database,
  filter: { homes: readonly HomeOfAgent[] } | { agentId: string },
  toAgentId: string,
  now: Date,
): Promise<string[]> {
  const condition =
    'agentId' in filter ? sql`agent_id = ${filter.agentId}` : isOfHomes(filter.homes);
  const { rows } = await sql<{ id: string }>`
    select id from tours
    where ${condition} and status in ('requested', 'booked') and start_at > ${now}
      and agent_id is distinct from ${toAgentId} and visitor_id is distinct from ${toAgentId}
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Returns the given tours that overlap each other or a tour of their new agent. */
export async function findConflicts(
  transaction: Database,
  ids: readonly string[],
  agentId: string,
) {
  const { rows } = await sql<{
    id: string;
    propertyId: string | null;
    title: string;
    start: Date;
    end: Date;
    timeZone: string;
  }>`
    with moving as (
      select id, property_id, property_title, start_at, end_at, time_zone,
        max(end_at) over (order by start_at, id rows between unbounded preceding and 1 preceding) > start_at
        or min(start_at) over (order by start_at, id rows between 1 following and unbounded following) < end_at
          as overlaps
      from tours where id = any(${ids}::bigint[])
    )
    select m.id, m.property_id as "propertyId", m.property_title as title, m.start_at as start, m.end_at as "end",
      m.time_zone as "timeZone"
    from moving m
    where m.overlaps or exists (
      select from tours o
      where o.agent_id = ${agentId} and o.status in ('requested', 'booked')
        and tstzrange(o.start_at, o.end_at) && tstzrange(m.start_at, m.end_at)
    )
    order by m.start_at, m.id`.execute(transaction);
  return rows;
}

export async function moveTours(
  transaction: Database,
  ids: readonly string[],
  agentId: string,
  now: Date,
): Promise<void> {
  await sql`
    update tours set agent_id = ${agentId}, updated_at = ${now},
      calendar_sequence = calendar_sequence + 1
    where id = any(${ids}::bigint[])`.execute(transaction);
}
