/**
 * Pages that are found and read by one statement whose plan is kept (decision 011): to plan such a search takes five
 * times as long as to run it. A filter that is not set has the value null, or a bound beyond all prices.
 */

import { type RawBuilder, sql } from 'kysely';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { prepareStatement } from '../../../database/prepared-statement.ts';
import { RawJson } from '../../../http/endpoints/raw-json.ts';
import { foundListOf } from '../property-serializer.ts';
import { isOfKind } from './matches-by-index.ts';
import {
  type KeptPlan,
  type Question,
  WORDS_WALKED_MOST,
  type WalkedName,
} from './plan/kept-plan.ts';
import {
  AVAILABLE,
  AVAILABLE_FOR_WORDS,
  collected,
  everySecondOrAny,
  firstInOrder,
} from './planner-hints.ts';
import { toParts } from './search-conditions.ts';
import { orderOf } from './search-statements.ts';
import { allWords } from './word-search.ts';

type Values = Record<WalkedName | 'agentId' | 'words' | 'kind' | 'offset' | 'now', unknown>;
type FindPage = (db: Database, values: Values) => Promise<{ ids: string[]; json: string }[]>;

/** What a statement depends on, besides its values. */
type Form = {
  by: KeptPlan['by'];
  sort: PropertySort;
  limit: number;
  isFirst: boolean;
  /** Whether listings of one status are walked through by price, or a kind is asked of the index of words. */
  isOne: boolean;
};

/** By their forms: at most 25 for each size of a page. */
const pages = new Map<string, FindPage>();

/** Above every price. */
const NO_PRICE = 1e15;

/**
 * The listings of a page and their identifiers, in order.
 *
 * @param now the time of the search, in milliseconds
 */
export async function findByKeptPlan(
  db: Database,
  { conditions, sort, slice: { offset, limit } }: Question,
  plan: KeptPlan,
  now: number,
): Promise<{ ids: string[]; properties: RawJson }> {
  const { status, bedrooms, agentId, minPrice = 0, maxPrice = NO_PRICE } = conditions;
  const isByStatus = sort !== 'createdAt_desc' && status !== undefined;
  const isOne = plan.by === 'words' ? plan.kind !== null : isByStatus;
  const form = { by: plan.by, sort, limit, isFirst: offset === 0, isOne };
  const key = Object.values(form).join(' ');
  const findPage = pages.get(key) ?? preparePage(form);
  pages.set(key, findPage);
  const [propertyType] = conditions.propertyType ?? [];
  const words = 'words' in plan ? plan.words : undefined;
  const kind = 'kind' in plan ? plan.kind : undefined;
  const facts = { status, propertyType, bedrooms, minPrice, maxPrice, agentId };
  const [row] = await findPage(db, { ...facts, words, kind, offset, now: new Date(now) });
  return { ids: row?.ids ?? [], properties: new RawJson(row?.json ?? '[]') };
}

type Slots = (name: keyof Values) => unknown;

function preparePage(form: Form): FindPage {
  const order = orderOf(form.sort);
  return prepareStatement<Values, { ids: string[]; json: string }>((value) => {
    // The limit as a number, since the plan depends on it; the offset so that it depends on no value of it.
    const skipping = form.isFirst ? sql`` : sql` offset (select ${value('offset')}::int)`;
    const page = sql`select p.id from ${foundBy(form, value)} order by ${order}
      limit ${sql.lit(form.limit)}${skipping}`;
    return foundListOf(value('now'), page, order);
  });
}

const all = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

function foundBy(form: Form, value: Slots): RawBuilder<unknown> {
  const { by, sort, isFirst, isOne } = form;
  // As a subquery, it is worked out once: without its values a plan has it worked out for each listing.
  const hasWords = sql`p.search @@ (select ${allWords(value('words'))})`;
  if (by === 'words') {
    const kind = isOne ? [isOfKind(sql`(select array[${value('kind')}]::text[])`)] : [];
    return collected(all([AVAILABLE_FOR_WORDS, ...kind, hasWords]));
  }
  if (by === 'agent')
    return sql`properties p where ${all([AVAILABLE, ...toParts({ agentId: value('agentId') as string })])}`;
  if (!isFirst) return sql`properties p where ${AVAILABLE}`;
  const names: readonly WalkedName[] = [
    'status',
    'propertyType',
    'bedrooms',
    'minPrice',
    'maxPrice',
  ];
  const isAlong = (name: WalkedName) =>
    sort !== 'createdAt_desc' &&
    (name === 'minPrice' || name === 'maxPrice' || (isOne && name === 'status'));
  const along = all([AVAILABLE, ...names.filter(isAlong).flatMap((name) => partsOf(name, value))]);
  const lookedAt = names
    .filter((name) => !isAlong(name))
    .flatMap((name) => partsOf(name, value))
    .map(everySecondOrAny);
  return by === 'order'
    ? sql`properties p where ${all([along, ...lookedAt])}`
    : sql`${firstInOrder(along, orderOf(sort), sql.lit(WORDS_WALKED_MOST))}
        where ${all([...lookedAt, everySecondOrAny(hasWords)])}`;
}

const TYPES: Record<WalkedName, RawBuilder<unknown>> = {
  status: sql`text`,
  propertyType: sql`text`,
  bedrooms: sql`int`,
  minPrice: sql`numeric`,
  maxPrice: sql`numeric`,
};

/**
 * A filter with the place of a value as its value: a subquery, of which the planner knows as much with its value as
 * without, so that a plan for these values looks no better than the one that is kept.
 */
function partsOf(name: WalkedName, value: Slots): RawBuilder<unknown>[] {
  const slot = sql`(select ${value(name)}::${TYPES[name]})`;
  return toParts({ [name]: name === 'propertyType' ? [slot] : slot });
}
