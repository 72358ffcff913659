/**
 * Places with available homes. The table `places` contains the totals. A changed listing only
 * records its place in `place_changes` (migration 0025). Queries count the homes of recorded places,
 * smallest place first, up to a maximum number of homes. All other places have the totals of the
 * last refresh.
 */

import { type RawBuilder, sql } from 'kysely';
import { MAX_LARGEST_PLACES, MAX_PLACE_SUGGESTIONS } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { findSimilarNames } from './similar-name-repository.ts';

/** A city, ZIP code, or address. Position (mean) and bounding box are null if no home has a position. */
export type PlaceRow = {
  city: string;
  state: string;
  zipCode: string | null;
  /** The newest home, if the place is an address. */
  propertyId: string | null;
  /** Null for cities and ZIP codes. */
  address: string | null;
  count: number;
  /** The number of homes for rent; absent for addresses and markets. */
  forRent?: number;
  latitude: number | null;
  longitude: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
};

/** A place's folded names, see foldPlace; without `zip`, a whole city. */
export type PlaceKeys = { state: string; city: string; zip?: string };

/** The maximum number of places refreshed per transaction. */
const PLACES_PER_TRANSACTION = 2_000;

/**
 * The maximum number of homes that a query counts. An import can mark all places in a city as
 * changed, and counting 40,000 homes takes a second.
 */
const MAX_COUNTED_HOMES = 5_000;

/** An arbitrary ID that no other advisory lock uses. */
const REFRESH_LOCK_ID = 731_025;

/** The maximum number of matching addresses to read, in alphabetical order. */
const MAX_MATCHED_ADDRESSES = 100;
/**
 * The maximum number of places that suggestions for a name prefix are chosen from. Fewer real
 * places share a first letter or digit, but an import can contain any number of invented ones.
 */
export const MAX_MATCHED_PLACES = 20_000;

/** Aggregates over the homes `p` of one status. */
const SUMS = sql`
  mode() within group (order by p.city) as city, mode() within group (order by p.state) as state,
  mode() within group (order by short_zip(p.zip_code)) as zip_code, count(*)::int as listing_count,
  count(*) filter (where p.latitude <> 0 and p.longitude <> 0)::int as located_count,
  sum(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as latitude_sum,
  sum(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as longitude_sum,
  min(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as west,
  min(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as south,
  max(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as east,
  max(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as north`;

const PLACE_COLUMNS = sql`state_key, city_key, zip_key, status, city, state, zip_code, listing_count, located_count,
  latitude_sum, longitude_sum, west, south, east, north`;

/** Joins places `c` to their available homes `p`. */
const HOMES_OF_PLACE = sql`
  properties p on fold_state(p.state) = c.state_key and fold_place(p.city) = c.city_key
    and fold_zip(p.zip_code) = c.zip_key and p.is_available`;

const CITY_NAME = sql`(u.city_key || ' ' || u.state_key)`;
const ZIP_NAME = sql`(u.zip_key || ' ' || u.city_key || ' ' || u.state_key)`;

/** Selects recorded places whose homes are counted; `isSelected` is a condition on `u`. */
const selectChanged = (isSelected: RawBuilder<unknown>) => sql`
  select c.state_key, c.city_key, c.zip_key from (
    select r.*, sum(total.listing_count) over (
      order by total.listing_count, r.state_key, r.city_key, r.zip_key) as counted_homes
    from (select distinct u.state_key, u.city_key, u.zip_key from place_changes u where ${isSelected}) r
    cross join lateral (
      select coalesce(sum(s.listing_count), 0) as listing_count from places s
      where (s.state_key, s.city_key, s.zip_key) = (r.state_key, r.city_key, r.zip_key)
    ) total
  ) c where c.counted_homes <= ${MAX_COUNTED_HOMES}`;

