/**
 * Finds and updates listings that are due to be published or to expire, or whose agents must be notified of that.
 */

import { sql } from 'kysely';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../../database/database.ts';

/** The maximum number of listings locked per transaction. */
export const MAX_PER_TRANSACTION = 100;
/** The maximum number of listings read at a time to find those that are due. */
const MAX_CANDIDATES = 2_000;

/** A scheduled listing that is due to be published. */
export type DueListing = {
  id: string;
  title: string;
  agentId: string;
  /** The agent's current role. */
  role: Role;
  isApproved: boolean;
};

/**
 * Locks and returns due scheduled listings. Other processes skip them until the transaction ends.
 */
export async function lockDueListings(transaction: Database, now: Date): Promise<DueListing[]> {
  const { rows } = await sql<DueListing>`
    select p.id, p.title, p.agent_id as "agentId", u.role, p.is_approved as "isApproved"
    from properties p join users u on u.id = p.agent_id where p.publish_state = 'scheduled' and p.publish_at <= ${now}
    order by p.publish_at, p.id limit ${MAX_PER_TRANSACTION} for update of p skip locked`.execute(
    transaction,
  );
  return rows;
}

/** Turns scheduled listings into drafts. */
export async function unscheduleListings(
  transaction: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update properties set publish_state = 'draft', publish_at = null, updated_at = ${now}
    where id = any(${[...ids]}::bigint[])`.execute(transaction);
}

/** Submits scheduled listings for review. They keep their publication time. */
export async function submitListings(
  transaction: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update properties set publish_state = 'in_review', submitted_at = ${now}, updated_at = ${now}
    where id = any(${[...ids]}::bigint[])`.execute(transaction);
}

/**
 * A listing that may have expired or may expire soon. Its position determines its time zone, and so
 * when the day of expiration begins.
 */
export type ExpiryCandidate = {
  id: string;
  agentId: string;
  expiresOn: string;
  latitude: number;
  longitude: number;
};

/**
 * Returns available listings that expire on or before `until`, ordered by agent and ID, starting after
 * the listing `after`. With `onlyUnnotified`, omits listings whose agents were already notified.
 */
export async function findExpiryCandidates(
  db: Database,
  {
    until,
    after,
    onlyUnnotified,
  }: { until: string; after: Pick<ExpiryCandidate, 'id' | 'agentId'>; onlyUnnotified: boolean },
): Promise<ExpiryCandidate[]> {
  const { rows } = await sql<ExpiryCandidate>`
    select id, agent_id as "agentId", expires_on::text as "expiresOn",
      coalesce(private_latitude, latitude) as latitude, coalesce(private_longitude, longitude) as longitude
    from properties
    where is_available and expires_on <= ${until}::date
      and (agent_id, id) > (${after.agentId}::bigint, ${after.id}::bigint)
      and (${!onlyUnnotified} or expiry_noticed_for is distinct from expires_on)
    order by agent_id, id limit ${MAX_CANDIDATES}`.execute(db);
  return rows;
}

export type ExpiringListing = { id: string; agentId: string; title: string; expiresOn: string };

/**
 * Locks and returns the listings that still expire on the same day. Other processes skip them until
 * the transaction ends.
 */
export async function lockExpiringListings(
  transaction: Database,
  candidates: readonly ExpiryCandidate[],
  { onlyUnnotified }: { onlyUnnotified: boolean },
): Promise<ExpiringListing[]> {
  const { rows } = await sql<ExpiringListing>`
    select p.id, p.agent_id as "agentId", p.title, p.expires_on::text as "expiresOn"
    from properties p
    join unnest(${candidates.map(({ id }) => id)}::bigint[], ${candidates.map(({ expiresOn }) => expiresOn)}::date[])
      as c (id, expires_on) using (id, expires_on)
    where p.is_available and (${!onlyUnnotified} or p.expiry_noticed_for is distinct from p.expires_on)
    order by p.id for update of p skip locked`.execute(transaction);
  return rows;
}

/** Takes listings off the market and clears their expiration date in case they are relisted. */
export async function expireListings(
  transaction: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('properties')
    .set({
      is_available: false,
      is_off_market: true,
      expires_on: null,
      expiry_noticed_for: null,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute();
}

export async function markNotified(transaction: Database, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable('properties')
    .set((column) => ({ expiry_noticed_for: column.ref('expires_on') }))
    .where('id', 'in', ids)
    .execute();
}

/**
 * Reads the data of an expiry email. Returns undefined if the listing is no longer available or no
 * longer expires on that day.
 */
export async function findExpiry(
  db: Database,
  id: string,
  expiresOn: string,
): Promise<{ title: string; agentId: string } | undefined> {
  return db
    .selectFrom('properties')
    .select(['title', 'agent_id as agentId'])
    .where('id', '=', id)
    .where('expires_on', '=', expiresOn)
    .where('is_available', '=', true)
    .executeTakeFirst();
}
