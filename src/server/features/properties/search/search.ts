/** Finds one page of a public search in at most two statements (decision 033). */

import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import { matches, type SearchConditions, searchKey } from './search-conditions.ts';

/** One page of a search. */
export type Question = { conditions: SearchConditions; sort: PropertySort; slice: Slice };

/** The caller of a search. */
export type Asker = {
  /** Whether the caller must see changes that this process has not heard of yet. */
  bypassCache: boolean;
};

/** The identifiers of a page, in order, and the number of matches: exact up to 10,000, above an estimate. */
export type FoundPage = { ids: string[]; total: number };

/** Every sort ends with the id, so that pages never overlap. */
const SORTS: Record<PropertySort, { column: 'created_at' | 'price'; isDescending: boolean }> = {
  createdAt_desc: { column: 'created_at', isDescending: true },
  price_asc: { column: 'price', isDescending: false },
  price_desc: { column: 'price', isDescending: true },
};

/** Up to so many matches are collected and sorted; for more, the order's index is walked. */
const MAX_COLLECTED = 500;

/** Totals that are used again while no listing changes; the least recently used is evicted. */
const MAX_TOTALS = 5_000;

/** How old an outdated total may be while the process is busy: beside constant changes every page would count again. */
const STALE_TOTAL_MAX_AGE_MS = 5_000;

/**
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while reads could miss changes
 * @param options.isBusy whether the process renders more than it can (decision 034)
 */
export function createFindPage(options: {
  now: () => number;
  cacheVersion: () => number | null;
  isBusy: () => boolean;
}): (db: Database, question: Question, asker: Asker) => Promise<FoundPage> {
  const { now, cacheVersion, isBusy } = options;
  const totals = new LRUCache<string, { total: number; version: number; countedAtMs: number }>({
    max: MAX_TOTALS,
  });

  const findTotal = (key: string): number | undefined => {
    const known = totals.get(key);
    if (known === undefined) return undefined;
    const isUsable =
      known.version === cacheVersion() ||
      (isBusy() && now() - known.countedAtMs <= STALE_TOTAL_MAX_AGE_MS);
    return isUsable ? known.total : undefined;
  };

  return async (db, question, { bypassCache }) => {
    const { conditions } = question;
    const key = searchKey(conditions);
    const version = cacheVersion();
    const countedAtMs = now();
    const remember = (total: number) => {
      if (version !== null) totals.set(key, { total, version, countedAtMs });
    };

    let total = bypassCache ? undefined : findTotal(key);
    if (total === undefined) {
      total = await countFromTotals(db, conditions);
      if (total !== undefined) remember(total);
    }
    if (total === 0) return { ids: [], total };
    if (total !== undefined && total > MAX_COLLECTED)
      return { ids: await walk(db, question), total };

    const found = await collect(db, question);
    if (found.total <= MAX_REACHABLE_ENTRIES) {
      remember(found.total);
      return found;
    }
    const estimate = Math.max(await estimateCount(db, conditions), found.total);
    remember(estimate);
    return { ids: await walk(db, question), total: estimate };
  };
}

const matching = ({ conditions, sort }: Question) =>
  sql`select p.id, ${sql.ref(`p.${SORTS[sort].column}`)} from public_properties p where ${matches(conditions)}`;

function pageOf({ sort, slice: { limit, offset } }: Question): RawBuilder<unknown> {
  const { column, isDescending } = SORTS[sort];
  const by = sql.ref(`p.${column}`);
  const order = isDescending ? sql`${by} desc, p.id desc` : sql`${by}, p.id`;
  return sql`order by ${order} limit ${limit} offset ${offset}`;
}

/** Counts the matches up to 10,001 and, unless there are as many, sorts them for the page. */
async function collect(db: Database, question: Question): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`
    with matching as materialized (${matching(question)} limit ${MAX_REACHABLE_ENTRIES + 1}),
    counted as (select count(*)::int as total from matching)
    select total, array(
      select p.id from matching p where total <= ${MAX_REACHABLE_ENTRIES} ${pageOf(question)}
    ) as ids
    from counted`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Walks the index of the order up to the page, which is near its beginning where many listings match. */
async function walk(db: Database, question: Question): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${matching(question)} ${pageOf(question)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The exact number of listings that match status and type, from the stored totals; undefined with any other filter. */
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

/** How many listings the planner expects to match, by its statistics alone. */
async function estimateCount(db: Database, conditions: SearchConditions): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from public_properties p where ${matches(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
