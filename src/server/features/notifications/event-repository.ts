/** The log of events by user, in commit order (decision 023). */

import { sql } from 'kysely';
import type { EventKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';

/**
 * The channel for messages about event streams. Triggers (db/migrations/0017_notifications.sql)
 * announce events and ended sessions. Processes announce new streams, and changes after which some
 * streams must end.
 */
const CHANNEL = 'doorstep_events';

/** A logged event. */
export type EventRow = {
  /** Increases with every commit. */
  position: string;
  user_id: string;
  kind: EventKind;
  data: unknown;
  created_at: Date;
};

/** Logs an event for some users. It is announced when the transaction commits. */
export async function insertEvents(
  transaction: Database,
  event: { userIds: readonly string[]; kind: EventKind; data: unknown; createdAt: Date },
): Promise<void> {
  const { userIds, kind, data, createdAt } = event;
  await sql`
    insert into events (user_id, kind, data, created_at)
    select id, ${kind}, ${JSON.stringify(data)}::jsonb, ${createdAt} from users
    where id = any(${[...userIds]}::bigint[])
    -- Waits for concurrent deletions of accounts, and omits those.
    order by id for key share`.execute(transaction);
}

/** Returns the position of the newest event; 0 if there are none. */
export async function findLastPosition(db: Database): Promise<number> {
  const { rows } = await sql<{ last: string | null }>`
    select max(position) as last from events`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Finds events of some users after a position, in order. */
export async function findEvents(
  db: Database,
  userIds: readonly string[],
  after: number,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select position, user_id, kind, data, created_at from events
    where user_id = any(${[...userIds]}::bigint[]) and position > ${after}
    order by position limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns the hexadecimal hashes of the valid tokens, except those of accounts that still have to set
 * up a second factor.
 */
export async function findValidTokens(
  db: Database,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    select encode(s.token_hash, 'hex') as token from sessions s join users u on u.id = s.user_id
    where s.token_hash = any(${[...tokenHashes]}::bytea[]) and s.expires_at > ${now}
      and (
        not exists (
          select from policies p
          where (p.second_factor = 'staff' and u.role in ('agent', 'admin'))
            or (p.second_factor = 'admins' and u.role = 'admin'))
        or exists (select from two_factors f where f.user_id = u.id)
        or exists (select from passkeys k where k.id = s.passkey_id and k.user_id = u.id))`.execute(
    db,
  );
  return new Set(rows.map(({ token }) => token));
}

/** Sends a message about streams to all processes, including this one. */
export async function sendMessage(db: Database, message: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${message})`.execute(db);
}