/** Selects current places by ZIP code and status; `isSelected` is a condition on their `name`. */
function selectPlaces(
  isSelected: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    changed as materialized (${selectChanged(isSelected)}),
    current_places as materialized (
      (select ${PLACE_COLUMNS} from places u
      where ${isSelected} and u.city_key <> '' and u.state_key <> '' and not exists (
        select from changed c where (c.state_key, c.city_key, c.zip_key) = (u.state_key, u.city_key, u.zip_key)
      ) order by ${name} using ~<~ limit ${MAX_MATCHED_PLACES})
      union all
      select c.state_key, c.city_key, c.zip_key, p.status, ${SUMS}
      from changed c join ${HOMES_OF_PLACE}
      where c.city_key <> '' and c.state_key <> ''
      group by c.state_key, c.city_key, c.zip_key, p.status
    )`;
}

/** Aggregates per place: the most common spelling of its names, and its homes' number and location. */
const GROUPED = sql`
  (array_agg(city order by listing_count desc, city))[1] as city,
  (array_agg(state order by listing_count desc, state))[1] as state,
  null::text as "propertyId", null::text as address, sum(listing_count)::int as count,
  coalesce(sum(listing_count) filter (where status = 'For Rent'), 0)::int as "forRent",
  sum(latitude_sum) / nullif(sum(located_count), 0) as latitude,
  sum(longitude_sum) / nullif(sum(located_count), 0) as longitude,
  min(west) as west, min(south) as south, max(east) as east, max(north) as north`;

const hasStatus = (status: PropertyStatus | undefined) =>
  status === undefined ? sql`true` : sql`status = ${status}`;

const startsWithAny = (name: RawBuilder<unknown>, terms: readonly string[]) =>
  sql`(${sql.join(
    terms.map((term) => sql`${name} like ${`${term}%`}`),
    sql` or `,
  )})`;

/**
 * Finds the largest cities by their totals (migration 0030), then reads names and positions for
 * only those.
 */
async function findCities(
  db: Database,
  isSelected: RawBuilder<unknown>,
  status: PropertyStatus | undefined,
  { limit = MAX_PLACE_SUGGESTIONS, order = sql`${CITY_NAME} using ~<~` } = {},
): Promise<PlaceRow[]> {
  const isSame = sql`c.state_key = u.state_key and c.city_key = u.city_key`;
  const isUnchanged = sql`not exists (select from changed c where ${isSame} and c.zip_key = u.zip_key)`;
  const { rows } = await sql<PlaceRow>`
    with changed as materialized (
      ${selectChanged(sql`u.city_key <> '' and u.state_key <> '' and ${isSelected}`)}
    ),
    changed_places as materialized (
      select c.state_key, c.city_key, c.zip_key, p.status, ${SUMS}
      from changed c join ${HOMES_OF_PLACE}
      group by c.state_key, c.city_key, c.zip_key, p.status
    ),
    largest as materialized (
      select state_key, city_key from (
        (select u.state_key, u.city_key, u.listing_count from place_cities u
        where ${isSelected} and ${hasStatus(status)} and not exists (select from changed c where ${isSame})
        order by ${order} limit ${MAX_MATCHED_PLACES})
        union all
        select u.state_key, u.city_key, u.listing_count
        from (select distinct state_key, city_key from changed) c join places u on ${isSame}
        where ${hasStatus(status)} and ${isUnchanged}
        union all
        select state_key, city_key, listing_count from changed_places where ${hasStatus(status)}
      ) sums
      group by state_key, city_key
      order by sum(listing_count) desc, city_key, state_key limit ${limit}
    )
    select ${GROUPED}, null::text as "zipCode" from (
      select u.* from largest c cross join lateral (
        select ${PLACE_COLUMNS} from places u where ${isSame} and ${hasStatus(status)} and ${isUnchanged} offset 0
      ) u
      union all
      select ${PLACE_COLUMNS} from changed_places u
      where exists (select from largest c where ${isSame}) and ${hasStatus(status)}
    ) current_places
    group by state_key, city_key
    order by count desc, city_key, state_key`.execute(db);
  return rows;
}

/** Finds cities whose name, or name and state, begins with one of the terms; largest first. */
export const findCitiesByPrefix = (
  db: Database,
  terms: readonly string[],
  status: PropertyStatus | undefined,
) => findCities(db, startsWithAny(CITY_NAME, terms), status);

/**
 * Finds cities whose name, or the beginning of it, is spelled similarly to a term; largest first.
 *
 * @param terms the user's term, then its variants with a state code
 */
export async function findSimilarCities(
  db: Database,
  terms: readonly string[],
  status: PropertyStatus | undefined,
): Promise<PlaceRow[]> {
  const matches = await findSimilarNames(db, terms);
  if (matches.length === 0) return [];
  const namesIn = (state: string | null) =>
    matches.filter((match) => match.state === state).map(({ name }) => name);
  const states = [...new Set(matches.flatMap(({ state }) => state ?? []))];
  const isSelected = [
    sql`u.city_key = any(${namesIn(null)}::text[])`,
    ...states.map(
      (state) => sql`(u.state_key = ${state} and u.city_key = any(${namesIn(state)}::text[]))`,
    ),
  ];
  return findCities(db, sql`(${sql.join(isSelected, sql` or `)})`, status);
}

/** Finds ZIP codes that begin with a term; those with the most homes first. */
export async function findZipsByPrefix(
  db: Database,
  terms: readonly string[],
  status: PropertyStatus | undefined,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    with ${selectPlaces(startsWithAny(ZIP_NAME, terms), ZIP_NAME)}
    select ${GROUPED}, min(zip_code) as "zipCode" from current_places
    where zip_key <> '' and ${hasStatus(status)}
    group by state_key, city_key, zip_key
    order by count desc, zip_key, city_key, state_key limit ${MAX_PLACE_SUGGESTIONS}`.execute(db);
  return rows;
}

