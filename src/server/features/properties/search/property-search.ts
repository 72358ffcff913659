/** The public search: which available listings match a filter set, in which order, and how many there are. */

import { type RawBuilder, sql } from 'kysely';
import { isSpatial } from '#shared/geo/matches-place.ts';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import { matches, matchesByIndex, type SearchConditions, toParts } from './search-conditions.ts';

/** Every sort ends with the id, so that pages never overlap. */
const SORTS: Record<PropertySort, { by: RawBuilder<unknown>; isDescending: boolean }> = {
  createdAt_desc: { by: sql`p.created_at`, isDescending: true },
  price_asc: { by: sql`p.price`, isDescending: false },
  price_desc: { by: sql`p.price`, isDescending: true },
};

function orderOf(sort: PropertySort): RawBuilder<unknown> {
  const { by, isDescending } = SORTS[sort];
  return isDescending ? sql`${by} desc, p.id desc` : sql`${by}, p.id`;
}

/** Entries of a word in its index that take PostgreSQL as long as looking at one listing. */
const ENTRIES_PER_LISTING = 30;

/** Entries of another index that it goes through meanwhile. */
const PASSED_PER_LISTING = 4;

/** Fewer listings are not worth the question how many there are. */
const LOOKED_AT_LEAST = 100;

/**
 * The conditions, of which the words are looked at in all listings of an agent or between prices where these are few
 * and the words are frequent: the index of words would collect every listing that has them first.
 */
export async function pickIndexStrategy(
  db: Database,
  conditions: SearchConditions,
): Promise<SearchConditions> {
  const { words, status, propertyType, minPrice, maxPrice, bedrooms, agentId } = conditions;
  if (words === undefined || (minPrice ?? maxPrice ?? agentId) === undefined) return conditions;
  const most = Math.floor(words.listings / ENTRIES_PER_LISTING);
  if (most < LOOKED_AT_LEAST) return conditions;
  // What the indexes have, so that no listing is read for it.
  const [bounds, kinds] =
    agentId === undefined
      ? [
          { status, minPrice, maxPrice },
          { propertyType, bedrooms },
        ]
      : [{ agentId, minPrice, maxPrice }, {}];
  const { rows } = await sql<{ passed: number; fitting: number }>`
    select count(*)::int as passed,
      (count(*) filter (where ${sql.join([sql`true`, ...toParts(kinds)], sql` and `)}))::int as fitting
    from (
      select ${agentId === undefined ? sql`property_type, bedrooms` : sql``} from properties p
      where ${matches(bounds)} limit ${most * PASSED_PER_LISTING + 1}
    ) p`.execute(db);
  const [{ passed, fitting } = { passed: 0, fitting: 0 }] = rows;
  const isFew = passed <= most * PASSED_PER_LISTING && fitting <= most;
  const { query, listings } = words;
  return isFew ? { ...conditions, words: { query, checked: query, listings } } : conditions;
}

/** Matching listings that are sorted at most where an index could give them in order. */
const SORTED_MOST = 1_000;

/** The same for homes in one place: those of a town are rarely near each other in the order of age or price. */
const SORTED_IN_PLACE_MOST = 10_000;

/** How many listings match a search, and for one with words, how many there are to choose from. */
export type SearchCounts = { total: number; available: number };

/** An entry of a search whose place in the order is known. */
export type Place = {
  /** Of entries before it. */
  offset: number;
  /** What it is sorted by, as PostgreSQL writes it. */
  value: string;
  id: string;
};

/** A search with words that walks further than this for a page begins at a known place. */
const WALKED_MOST = 5_000;

/** Listings that are walked through to find so many matches: half as many again as when they lie evenly. */
const toWalked = (entries: number, { total, available }: SearchCounts) =>
  100 + Math.ceil((1.5 * entries * available) / total);

/** Whether `findIds` should be told a place near the page: a page deep in the many matches of words. */
export function needsPlace(
  conditions: SearchConditions,
  { offset, limit }: Slice,
  counts: SearchCounts,
): boolean {
  const hasMany = conditions.words !== undefined && counts.total > MAX_REACHABLE_ENTRIES;
  return hasMany && toWalked(offset + limit, counts) > WALKED_MOST;
}

/**
 * The identifiers of one page of matching listings, in order; none when nothing matches or the page lies behind the
 * last one.
 *
 * The planner knows neither which words stand together nor which listings are old, and then walks through a whole
 * index for a handful. The counts know better.
 *
 * @param start an entry before the page or at its beginning, to begin at
 */
