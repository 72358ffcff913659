/** The statements that go by bits: each reads some kilobytes and looks only at the listings that these leave. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../../../../database/database.ts';
import { matches, type SearchConditions } from '../search-conditions.ts';
import { AVAILABLE_NAME, BITMAP_CONDITIONS, DAYS, digitName, digitsOf } from './bitmap-names.ts';
import { countSource, findSource, isSaidBy } from './bitmap-sources.ts';
import { type BitmapPlan, type Bits, type DayBound, withoutSource } from './plan-bitmaps.ts';

/** Identifiers in one row of bits (migration 0027). */
export const CHUNK = 8_192;

const ZERO = sql`0::bit(${sql.raw(String(CHUNK))})`;
const NO_BITS = sql`null::bit(${sql.raw(String(CHUNK))})`;

/** What the bits were made of: a release or an installation that asks for others makes them anew. */
export const bitmapVersion = (rates: CostRates) =>
  createHash('sha256')
    .update(JSON.stringify([...BITMAP_CONDITIONS, 'and terms', DAYS, rates]))
    .digest('hex')
    .slice(0, 16);

/** Said by name, so that bits that are asked for twice are combined once. */
const bitsOf = (name: string) => sql`bit_or(bits) filter (where name = ${sql.lit(name)})`;

/** How a day is compared with another one: the names of the bits, and what they say together. */
function comparedDays({ day, value }: DayBound): {
  names: string[];
  isUpTo: RawBuilder<unknown>;
} {
  const names: string[] = [];
  const isBelow = (digit: number, least: number) => {
    const name = digitName(day, digit, least);
    names.push(name);
    return sql`~${bitsOf(name)}`;
  };
  // From the lowest digit on: a smaller one, or the same one and no more in those below. Undefined: every day.
  let isUpTo: RawBuilder<unknown> | undefined;
  for (const { digit, radix, unit } of digitsOf(day)) {
    const own = Math.floor(value / unit) % radix;
    const isSmaller = own === 0 || isUpTo === undefined ? undefined : isBelow(digit, own);
    const isNoMore = own === radix - 1 ? undefined : isBelow(digit, own + 1);
    const both = [isNoMore, isUpTo].filter((part) => part !== undefined);
    isUpTo = both.length === 0 ? undefined : sql`(${sql.join(both, sql` & `)})`;
    if (isSmaller !== undefined && isUpTo !== undefined) isUpTo = sql`(${isSmaller} | ${isUpTo})`;
  }
  return { names, isUpTo: isUpTo ?? sql`~${ZERO}` };
}

/** Bits that are combined are of whole chunks; what has no bits yet is noted as changed. */
function combined({ withAll, withNone, upTo = [], after = [] }: Bits): RawBuilder<unknown> {
  const named = sql`bit_and(case when name = any(${withNone}::text[]) then ~bits else bits end)
    filter (where name = any(${[AVAILABLE_NAME, ...withAll, ...withNone]}::text[]))`;
  const days = [
    ...upTo.map((bound) => comparedDays(bound).isUpTo),
    ...after.map((bound) => sql`~${comparedDays(bound).isUpTo}`),
  ];
  return sql.join([named, ...days], sql` & `);
}

const namesOf = ({ withAll, withNone, upTo = [], after = [] }: Bits) => [
  ...withAll,
  ...withNone,
  ...[...upTo, ...after].flatMap((bound) => comparedDays(bound).names),
];

/** Nobody is sure of chunks where bits are missing. */
function combinedSurely(bits: Bits): RawBuilder<unknown> {
  const names = [...new Set(namesOf(bits))];
  return sql`case when count(*) filter (where name = any(${names}::text[])) = ${names.length}::int
    then ${combined(bits)} end`;
}

