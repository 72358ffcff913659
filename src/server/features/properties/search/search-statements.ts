/** The statements of the public search: each does what a plan says. */

import { type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { collectedByBitmaps, walkByBitmaps } from './bitmaps/bitmap-statements.ts';
import type { FewPlan, PagePlan, Place, Question } from './plan/plan-search.ts';
import { collected, firstInOrder } from './planner-hints.ts';
import { matchesByIndex } from './matches-by-index.ts';
import { matches, type SearchConditions, toParts } from './search-conditions.ts';

/** Every sort ends with the id, so that pages never overlap. */
const SORTS: Record<PropertySort, { column: 'created_at' | 'price'; isDescending: boolean }> = {
  createdAt_desc: { column: 'created_at', isDescending: true },
  price_asc: { column: 'price', isDescending: false },
  price_desc: { column: 'price', isDescending: true },
};

const byOf = (sort: PropertySort, alias = 'p') => sql.ref(`${alias}.${SORTS[sort].column}`);

/** The order of listings, newest or cheapest first as asked. */
export function orderOf(sort: PropertySort, alias = 'p'): RawBuilder<unknown> {
  const by = byOf(sort, alias);
  const id = sql.ref(`${alias}.id`);
  return SORTS[sort].isDescending ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`;
}

/** Whether so few listings are within bounds that words are better looked at in each. */
export async function areFew(
  db: Database,
  conditions: SearchConditions,
  { bounds, kinds, passedMost, fittingMost }: FewPlan,
): Promise<boolean> {
  const { words: _words, ...facts } = conditions;
  const isFitting = sql.join([sql`true`, ...toParts(facts, kinds)], sql` and `);
  const { rows } = await sql<{ passed: number; fitting: number }>`
    select count(*)::int as passed, (count(*) filter (where ${isFitting}))::int as fitting
    from (
      select ${facts.agentId === undefined ? sql`property_type, bedrooms` : sql``} from properties p
      where ${matches(facts, bounds)} limit ${passedMost + 1}
    ) p`.execute(db);
  const [{ passed, fitting } = { passed: 0, fitting: 0 }] = rows;
  return passed <= passedMost && fitting <= fittingMost;
}

/**
 * The identifiers of one page of matching listings, in order; none when nothing matches or the page lies behind the
 * last one.
 */
export async function findIds(
  db: Database,
  { conditions, sort, slice: { limit, offset } }: Question,
  page: Exclude<PagePlan, { way: 'by kept plan' }>,
): Promise<string[]> {
  const idsOf = async (
    { hits, from }: { hits?: RawBuilder<unknown>; from: RawBuilder<unknown> },
    skipped = offset,
  ) => {
    const { rows } = await sql<{ id: string }>`
      ${hits === undefined ? sql`` : sql`with ${hits}`}
      select p.id from ${from} order by ${orderOf(sort)} limit ${limit} offset ${skipped}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };
  if (page.way === 'nothing') return [];
  if (page.way === 'in order')
    return idsOf({ from: sql`properties p where ${matches(conditions)}` });
  if (page.way === 'walk') {
    const { bitmaps, along, start, skipped, wanted, steps } = page;
    const onTheWay = sql`${matches(conditions, along)}${fromPlace(sort, start)}`;
    const order = orderOf(sort);
    for (const most of steps) {
      const ids =
        bitmaps === undefined
          ? await idsOf(
              { from: sql`${firstInOrder(onTheWay, order, most)} where ${matches(conditions)}` },
              skipped,
            )
          : await walkByBitmaps(db, conditions, bitmaps, {
              along: onTheWay,
              by: byOf(sort),
              orderOf: (alias) => orderOf(sort, alias),
              most,
              skipped,
              limit,
            });
      if (ids.length >= wanted) return ids;
    }
  }
  return page.bitmaps !== undefined
    ? idsOf(collectedByBitmaps(conditions, page.bitmaps))
    : idsOf({ from: collected(matchesByIndex(conditions)) });
}

function fromPlace(sort: PropertySort, start: Place | null): RawBuilder<unknown> {
  if (start === null) return sql``;
  const isNotBefore = SORTS[sort].isDescending ? sql`<=` : sql`>=`;
  return sql` and (${byOf(sort)}, p.id) ${isNotBefore} (${start.value}, ${start.id})`;
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
  const { rows } = await sql<Place>`
    with counted as materialized (
      select ${byOf(sort)}, p.id from properties p where ${matchesByIndex(conditions)}
    )
    select p."offset", ${byOf(sort)}::text as value, p.id from (
      select p.*, (row_number() over (order by ${orderOf(sort)}))::int - 1 as "offset"
      from (select * from counted p order by ${orderOf(sort)} limit ${MAX_REACHABLE_ENTRIES}) p
    ) p
    where p."offset" % ${PLACE_STEP} = 0 order by p."offset"`.execute(db);
  return rows;
}
