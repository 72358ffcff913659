/**
 * Finds the ids of one page of a public search and the total, in one or two statements (decision
 * 033). Above 10,000 matches, the planner's estimate is a third.
 */

import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import { matches, type SearchConditions, searchKey } from './search-conditions.ts';

/** One page of a search. */
export type PageRequest = { conditions: SearchConditions; sort: PropertySort; slice: Slice };

/** Cache options of a search. */
export type CacheOptions = {
  /** Whether the caller must see changes not yet announced to this process. */
  bypassCache: boolean;
};

/** A page's ids, in order, and the number of matches: exact up to 10,000, else an estimate. */
export type FoundPage = { ids: string[]; total: number };

/** Every sort ends with the id, so pages never overlap. */
const SORTS: Record<PropertySort, { column: 'created_at' | 'price'; isDescending: boolean }> = {
  createdAt_desc: { column: 'created_at', isDescending: true },
  price_asc: { column: 'price', isDescending: false },
  price_desc: { column: 'price', isDescending: true },
};

/**
 * With a known total above this, the page is read in index order. Unknown totals are counted first,
 * and up to 10,000 matches sorted at the same time.
 */
const MIN_SCANNED = 500;

/** Maximum cached totals. */
const MAX_CACHED_TOTALS = 5_000;

/**
 * Maximum age of an outdated total in a busy process: with constant changes, every page would
 * count.
 */
const STALE_TOTAL_MAX_AGE_MS = 5_000;

/**
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while reads could miss changes
 * @param options.isBusy whether the process is overloaded with rendering (decision 034)
 */
export function createFindPage(options: {
  now: () => number;
  cacheVersion: () => number | null;
  isBusy: () => boolean;
}): (db: Database, request: PageRequest, cacheOptions: CacheOptions) => Promise<FoundPage> {
  const { now, cacheVersion, isBusy } = options;
  const totals = new LRUCache<string, { total: number; version: number; countedAtMs: number }>({
    max: MAX_CACHED_TOTALS,
  });

  const findTotal = (key: string): number | undefined => {
    const known = totals.get(key);
    if (known === undefined) return undefined;
    const isUsable =
      known.version === cacheVersion() ||
      (isBusy() && now() - known.countedAtMs <= STALE_TOTAL_MAX_AGE_MS);
    return isUsable ? known.total : undefined;
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
    if (total !== undefined && total > MIN_SCANNED) return { ids: await scan(db, request), total };

    const found = await collect(db, request);
    if (found.total <= MAX_REACHABLE_ENTRIES) {
      cacheTotal(found.total);
      return found;
    }
    const estimate = Math.max(await estimateCount(db, conditions), found.total);
    cacheTotal(estimate);
    return { ids: await scan(db, request), total: estimate };
  };
}

const matching = ({ conditions, sort }: PageRequest) =>
  sql`select p.id, ${sql.ref(`p.${SORTS[sort].column}`)} from public_properties p where ${matches(conditions)}`;

function pageOf({ sort, slice: { limit, offset } }: PageRequest): RawBuilder<unknown> {
  const { column, isDescending } = SORTS[sort];
  const by = sql.ref(`p.${column}`);
  const order = isDescending ? sql`${by} desc, p.id desc` : sql`${by}, p.id`;
  return sql`order by ${order} limit ${limit} offset ${offset}`;
}

/** Counts up to 10,001 matches and, if there are fewer, sorts them for the page. */
async function collect(db: Database, request: PageRequest): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`
    with matching as materialized (${matching(request)} limit ${MAX_REACHABLE_ENTRIES + 1}),
    counted as (select count(*)::int as total from matching)
    select total, array(
      select p.id from matching p where total <= ${MAX_REACHABLE_ENTRIES} ${pageOf(request)}
    ) as ids
    from counted`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Reads in index order up to the page, which is near the beginning if many listings match. */
async function scan(db: Database, request: PageRequest): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${matching(request)} ${pageOf(request)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the exact number of matches from stored totals; undefined with filters other than status
 * and type.
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

/** Returns the planner's estimate of matches. */
async function estimateCount(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from public_properties p where ${matches(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
