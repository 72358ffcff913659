/**
 * Pages of dense searches, found along the index of their order by statements whose plans are kept (decision 011): to
 * plan such a search takes five times as long as to run it.
 */

import { type RawBuilder, sql } from 'kysely';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { prepareStatement } from '../../../database/prepared-statement.ts';
import type { KeptWalk, WalkedName } from './plan/kept-walk.ts';
import { AVAILABLE, everySecond } from './planner-hints.ts';
import { type FactConditions, toParts } from './search-conditions.ts';

type Values = Record<WalkedName, unknown>;
type Walk = (db: Database, values: Values) => Promise<{ id: string }[]>;

/** By what they ask for; as many as there are filters, orders and sizes of pages to combine. */
const walks = new Map<string, Walk>();

/** The identifiers of the first page, in order. */
export async function findByKeptWalk(
  db: Database,
  conditions: FactConditions,
  { names, sort, limit }: KeptWalk,
  order: RawBuilder<unknown>,
): Promise<string[]> {
  const key = [sort, limit, ...names].join(' ');
  const walk = walks.get(key) ?? prepareWalk(names, sort, limit, order);
  walks.set(key, walk);
  const [propertyType] = conditions.propertyType ?? [];
  const { status, bedrooms, minPrice, maxPrice } = conditions;
  const rows = await walk(db, { status, propertyType, bedrooms, minPrice, maxPrice });
  return rows.map(({ id }) => id);
}

function prepareWalk(
  names: readonly WalkedName[],
  sort: PropertySort,
  limit: number,
  order: RawBuilder<unknown>,
): Walk {
  // Prices of one status stand together in their index.
  const along: readonly WalkedName[] =
    sort === 'createdAt_desc' ? [] : ['status', 'minPrice', 'maxPrice'];
  return prepareStatement<Values, { id: string }>((value) => {
    const parts = names.flatMap((name) => {
      const slot = value(name);
      // It stands where the value of the filter goes.
      const facts = { [name]: name === 'propertyType' ? [slot] : slot } as FactConditions;
      return along.includes(name) ? toParts(facts) : toParts(facts).map(everySecond);
    });
    // As a number, not as a value: the plan depends on it.
    return sql`select p.id from properties p where ${sql.join([AVAILABLE, ...parts], sql` and `)}
      order by ${order} limit ${sql.lit(limit)}`;
  });
}