/**
 * Finds addresses that begin with a term, with or without the street number. Returns one row per
 * address, with its newest home.
 */
export async function findAddressesByPrefix(
  db: Database,
  term: string,
  status: PropertyStatus | undefined,
): Promise<PlaceRow[]> {
  const matchingIds = (name: RawBuilder<unknown>) => sql`
    (select id from public_properties
     where is_available and ${name} like ${`${term}%`} and ${hasStatus(status)}
     order by ${name} using ~<~ limit ${MAX_MATCHED_ADDRESSES})`;
  const { rows } = await sql<PlaceRow>`
    with found as (
      ${matchingIds(sql`fold_place(address || ' ' || city || ' ' || state)`)}
      union
      ${matchingIds(sql`fold_place(street_of(address) || ' ' || city || ' ' || state)`)}
    ),
    homes as (
      select p.*, case when p.latitude <> 0 and p.longitude <> 0 then p.latitude end as lat,
        case when p.latitude <> 0 and p.longitude <> 0 then p.longitude end as lng
      from public_properties p join found using (id)
    )
    select (array_agg(address order by id desc))[1] as address, (array_agg(city order by id desc))[1] as city,
      (array_agg(state order by id desc))[1] as state, (array_agg(zip_code order by id desc))[1] as "zipCode",
      max(id)::text as "propertyId", count(*)::int as count, avg(lat) as latitude, avg(lng) as longitude,
      min(lng) as west, min(lat) as south, max(lng) as east, max(lat) as north
    from homes
    group by fold_place(address), fold_place(city), fold_state(state), fold_zip(zip_code)
    order by count desc, fold_place(address) collate "C", fold_place(city) collate "C", max(id)
    limit ${MAX_PLACE_SUGGESTIONS}`.execute(db);
  return rows;
}

/** Returns the cities with the most available homes of both statuses. */
export const findLargestCities = (db: Database) =>
  findCities(db, sql`true`, undefined, {
    limit: MAX_LARGEST_PLACES,
    order: sql`u.listing_count desc`,
  });

