/** Sets the bits of one chunk: of all its listings, or of a few that changed. */

import { type RawBuilder, sql } from 'kysely';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../../../../database/database.ts';
import { usualCost } from '../monthly-cost-condition.ts';
import { AVAILABLE_NAME, BITMAP_CONDITIONS, type DayName, DAYS, lastDay } from './bitmap-names.ts';
import { CHUNK } from './bitmap-statements.ts';

/** Listings of a chunk; without places all of them. */
export type Part = {
  chunk: number;
  /** From 0. */
  places?: readonly number[];
};

/** Of more than these all are set: that takes as long for one as for 8,192. */
const FEW_MOST = 300;

const isFew = (part: Part): part is Required<Part> =>
  part.places !== undefined && part.places.length <= FEW_MOST;

const ZERO = sql`0::bit(${sql.raw(String(CHUNK))})`;

const NAMES = [...BITMAP_CONDITIONS.keys()];

/** One column for each condition, of which `column` makes the bits of a chunk. */
const columns = (column: (condition: string) => string) =>
  sql.raw(
    [...BITMAP_CONDITIONS]
      .map(([name, condition]) => column(name === AVAILABLE_NAME ? 'p.id is not null' : condition))
      .join(', '),
  );

/** As text until all places of a chunk are joined. */
const COLUMNS = columns(
  (condition) =>
    `string_agg(case when ${condition} then '1' else '0' end, '' order by place)::bit(${CHUNK})`,
);
/** Of few each is a bit of its own. */
const COLUMNS_OF_FEW = columns(
  (condition) => `bit_or(case when ${condition} then spot else zero end)`,
);

/**
 * What stands in `made` as `name` and `bits` becomes the bits of a part.
 *
 * @param before what comes before `made`
 */
async function write(
  db: Database,
  part: Part,
  { before, made }: { before: RawBuilder<unknown>; made: RawBuilder<unknown> },
): Promise<void> {
  let bits = sql`excluded.bits`;
  if (isFew(part)) {
    const isOther = Array.from({ length: CHUNK }, () => '1');
    for (const place of part.places) isOther[place] = '0';
    bits = sql`((search_bitmaps.bits & ${isOther.join('')}::bit(${sql.raw(String(CHUNK))})) | excluded.bits)`;
  }
  await sql`
    ${before}
    insert into search_bitmaps (name, chunk, bits)
    select name, ${part.chunk}::int, bits from (${made}) made
    on conflict (name, chunk) do update set bits = ${bits}
    where search_bitmaps.bits <> ${bits}`.execute(db);
}

/** The whole days of a date, none below 0 or above the last that the digits can say. */
function dayColumn(name: DayName, date: string): RawBuilder<unknown> {
  const { column, epoch } = DAYS[name];
  const first = `date '${epoch}'`;
  const last = lastDay(name);
  // Compared first: a date may be infinite.
  return sql.raw(`case when ${date} is null or ${date} < ${first} then 0
    when ${date} >= ${first} + ${last} then ${last} else ${date} - ${first} end as ${column}`);
}

/** What conditions say of a home `p`, with what is calculated once for all of them. */
const factsOf = (rates: CostRates, isMeant: RawBuilder<unknown>) => sql`
  select p.id, p.status, p.property_type, p.features, p.pets, p.furnished, p.price, p.previous_price,
    p.price_changed_at, p.bedrooms, p.bathrooms, p.sqft, p.lot_sqft, p.year_built, p.parking_spaces, p.hoa_fee,
    ${usualCost(rates)} as monthly_cost, ${dayColumn('free', 'p.available_from')},
    ${dayColumn('listed', "(p.created_at at time zone 'UTC')::date")}
  from properties p where p.is_available and ${isMeant} offset 0`;

/** @param by `now` for conditions that depend on it, and the installation's rates */
export async function setBits(
  db: Database,
  part: Part,
  { now, rates }: { now: Date; rates: CostRates },
): Promise<void> {
  const first = part.chunk * CHUNK;
  const isMeant = isFew(part)
    ? sql`p.id = any(${part.places.map((place) => first + place)}::bigint[])`
    : sql`p.id >= ${first}::bigint and p.id < ${first + CHUNK}::bigint`;
  const places = isFew(part)
    ? sql`
      select place, ${now}::timestamptz as made_at, ${ZERO} as zero, set_bit(${ZERO}, place, 1) as spot
      from unnest(${part.places}::int[]) place`
    : sql`select place, ${now}::timestamptz as made_at from generate_series(0, ${CHUNK} - 1) place order by place`;
  await write(db, part, {
    before: sql``,
    made: sql`
      select m.name, m.bits
      from (
        select array[${isFew(part) ? COLUMNS_OF_FEW : COLUMNS}] as bits
        from (${places}) places left join (${factsOf(rates, isMeant)}) p on p.id = ${first}::bigint + place
      ) columns, unnest(${NAMES}::text[], columns.bits) as m (name, bits)`,
  });
}

/** @param names of terms */
export async function setTermBits(
  db: Database,
  part: Part,
  names: readonly string[],
): Promise<void> {
  const first = part.chunk * CHUNK;
  const isMeant = isFew(part)
    ? sql`p.id = any(${part.places.map((place) => first + place)}::bigint[])`
    : sql`p.id >= ${first}::bigint and p.id < ${first + CHUNK}::bigint`;
  await write(db, part, {
    before: sql`
      with terms as materialized (
        select name, n from unnest(${names}::text[]) with ordinality as t (name, n)
      ),
      homes as materialized (
        select (p.id - ${first}::bigint)::int as place, p.search, p.city, p.state
        from properties p where p.is_available and ${isMeant}
      ),
      met as (
        select 'word ' || word as name, place from homes, unnest(tsvector_to_array(search)) word
        union all select 'state ' || fold_state(state), place from homes
        union all select 'city ' || fold_place(city), place from homes
      ),
      -- By number: texts would be sorted.
      found as (
        select n, bit_or(set_bit(${ZERO}, place, 1)) as bits from met join terms using (name) group by n
      )`,
    made: sql`select name, coalesce(bits, ${ZERO}) as bits from terms left join found using (n)`,
  });
}
