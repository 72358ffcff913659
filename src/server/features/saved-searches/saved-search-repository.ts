import { sql } from 'kysely';
import type { Position } from '#shared/geo/bounds.ts';
import { matchesPlace } from '#shared/geo/matches-place.ts';
import { MAX_NEW_HOMES } from '#shared/limits.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { Frequency, SearchInput } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';
import { matches, type SearchConditions } from '../properties/search/search-conditions.ts';
import { isInAnyBox } from '../properties/search/spatial-conditions.ts';

/** A stored saved search. `email` is set only if it has no account. */
export type SavedSearchRow = {
  id: string;
  user_id: string | null;
  email: string | null;
  name: string;
  search: SearchInput;
  /** Null if the search was last saved by an older release. */
  filters: PropertySearch | null;
  frequency: Frequency;
  time_zone: string;
  confirmed_at: Date | null;
  seen_at: Date;
  last_mail_at: Date | null;
  created_at: Date;
};

const COLUMNS = [
  'id',
  'user_id',
  'email',
  'name',
  'search',
  'filters',
  'frequency',
  'time_zone',
  'confirmed_at',
  'seen_at',
  'last_mail_at',
  'created_at',
] as const;

/**
 * The values that a user's change writes. `filters` is derived from `search`, and `keys` from `search`
 * and `frequency`.
 */
export type SavedSearchValues = {
  name: string;
  search: SearchInput;
  frequency: Frequency;
  timeZone: string;
  keys: string[];
  filters: PropertySearch;
};

const toColumns = (values: Partial<SavedSearchValues>) => {
  const { name, search, filters, frequency, timeZone, keys } = values;
  return {
    ...(name === undefined ? {} : { name }),
    ...(search === undefined ? {} : { search: JSON.stringify(search) }),
    ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
    ...(frequency === undefined ? {} : { frequency }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(keys === undefined ? {} : { keys }),
  };
};

/** Inserts a search for a user or an unconfirmed email address. */
export async function insertSavedSearch(
  db: Database,
  owner: { userId: string } | { email: string },
  values: SavedSearchValues,
  now: Date,
): Promise<SavedSearchRow> {
  const { name, search, filters, frequency, timeZone, keys } = values;
  return db
    .insertInto('saved_searches')
    .values({
      user_id: 'userId' in owner ? owner.userId : null,
      email: 'email' in owner ? owner.email : null,
      name,
      search: JSON.stringify(search),
      filters: JSON.stringify(filters),
      frequency,
      time_zone: timeZone,
      keys,
      seen_at: now,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Counts a user's saved searches. */
export async function countSavedSearches(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_searches where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the corners of drawn areas in a user's saved searches, except those an older release stored. */
export async function countSavedCorners(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(json_array_length(area)), 0)::int as count
    from saved_searches s, json_array_elements(s.filters -> 'area') area
    where s.user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns one page of a user's saved searches, newest first. */
export async function findSavedSearches(
  db: Database,
  userId: string,
  { offset, limit }: Slice,
): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/**
 * Returns a saved search of any owner.
 *
 * @param options.lock whether to lock it until the transaction ends
 */
export async function findSavedSearch(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<SavedSearchRow | undefined> {
  const query = db.selectFrom('saved_searches').select(COLUMNS).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Updates the values in `changes`. */
export async function updateSavedSearch(
  db: Database,
  id: string,
  changes: Partial<SavedSearchValues> & { seenAt?: Date; confirmedAt?: Date; lastMailAt?: Date },
): Promise<SavedSearchRow | undefined> {
  const { seenAt, confirmedAt, lastMailAt, ...values } = changes;
  return db
    .updateTable('saved_searches')
    .set({
      // An update must set at least one column, even without changes.
      name: sql`name`,
      ...toColumns(values),
      ...(seenAt === undefined ? {} : { seen_at: seenAt }),
      ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }),
      ...(lastMailAt === undefined ? {} : { last_mail_at: lastMailAt }),
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/**
 * Sets the time zone of all of a user's searches.
 *
 * @returns the searches whose time zone changed
 */
export async function updateTimeZones(
  db: Database,
  userId: string,
  timeZone: string,
): Promise<SavedSearchRow[]> {
  return db
    .updateTable('saved_searches')
    .set({ time_zone: timeZone })
    .where('user_id', '=', userId)
    .where('time_zone', '!=', timeZone)
    .returning(COLUMNS)
    .execute();
}

/**
 * Deletes a search. If it was saved without an account, also deletes its address's alert history,
 * unless an account or another search without an account has the address.
 */
export async function deleteSavedSearch(db: Database, id: string): Promise<void> {
  await sql`
    with deleted as (delete from saved_searches where id = ${id} returning lower(email) as recipient)
    delete from alert_memory m using deleted d
    where m.recipient = d.recipient
      and not exists (select from saved_searches s where lower(s.email) = d.recipient and s.id <> ${id})
      and not exists (select from users u where lower(u.email) = d.recipient)`.execute(db);
}

/**
 * Returns whether emails are turned on for one of a user's searches, or for saved homes. Emails for
 * saved homes count only if the user has ever confirmed an address.
 */
export async function hasAlerts(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from saved_searches where user_id = ${userId} and frequency <> 'never')
      or exists (
        select from alert_preferences a join favorites f on f.user_id = a.user_id
        where a.user_id = ${userId} and a.alerts_on_favorites and a.confirmed_email is not null
      ) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/**
 * Maximum number of homes to compare with drawn areas in memory. With more homes, SQL is faster.
 */
const MAX_COMPARED_HOMES = 1_000;

/** Counts matching homes listed since a time, up to `MAX_NEW_HOMES`. */
export async function countNewHomes(
  db: Database,
  conditions: SearchConditions,
  since: Date,
): Promise<number> {
  const { area, ...otherConditions } = conditions;
  if (area !== undefined) {
    const { rows: nearby } = await sql<Position>`
      select p.latitude, p.longitude from public_properties p
      where ${matches(otherConditions)} and ${isInAnyBox(area)} and p.created_at > ${since}
      limit ${MAX_COMPARED_HOMES + 1}`.execute(db);
    const count = nearby.filter((position) => matchesPlace(position, { area })).length;
    if (nearby.length <= MAX_COMPARED_HOMES || count >= MAX_NEW_HOMES)
      return Math.min(count, MAX_NEW_HOMES);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from public_properties p where ${matches(conditions)} and p.created_at > ${since}
      limit ${MAX_NEW_HOMES}
    ) p`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Sets all of a recipient's searches with a frequency to `never` and deletes their pending alerts.
 */
export async function turnOffSearchAlerts(
  db: Database,
  recipient: string,
  frequency: string,
): Promise<void> {
  await sql`
    with turned_off as (
      update saved_searches s set frequency = 'never', keys = '{}'
      where s.frequency = ${frequency} and (lower(s.email) = ${recipient}
        or s.user_id = (select id from users where lower(email) = ${recipient}))
      returning id
    )
    delete from alert_news i using turned_off where i.search_id = turned_off.id`.execute(db);
}

/** Deletes unconfirmed alerts created before a time, unless their confirmation link is still valid. */
export async function deleteUnconfirmedAlerts(
  db: Database,
  before: Date,
  now: Date,
): Promise<void> {
  await sql`
    delete from saved_searches s
    where s.user_id is null and s.confirmed_at is null and s.created_at < ${before}
      and not exists (
        select from alert_tokens t
        where t.search_id = s.id and t.purpose = 'confirm' and t.expires_at > ${now}
      )`.execute(db);
}
