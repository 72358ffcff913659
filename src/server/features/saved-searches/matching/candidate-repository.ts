/** The searches that changed homes are compared with, and whom these tell. */

import { sql } from 'kysely';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';

/** A search that may match; in the form of its filters, or as text where an older release wrote it. */
export type CandidateRow = {
  id: string;
  filters: PropertySearch | null;
  search: string | null;
};

const CANDIDATE = sql`s.id, s.filters, case when s.filters is null then s.search::text end as search`;

/**
 * The active searches that have one of some keys (search-keys.ts): ids only, since there may be very many, and each
 * may have filters of 50 kB. The keys are a subquery, so that the planner uses their index: it assumes that looking
 * up hundreds of keys takes as long as comparing them with those of all searches.
 */
export async function findCandidates(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from saved_searches s
    where s.keys && (select ${keys}::text[]) and s.frequency <> 'never'
      and case when s.user_id is null then s.confirmed_at is not null
        else exists (
          select from users u join alert_preferences a on a.user_id = u.id
          where u.id = s.user_id and lower(a.confirmed_email) = lower(u.email)
        ) end`.execute(db);
  return rows.map(({ id }) => id);
}

/** Some searches, as they are compared. */
export async function readCandidates(
  db: Database,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${CANDIDATE} from saved_searches s where s.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** The next active searches by id. */
export async function findNextSearches(
  db: Database,
  after: string,
  most: number,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${CANDIDATE} from saved_searches s
    where s.id > ${after} and s.frequency <> 'never' order by s.id limit ${most}`.execute(db);
  return rows;
}

/** A search of a recipient whose email address is confirmed. */
export type WatcherRow = {
  search_id: string;
  /** The account of that address, also of a search without one; null when there is none. */
  user_id: string | null;
  /** The address in lower case. */
  recipient: string;
  frequency: MailFrequency;
  time_zone: string;
  last_mail_at: Date | null;
};

/** Filters searches for those that are active now. */
export async function findWatchers(
  db: Database,
  searchIds: readonly string[],
): Promise<WatcherRow[]> {
  const { rows } = await sql<WatcherRow>`
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
