/** The public search: which available listings match a filter set, in which order, and how many there are. */

import { type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { PropertyFilter } from '#shared/schemas/property-filter.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/paging.ts';

/** A filter set whose search term has become a text search query. */
export type SearchConditions = Omit<PropertyFilter, 'page' | 'limit' | 'sort' | 'searchTerm'> & {
  words?: RawBuilder<unknown>;
};

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

/** Every word of a text, in any order, folded as the column `search` is. */
export function allWords(text: string): RawBuilder<unknown> {
  return sql`plainto_tsquery('simple', fold_text(${text}))`;
}

/** Availability is said literally, so that the partial indexes serve. */
function matches(conditions: SearchConditions): RawBuilder<unknown> {
  return sql.join([sql`p.is_available`, ...toParts(conditions)], sql` and `);
}

function toParts(conditions: SearchConditions): RawBuilder<unknown>[] {
  const { words, propertyType, status, minPrice, maxPrice, bedrooms, agentId } = conditions;
  return [
    ...(words === undefined ? [] : [sql`p.search @@ (${words})`]),
    ...(propertyType === undefined ? [] : [sql`p.property_type = ${propertyType}`]),
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(minPrice === undefined ? [] : [sql`p.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.price <= ${maxPrice}`]),
    ...(bedrooms === undefined ? [] : [sql`p.bedrooms >= ${bedrooms}`]),
    ...(agentId === undefined ? [] : [sql`p.agent_id = ${agentId}`]),
  ];
}

/** The most bedrooms that the entries of the index of words tell apart (migration 0007). */
const KIND_BEDROOMS_MOST = 10;

/** `matches` for statements that collect or count all: beside words, conditions as the index of words has them. */
function matchesByIndex(conditions: SearchConditions): RawBuilder<unknown> {
  const { words, propertyType, status = '', bedrooms = 0, ...bounds } = conditions;
  if (words === undefined) return matches(conditions);
  // Beside a price or an agent another index joins in, if its own condition is said as well (alone it would add
  // nothing). Kinds that half of all listings are would only cost then.
  const isBounded = Object.values(bounds).some((value) => value !== undefined);
  if (isBounded && propertyType === undefined)
    return sql.join([sql`p.is_available is true`, matches(conditions)], sql` and `);
  const kind = `${status}/${propertyType ?? ''}/${Math.min(bedrooms, KIND_BEDROOMS_MOST)}`;
  const parts = [
    sql`p.is_available is true`,
    ...(isBounded ? [sql`p.is_available`] : []),
    ...(kind === '//0'
      ? []
      : [sql`search_kinds(p.status, p.property_type, p.bedrooms) @> array[${kind}]::text[]`]),
    ...toParts({ words, ...bounds, ...(bedrooms > KIND_BEDROOMS_MOST ? { bedrooms } : {}) }),
  ];
  return sql.join(parts, sql` and `);
}

/** Matching listings that are sorted at most where an index could give them in order. */
const SORTED_MOST = 1_000;

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
  if (total <= SORTED_MOST) return idsOf(matching);
  if (conditions.words === undefined) return idsOf(sql`properties p where ${matches(conditions)}`);

  // Words that many have are soon found among the first in order, unless only old or dear listings have them.
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
 * How many listings match conditions that the kept totals know: status, type and agent; undefined for others.
 * Always exact, and as fast for a million listings as for ten.
 */
export async function countFromTotals(
  db: Database,
  conditions: SearchConditions,
): Promise<number | undefined> {
  const { propertyType, status, agentId, ...others } = conditions;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const parts = [
    sql`is_available`,
    ...(propertyType === undefined ? [] : [sql`property_type = ${propertyType}`]),
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
    explain (format json) select from properties p where ${matchesByIndex(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** A word of a search, whether an available listing has it, and those close to it that one has. */
export type WordMatch = { word: string; isFound: boolean; close: string[] };

/** How many close spellings stand in for one word. */
const CLOSE_WORDS_MOST = 3;

/** Words of the longest search that close spellings are looked for: each costs some milliseconds. */
const MATCHED_WORDS_MOST = 10;

/** Listings among which a word is looked for before the index, which collects every listing of a frequent word. */
const RECENT = 200;

/** Whether an available listing has a word; `recent` holds the newest of them. */
function isFound(word: RawBuilder<unknown>): RawBuilder<unknown> {
  const query = sql`plainto_tsquery('simple', ${word})`;
  return sql`case when exists (select from recent where search @@ ${query}) then true
    else exists (select from properties p where p.is_available is true and p.search @@ ${query}) end`;
}

/** Looks at each word of a search that found nothing, in its order; at none of a search of more than ten. */
export async function matchWords(db: Database, text: string): Promise<WordMatch[]> {
  const { rows } = await sql<WordMatch>`
    with recent as materialized (
      select search from properties where is_available order by created_at desc, id desc limit ${RECENT}
    )
    select w.word, found.is_found as "isFound",
      case when found.is_found then '{}' else array(
        select c.word
        from close_words(w.word, 12) with ordinality as c (word, position)
        where ${isFound(sql`c.word`)}
        order by c.position limit ${CLOSE_WORDS_MOST}
      ) end as close
    from string_to_array(trim(fold_text(${text})), ' ') words
    cross join lateral unnest(words) with ordinality as w (word, position)
    cross join lateral (select ${isFound(sql`w.word`)} as is_found) found
    where w.word <> '' and cardinality(words) <= ${MATCHED_WORDS_MOST}
    order by w.position`.execute(db);
  return rows;
}

/**
 * The words that a listing was found by: of each word that had to be replaced, the close one that the listing has; the
 * closest where it has none of them any more.
 */
export async function wordsFoundBy(
  db: Database,
  words: readonly WordMatch[],
  id: string | undefined,
): Promise<string[]> {
  const choices = words.flatMap(({ close }) => close);
  const { rows } = await sql<{ choice: string }>`
    select choice from properties, unnest(${choices}::text[]) choice
    where id = ${id ?? null} and search @@ plainto_tsquery('simple', choice)`.execute(db);
  const held = new Set(rows.map(({ choice }) => choice));
  return words.map(
    ({ word, isFound, close }) =>
      (isFound ? word : (close.find((choice) => held.has(choice)) ?? close[0])) ?? word,
  );
}

/** Every word as it is or, where it was not found, any of those close to it. */
export function anyCloseWords(words: readonly WordMatch[]): RawBuilder<unknown> {
  const groups = words.map(
    ({ word, isFound, close }) =>
      sql`(${sql.join(
        (isFound ? [word] : close).map((choice) => sql`plainto_tsquery('simple', ${choice})`),
        sql` || `,
      )})`,
  );
  return sql.join(groups, sql` && `);
}
