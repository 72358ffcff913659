/** The statements that count a search. */

import { sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { Database } from '../../../database/database.ts';
import { matchesByIndex } from './matches-by-index.ts';
import { matches, type SearchConditions } from './search-conditions.ts';

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