/**
 * The place pages in the sitemap: cities and ZIP codes. Names longer than 100 bytes would make a
 * sitemap file too large; no real name is that long.
 */
const CITY_PAGES = sql`place_cities where octet_length(state_key || city_key) <= 100`;
const ZIP_PAGES = sql`
  places where city_key <> '' and state_key <> '' and zip_key <> '' and octet_length(state_key || city_key || zip_key) <= 100`;

/** Counts the pages of cities and of ZIP codes, up to `maxPages` each, as of the last refresh. */
export async function countPlacePages(
  db: Database,
  maxPages: number,
): Promise<{ cities: number; zips: number }> {
  const { rows } = await sql<{ cities: number; zips: number }>`
    select (select count(*)::int from (select from ${CITY_PAGES} limit ${maxPages}) c) as cities,
      (select count(*)::int from (select from ${ZIP_PAGES} limit ${maxPages}) z) as zips`.execute(
    db,
  );
  return rows[0] ?? { cities: 0, zips: 0 };
}

/** Returns pages of places by status from `offset`: cities, then ZIP codes, both in index order. */
export async function findPlacePages(
  db: Database,
  { cityCount, offset, limit }: { cityCount: number; offset: number; limit: number },
): Promise<{ state: string; city: string; zip: string | null; status: PropertyStatus }[]> {
  const cityLimit = Math.min(Math.max(cityCount - offset, 0), limit);
  const { rows } = await sql<{
    state: string;
    city: string;
    zip: string | null;
    status: PropertyStatus;
  }>`
    (select state_key as state, city_key as city, null as zip, status from ${CITY_PAGES}
     order by state_key, city_key, status offset ${offset} limit ${cityLimit})
    union all
    (select state_key, city_key, zip_key, status from ${ZIP_PAGES}
     order by state_key, city_key, zip_key, status
     offset ${Math.max(offset - cityCount, 0)} limit ${limit - cityLimit})`.execute(db);
  return rows;
}

/**
 * Refreshes the totals of all changed places, unless another process is already refreshing them.
 *
 * @param db the primary
 */
export async function refreshPlaces(db: Database): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await inTransaction(db, null, refreshBatch);
}

/** @returns whether more places need a refresh */
async function refreshBatch(db: Database): Promise<boolean> {
  const { rows: locks } = await sql<{ isAcquired: boolean }>`
    select pg_try_advisory_xact_lock(${REFRESH_LOCK_ID}) as "isAcquired"`.execute(db);
  if (!(locks[0]?.isAcquired ?? false)) return false;
  const { rows } = await sql<{ state: string; city: string; zip: string }>`
    with recorded as (select distinct state_key, city_key, zip_key from place_changes limit ${PLACES_PER_TRANSACTION}),
    deleted as (
      delete from place_changes c using recorded n
      where (c.state_key, c.city_key, c.zip_key) = (n.state_key, n.city_key, n.zip_key)
    )
    select state_key as state, city_key as city, zip_key as zip from recorded`.execute(db);
  if (rows.length === 0) return false;
  const changedPlaces = sql`unnest(${rows.map(({ state }) => state)}::text[], ${rows.map(({ city }) => city)}::text[],
    ${rows.map(({ zip }) => zip)}::text[]) c (state_key, city_key, zip_key)`;
  // Changes that commit after the statement above stay recorded, so the next refresh includes them.
  await sql`
    delete from places u using ${changedPlaces}
    where (u.state_key, u.city_key, u.zip_key) = (c.state_key, c.city_key, c.zip_key)`.execute(db);
  await sql`
    insert into places (${PLACE_COLUMNS})
    select c.state_key, c.city_key, c.zip_key, p.status, ${SUMS}
    from ${changedPlaces} join ${HOMES_OF_PLACE}
    group by c.state_key, c.city_key, c.zip_key, p.status`.execute(db);
  return rows.length === PLACES_PER_TRANSACTION;
}