export async function findIds(
  db: Database,
  conditions: SearchConditions,
  sort: PropertySort,
  slice: Slice,
  counts: SearchCounts,
  start?: Place,
): Promise<string[]> {
  const { offset, limit } = slice;
  const { total } = counts;
  if (offset >= total) return [];
  const idsOf = async (from: RawBuilder<unknown>, skipped = offset) => {
    const { rows } = await sql<{ id: string }>`
      select p.id from ${from} order by ${orderOf(sort)} limit ${limit} offset ${skipped}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };

  // All that match, by whatever index finds them.
  const matching = sql`(select p.* from properties p where ${matchesByIndex(conditions)} offset 0) p`;
  const sortedMost = isSpatial(conditions) ? SORTED_IN_PLACE_MOST : SORTED_MOST;
  if (total <= sortedMost) return idsOf(matching);
  if (conditions.words === undefined) return idsOf(sql`properties p where ${matches(conditions)}`);

  // Words that many have are soon found among the first in order, unless only old or expensive listings have them.
  const wanted = Math.min(limit, total - offset);
  const skipped = offset - (start?.offset ?? 0);
  // Between two prices words lie closer than among all listings.
  let walked = isWalkedByPrice(conditions, sort)
    ? 100 + 4 * (skipped + limit)
    : toWalked(skipped + limit, counts);
  // Collecting all of them reads each, and every listing of each of the words before that.
  for (; walked < total * 4; walked *= 8) {
    const first = sql`(
      select p.* from properties p where ${matchesOnTheWay(conditions, sort)}${fromPlace(sort, start)}
      order by ${orderOf(sort)} limit ${walked}
    ) p where ${matches(conditions)}`;
    const ids = await idsOf(first, skipped);
    if (ids.length >= wanted) return ids;
  }
  return idsOf(matching);
}

const isWalkedByPrice = ({ minPrice, maxPrice }: SearchConditions, sort: PropertySort) =>
  sort !== 'createdAt_desc' && (minPrice !== undefined || maxPrice !== undefined);

/**
 * What a walk in order takes from the index: status and type, and by price the range, which is walked from its one end
 * to the other. Bounds that few keep would not end the walk.
 */
function matchesOnTheWay(conditions: SearchConditions, sort: PropertySort): RawBuilder<unknown> {
  const { status, propertyType, minPrice, maxPrice } = conditions;
  const price = isWalkedByPrice(conditions, sort) ? { minPrice, maxPrice } : {};
  return matches({ status, propertyType, ...price });
}

function fromPlace(sort: PropertySort, start: Place | undefined): RawBuilder<unknown> {
  if (start === undefined) return sql``;
  const { by, isDescending } = SORTS[sort];
  const isNotBefore = isDescending ? sql`<=` : sql`>=`;
  return sql` and (${by}, p.id) ${isNotBefore} (${start.value}, ${start.id})`;
}

/** Entries from one known place to the next. */
const PLACE_STEP = 50;

/**
 * Places of a search that has many matches, from its first entry to the last that a page can show. Reads all matches,
 * as a large count does.
 */
export async function findPlaces(
  db: Database,
  conditions: SearchConditions,
  sort: PropertySort,
): Promise<Place[]> {
  const { by } = SORTS[sort];
  const { rows } = await sql<Place>`
    with counted as materialized (
      select ${by}, p.id from properties p where ${matchesByIndex(conditions)}
    )
    select p."offset", ${by}::text as value, p.id from (
      select p.*, (row_number() over (order by ${orderOf(sort)}))::int - 1 as "offset"
      from (select * from counted p order by ${orderOf(sort)} limit ${MAX_REACHABLE_ENTRIES}) p
    ) p
    where p."offset" % ${PLACE_STEP} = 0 order by p."offset"`.execute(db);
  return rows;
}

/** How many listings match, or 10,001 for any number above 10,000. */
export async function countUpToLimit(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from properties p where ${matchesByIndex(conditions)} limit ${MAX_REACHABLE_ENTRIES + 1}) first_ones`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * How many listings match conditions that the stored totals know: status, type and agent; undefined for others.
 * Always exact, and as fast for a million listings as for ten.
 */
export async function countFromTotals(
  db: Database,
  conditions: SearchConditions,
): Promise<number | undefined> {
  const { propertyType, status, agentId, now: _now, ...others } = conditions;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const parts = [
    sql`is_available`,
    ...(propertyType === undefined ? [] : [sql`property_type = any(${propertyType}::text[])`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(agentId === undefined ? [] : [sql`agent_id = ${agentId}`]),
  ];
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(listing_count), 0)::int as count
    from property_totals where ${sql.join(parts, sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many listings match, however many there are. */
export async function countAll(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from properties p where ${matchesByIndex(conditions)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** How many listings the planner expects to match; from its statistics alone. */
export async function estimateCount(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from properties p where ${matches(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