/** `hits`: for each chunk the bits of listings that may match, that do, and that changed. */
function hitsOf({ maybe, sure }: BitmapPlan): RawBuilder<unknown> {
  const names = new Set([
    AVAILABLE_NAME,
    ...namesOf(maybe),
    ...(sure === null ? [] : namesOf(sure)),
  ]);
  return sql`
    noted as materialized (select distinct property_id as id from search_bitmap_changes),
    changed as (
      select (id / ${CHUNK})::int as chunk, bit_or(set_bit(${ZERO}, (id % ${CHUNK})::int, 1)) as bits
      from noted group by 1
    ),
    hits as materialized (
      select chunk, coalesce(h.available, ${ZERO}) as available, coalesce(h.maybe, ${ZERO}) as maybe,
        coalesce(h.sure, ${ZERO}) as sure, coalesce(c.bits, ${ZERO}) as changed
      from (
        select chunk, ${combined({ withAll: [], withNone: [] })} as available, ${combined(maybe)} as maybe,
          ${sure === null ? NO_BITS : combinedSurely(sure)} as sure
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
  /** Of all available listings. */
  available: number;
  /** About how many the index finds among which they are looked for; null where there is none. */
  among: number | null;
};

/** @returns null where the bits are not there, or others than this release has */
export async function countBits(
  db: Database,
  plan: BitmapPlan,
  { conditions, version }: { conditions: SearchConditions; version: string },
): Promise<BitmapCounts | null> {
  const { rows } = await sql<BitmapCounts & { isReady: boolean }>`
    with ${hitsOf(plan)}
    select exists (select from search_bitmaps_ready where version = ${version}) as "isReady",
      coalesce(sum(bit_count(maybe | changed)), 0)::int as maybe,
      coalesce(sum(bit_count(sure & ~changed)), 0)::int as sure,
      coalesce(sum(bit_count(available)), 0)::int as available,
      ${countSource(plan.among, conditions)} as among
    from hits`.execute(db);
  const [found] = rows;
  if (found === undefined || !found.isReady) return null;
  const { isReady: _isReady, ...counts } = found;
  return counts;
}

/** Identifiers `id` of the listings that some bits of `hits` stand for. */
const identifiers = (bits: RawBuilder<unknown>) => sql`
  select chunk::bigint * ${CHUNK} + place as id from hits, set_bits(${bits}) place where bit_count(${bits}) > 0`;

/** Listings `p` by their identifiers, one after the other. */
const byIdentifiers = (ids: RawBuilder<unknown>) =>
  sql`properties p where p.id = any(array(${ids}))`;

/**
 * Bits of listings that match, of those that do if what bits leave open says so, and of those that changed: of these
 * bits say nothing.
 */
const SURE = sql`(sure & ~changed)`;
const OPEN = sql`(maybe & ~sure & ~changed)`;
const CHANGED = sql`changed`;

/** What is looked at in listings `p` that bits leave open. */
const isOpenMet = (conditions: SearchConditions, { open, among }: BitmapPlan) =>
  matches(
    conditions,
    open.filter((name) => !isSaidBy(among, name)),
  );

/**
 * `found`: what an index finds and has the bits, and whether that is sure or changed; to be said after `hits`.
 *
 * @param found `id` with other columns
 */
const amongFound = (found: RawBuilder<unknown>) => sql`
  found as materialized (
    select f.*, get_bit(h.sure, (f.id % ${CHUNK})::int) = 1 as is_sure, get_bit(h.changed, (f.id % ${CHUNK})::int) = 1 as is_changed
    from (${found} offset 0) f
    join (select chunk, maybe | changed as bits, ${SURE} as sure, changed from hits offset 0) h on h.chunk = (f.id / ${CHUNK})::int
    where get_bit(h.bits, (f.id % ${CHUNK})::int) = 1
  )`;

/** What comes before, and the listings `p` that match: three sets of which each is to be read on its own. */
function matchingSets(conditions: SearchConditions, plan: BitmapPlan) {
  const { among } = plan;
  const isMet = isOpenMet(conditions, plan);
  if (among === undefined) {
    const by = (bits: RawBuilder<unknown>) => byIdentifiers(identifiers(bits));
    return {
      sources: hitsOf(plan),
      sureCount: sql`select coalesce(sum(bit_count(${SURE})), 0) from hits`,
      sure: by(SURE),
      looked: [
        sql`${by(OPEN)} and ${isMet}`,
        sql`${by(CHANGED)} and ${matches(conditions)}`,
      ] as const,
    };
  }
  const by = (isMeant: RawBuilder<unknown>) =>
    byIdentifiers(sql`select id from found where ${isMeant}`);
  return {
    sources: sql`${hitsOf(plan)}, ${amongFound(findSource(among, conditions))}`,
    sureCount: sql`select count(*) from found where is_sure`,
    // The index of the map has what homes are sorted by.
    sure: among === 'homes on a map' ? sql`found p where is_sure` : by(sql`is_sure`),
    looked: [
      sql`${by(sql`not is_sure and not is_changed`)} and ${isMet}`,
      sql`${by(sql`is_changed`)} and ${matches(conditions)}`,
    ] as const,
  };
}

/** How many listings match: those that are sure, and of the others those that do when looked at. */
export async function countByBitmaps(
  db: Database,
  conditions: SearchConditions,
  plan: BitmapPlan,
): Promise<number> {
  const { sources, sureCount, looked } = matchingSets(conditions, plan);
  const { rows } = await sql<{ count: number }>`
    with ${sources}
    select ((${sureCount}) + (select count(*) from ${looked[0]}) + (select count(*) from ${looked[1]}))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const SORTED_BY = sql`p.id, p.price, p.created_at`;

/** What a map shows of homes `p`. */
export const ON_MAP = sql`p.id, p.price, p.latitude, p.longitude, p.status, p.property_type, p.bedrooms`;

/**
 * All listings `p` that match, by their bits; to be said after `with`, which `hits` begins.
 *
 * @param columns of the listings
 */
export function collectedByBitmaps(
  conditions: SearchConditions,
  plan: BitmapPlan,
  columns: RawBuilder<unknown> = SORTED_BY,
): { hits: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const { sources, sure, looked } = matchingSets(conditions, plan);
  const sets = [sure, ...looked].map((set) => sql`select ${columns} from ${set}`);
  return { hits: sources, from: sql`(${sql.join(sets, sql` union all `)} offset 0) p` };
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
  const walked = withoutSource(plan);
  const found = sql`select p.id, ${by} from properties p where ${along} order by ${orderOf('p')} limit ${most}`;
  const { rows } = await sql<{ id: string }>`
    with ${hitsOf(walked)}, ${amongFound(found)}
    select w.id from (select w.* from found w order by ${orderOf('w')} offset 0) w
    cross join lateral (
      select where w.is_sure
      union all
      select from properties p where not w.is_sure and p.id = w.id and ${isOpenMet(conditions, walked)}
        and (not w.is_changed or (${matches(conditions)}))
    ) p
    order by ${orderOf('w')} limit ${limit} offset ${skipped}`.execute(db);
  return rows.map(({ id }) => id);
}
