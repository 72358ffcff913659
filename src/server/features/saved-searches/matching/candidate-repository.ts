/** Finds searches to compare with changed homes, and their recipients. */

import { sql } from 'kysely';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';

/** A search that could match: its filters, or its JSON text if an older release stored it. */
export type CandidateRow = {
  id: string;
  filters: PropertySearch | null;
  search: string | null;
};

const CANDIDATE = sql`s.id, s.filters, case when s.filters is null then s.search::text end as search`;

/** Whether the recipient's address is confirmed. Anyone can create searches for someone else's address. */
const IS_CONFIRMED = sql`case when s.user_id is null then s.confirmed_at is not null
  else exists (
    select from users u join alert_preferences a on a.user_id = u.id
    where u.id = s.user_id and lower(a.confirmed_email) = lower(u.email)
  ) end`;

/**
 * Finds active searches with confirmed addresses and at least one of the keys (search-keys.ts).
 * Returns only IDs because a search's filters can take up to 50 kB. The keys are in a subquery to
 * make the planner use their index. Otherwise, it overestimates the cost of looking up hundreds of
 * keys.
 */
export async function findCandidates(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from saved_searches s
    where s.keys && (select ${keys}::text[]) and s.frequency <> 'never'
      and ${IS_CONFIRMED}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns searches by ID. */
export async function readCandidates(
  db: Database,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${CANDIDATE} from saved_searches s where s.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Returns the active searches with confirmed addresses that follow an ID, ordered by ID. */
export async function findNextSearches(
  db: Database,
  after: string,
  limit: number,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${CANDIDATE} from saved_searches s
    where s.id > ${after} and s.frequency <> 'never' and ${IS_CONFIRMED}
    order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** An active search whose recipient's email address is confirmed. */
export type SubscriptionRow = {
  search_id: string;
  /** The account with the recipient's address, even if the search has no account; null if none. */
  user_id: string | null;
  /** The email address in lowercase. */
  recipient: string;
  frequency: MailFrequency;
  time_zone: string;
  last_mail_at: Date | null;
};

/** Returns the searches that are still active and whose addresses are still confirmed. */
export async function findSubscriptions(
  db: Database,
  searchIds: readonly string[],
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.id as search_id, coalesce(s.user_id, o.id) as user_id, s.frequency, s.time_zone, s.last_mail_at,
      lower(coalesce(s.email, u.email)) as recipient
    from saved_searches s
    left join users u on u.id = s.user_id
    left join users o on lower(o.email) = lower(s.email)
    left join alert_preferences a on a.user_id = s.user_id
    where s.id = any(${searchIds}::bigint[]) and s.frequency <> 'never'
      and case when s.user_id is null then s.confirmed_at is not null
        else lower(a.confirmed_email) = lower(u.email) end`.execute(db);
  return rows;
}
