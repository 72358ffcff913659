/** The statements that go by bits: each reads some kilobytes and looks only at the listings that these leave. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { matches, type SearchConditions } from '../search-conditions.ts';
import { AVAILABLE_NAME, BITMAP_CONDITIONS } from './bitmap-names.ts';
import type { BitmapPlan, Bits } from './plan-bitmaps.ts';

/** Identifiers in one row of bits (migration 0027). */
export const CHUNK = 8_192;

/** What the bits were made of: a release that asks for others makes them anew. */
export const BITMAP_VERSION = createHash('sha256')
  .update(JSON.stringify([...BITMAP_CONDITIONS]))
  .digest('hex')
  .slice(0, 16);

/** Bits that are combined are of whole chunks; what has no bits yet is noted as changed. */
function combined({ withAll, withNone }: Bits): RawBuilder<unknown> {
  return sql`bit_and(case when name = any(${withNone}::text[]) then ~bits else bits end)
    filter (where name = any(${[AVAILABLE_NAME, ...withAll, ...withNone]}::text[]))`;
}

const namesOf = ({ withAll, withNone }: Bits) => [...withAll, ...withNone];

/** `hits`: for each chunk the bits of listings that may match, that do, and that changed. */
function hitsOf({ maybe, sure }: BitmapPlan): RawBuilder<unknown> {
  const names = new Set([
    AVAILABLE_NAME,
    ...namesOf(maybe),
    ...(sure === null ? [] : namesOf(sure)),
  ]);
  const zero = sql`0::bit(${sql.raw(String(CHUNK))})`;
  return sql`
    noted as materialized (select distinct property_id as id from search_bitmap_changes),
    changed as (
      select (id / ${CHUNK})::int as chunk, bit_or(set_bit(${zero}, (id % ${CHUNK})::int, 1)) as bits
      from noted group by 1
    ),
    hits as materialized (
      select chunk, coalesce(h.maybe, ${zero}) as maybe, coalesce(h.sure, ${zero}) as sure,
        coalesce(c.bits, ${zero}) as changed
      from (
        select chunk, ${combined(maybe)} as maybe,
          ${sure === null ? sql`null::bit(${sql.raw(String(CHUNK))})` : combined(sure)} as sure
        from search_bitmaps where name = any(${[...names]}::text[])
        group by chunk
      ) h full join changed c using (chunk)
    )`;
}

/** How many listings bits leave. */
export type BitmapCounts = {
  /** That may match, those that changed among them. */
  maybe: number;
  /** Of them, those that need not be looked at. */
  sure: number;
};

/** @returns null where the bits are not there, or others than this release has */
export async function countBits(db: Database, plan: BitmapPlan): Promise<BitmapCounts | null> {
  const { rows } = await sql<BitmapCounts & { isReady: boolean }>`
    with ${hitsOf(plan)}
    select exists (select from search_bitmaps_ready where version = ${BITMAP_VERSION}) as "isReady",
      coalesce(sum(bit_count(maybe | changed)), 0)::int as maybe,
      coalesce(sum(bit_count(sure & ~changed)), 0)::int as sure
    from hits`.execute(db);
  const [found] = rows;
  if (found === undefined || !found.isReady) return null;
  return { maybe: found.maybe, sure: found.sure };
}

/** Identifiers `id` of the listings that some bits of `hits` stand for. */
const identifiers = (bits: RawBuilder<unknown>) => sql`
  select chunk::bigint * ${CHUNK} + place as id from hits, set_bits(${bits}) place where bit_count(${bits}) > 0`;

/** Listings `p` by their identifiers, one after the other. */
const byIdentifiers = (bits: RawBuilder<unknown>) =>
  sql`properties p where p.id = any(array(${identifiers(bits)}))`;

/** How many listings match: those that the bits are sure of, and of the others those that do when looked at. */
export async function countByBitmaps(
  db: Database,
  conditions: SearchConditions,
  plan: BitmapPlan,
): Promise<number> {
  const unsure = sql`((maybe & ~sure) | changed)`;
  const { rows } = await sql<{ count: number }>`
    with ${hitsOf(plan)}
    select (
      (select coalesce(sum(bit_count(sure & ~changed)), 0) from hits)
      + (select count(*) from ${byIdentifiers(unsure)} and ${matches(conditions)})
    )::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** All listings `p` that match, by their bits; to be said after `with`, which `hits` begins. */
export function collectedByBitmaps(
  conditions: SearchConditions,
  plan: BitmapPlan,
): { hits: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const from = sql`(select p.* from ${byIdentifiers(sql`(maybe | changed)`)} and ${matches(conditions)} offset 0) p`;
  return { hits: hitsOf(plan), from };
}

/**
 * The identifiers of a page among the first listings in an order: the index of the order alone is walked through, and
 * only what has its bits is looked at, one after the other until the page is full.
 *
 * @param walk.along what is walked through; `by` is what it is ordered by, `most` how many are at most
 * @param walk.orderOf the order, as it is said of `p` or `w`
 */
export async function walkByBitmaps(
  db: Database,
  conditions: SearchConditions,
  plan: BitmapPlan,
  walk: {
    along: RawBuilder<unknown>;
    by: RawBuilder<unknown>;
    orderOf: (alias: 'p' | 'w') => RawBuilder<unknown>;
    most: number;
    skipped: number;
    limit: number;
  },
): Promise<string[]> {
  const { along, by, orderOf, most, skipped, limit } = walk;
  const { rows } = await sql<{ id: string }>`
    with ${hitsOf(plan)}
    select w.id from (
      select w.* from (
        select p.id, ${by} from properties p where ${along} order by ${orderOf('p')} limit ${most}
      ) w
      join (select chunk, maybe | changed as bits from hits offset 0) h on h.chunk = (w.id / ${CHUNK})::int
      where get_bit(h.bits, (w.id % ${CHUNK})::int) = 1
      order by ${orderOf('w')} offset 0
    ) w
    cross join lateral (select from properties p where p.id = w.id and ${matches(conditions)} offset 0) p
    order by ${orderOf('w')} limit ${limit} offset ${skipped}`.execute(db);
  return rows.map(({ id }) => id);
}
