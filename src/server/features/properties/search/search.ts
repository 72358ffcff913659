/**
 * Finds the IDs of a page of a public search and the total in at most two statements (decision 033).
 * Above 10,000 matches without a stored or cached total, a third statement reads the planner's estimate.
 */

import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import { matches, type SearchConditions, searchKey } from './search-conditions.ts';

/** The request for a page of a search. */
export type PageRequest = { conditions: SearchConditions; sort: PropertySort; slice: Slice };

/** How a search uses cached totals and suggestions. */
export type SearchOptions = {
  /** Whether the caller must see changes that have not been announced to this process yet. */
  bypassCache: boolean;
};

/**
 * A page's IDs in order, and the number of matches: exact up to 10,000 or if it comes from stored
 * totals; otherwise an estimate.
 */
export type FoundPage = { ids: string[]; total: number };

/** Every sort order uses the ID as the tiebreaker so that pages never overlap. */
const SORTS: Record<PropertySort, { column: 'created_at' | 'price'; isDescending: boolean }> = {
  createdAt_desc: { column: 'created_at', isDescending: true },
  price_asc: { column: 'price', isDescending: false },
  price_desc: { column: 'price', isDescending: true },
};

/**
 * If a stored or cached total is above this, the page is read in index order. Otherwise, one statement counts
 * the matches and, up to 10,000, also sorts them.
 */
const MAX_RECOUNTED_TOTAL = 500;

/** The maximum number of cached totals. */
const MAX_CACHED_TOTALS = 5_000;

/**
 * The maximum age of an outdated total in a busy process. Without outdated totals, every page would
 * count its matches while listings change constantly.
 */
const MAX_STALE_TOTAL_AGE_MS = 5_000;

/**
 * Creates a function that finds pages and caches totals.
 *
 * @param options.now returns the time in milliseconds
 * @param options.cacheVersion returns the version of the listings; null while reads could miss changes
 * @param options.isBusy returns whether the process is overloaded with rendering (decision 034)
 */
export function createFindPage(options: {
  now: () => number;
  cacheVersion: () => number | null;
  isBusy: () => boolean;
}): (db: Database, request: PageRequest, options: SearchOptions) => Promise<FoundPage> {
  const { now, cacheVersion, isBusy } = options;
  const totals = new LRUCache<string, { total: number; version: number; countedAtMs: number }>({
    max: MAX_CACHED_TOTALS,
  });

  const findTotal = (key: string): number | undefined => {
    const cached = totals.get(key);
    if (cached === undefined) return undefined;
    const isUsable =
      cached.version === cacheVersion() ||
      (isBusy() && now() - cached.countedAtMs <= MAX_STALE_TOTAL_AGE_MS);
    return isUsable ? cached.total : undefined;
  };

  return async (db, request, { bypassCache }) => {
    const { conditions } = request;
    const key = searchKey(conditions);
    const version = cacheVersion();
    const countedAtMs = now();
    const cacheTotal = (total: number) => {
      if (version !== null) totals.set(key, { total, version, countedAtMs });
    };

    let total = bypassCache ? undefined : findTotal(key);
    if (total === undefined) {
      total = await countFromTotals(db, conditions);
      if (total !== undefined) cacheTotal(total);
    }
    if (total === 0) return { ids: [], total };
    if (total !== undefined && total > MAX_RECOUNTED_TOTAL)
      return { ids: await scanPage(db, request), total };

    const found = await collectPage(db, request);
    if (found.total <= MAX_REACHABLE_ENTRIES) {
      cacheTotal(found.total);
      return found;
    }
    const estimate = Math.max(await estimateCount(db, conditions), found.total);
    cacheTotal(estimate);
    return { ids: await scanPage(db, request), total: estimate };
  };
}

const selectMatches = ({ conditions, sort }: PageRequest) =>
  sql`select p.id, ${sql.ref(`p.${SORTS[sort].column}`)} from public_properties p where ${matches(conditions)}`;

function buildPageClause({ sort, slice: { limit, offset } }: PageRequest): RawBuilder<unknown> {
  const { column, isDescending } = SORTS[sort];
  const sortColumn = sql.ref(`p.${column}`);
  const order = isDescending ? sql`${sortColumn} desc, p.id desc` : sql`${sortColumn}, p.id`;
  return sql`order by ${order} limit ${limit} offset ${offset}`;
}

/** Counts up to 10,001 matches. If there are fewer, sorts them for the page. */
async function collectPage(db: Database, request: PageRequest): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`
    with matching as materialized (${selectMatches(request)} limit ${MAX_REACHABLE_ENTRIES + 1}),
    counted as (select count(*)::int as total from matching)
    select total, array(
      select p.id from matching p where total <= ${MAX_REACHABLE_ENTRIES} ${buildPageClause(request)}
    ) as ids
    from counted`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Reads in index order up to the page. If many listings match, the page is near the beginning. */
async function scanPage(db: Database, request: PageRequest): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`${selectMatches(request)} ${buildPageClause(request)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the exact number of matches from stored totals; undefined for filters other than status and
 * type.
 */
async function countFromTotals(
  db: Database,
  conditions: SearchConditions,
): Promise<number | undefined> {
  const { propertyType, status, now: _now, ...others } = conditions;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const parts = [
    sql`is_available`,
    ...(propertyType === undefined ? [] : [sql`property_type = any(${propertyType}::text[])`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ];
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(listing_count), 0)::int as count
    from property_totals where ${sql.join(parts, sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the planner's estimate of the number of matches. */
async function estimateCount(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from public_properties p where ${matches(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
