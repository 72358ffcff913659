/** The conditions of a search as SQL: one entry for each filter, so that a new filter without one does not compile. */

import { type RawBuilder, sql } from 'kysely';
import type { PropertyFilter } from '#shared/schemas/property-filter.ts';
import type { SearchWords } from './word-search.ts';
import { isInAnyArea, isInBox, isNear } from './spatial-conditions.ts';

/** The filters that are compared with a listing's own values. */
export type FactConditions = Omit<PropertyFilter, 'page' | 'limit' | 'sort' | 'searchTerm'>;

/** A filter set whose search term has become text search queries. */
export type SearchConditions = FactConditions & { words?: SearchWords };

/** The filters with their values, none of them absent. */
type Given = { [Name in keyof FactConditions]-?: NonNullable<FactConditions[Name]> };

/** What each filter demands of a listing `p`. */
const CONDITIONS: {
  [Name in keyof Given]: (value: Given[Name], all: FactConditions) => RawBuilder<unknown>;
} = {
  propertyType: (type) => sql`p.property_type = ${type}`,
  status: (status) => sql`p.status = ${status}`,
  minPrice: (price) => sql`p.price >= ${price}`,
  maxPrice: (price) => sql`p.price <= ${price}`,
  bedrooms: (least) => sql`p.bedrooms >= ${least}`,
  agentId: (id) => sql`p.agent_id = ${id}`,
  bounds: isInBox,
  area: isInAnyArea,
  near: (point, { within = 0 }) => isNear(point, within),
  // Says nothing without `near`.
  within: () => sql`true`,
};

/** The filters that are set, each as SQL. */
export function toParts(facts: FactConditions): RawBuilder<unknown>[] {
  // The keys of an object whose type names all of them.
  const names = Object.keys(CONDITIONS) as (keyof Given)[];
  return names.flatMap((name) => {
    const value = facts[name];
    // It is the value of this name, which no type of a pair says.
    return value === undefined ? [] : [CONDITIONS[name](value as never, facts)];
  });
}

/** Availability is said literally, so that the partial indexes serve. */
export function matches(conditions: SearchConditions): RawBuilder<unknown> {
  const { words, ...facts } = conditions;
  const hasWords = words === undefined ? [] : [sql`p.search @@ (${words.query})`];
  return sql.join([sql`p.is_available`, ...hasWords, ...toParts(facts)], sql` and `);
}

/** The most bedrooms that the entries of the index of words tell apart (migration 0007). */
const KIND_BEDROOMS_MOST = 10;

/** `matches` for statements that collect or count all: beside words, conditions as the index of words has them. */
export function matchesByIndex(conditions: SearchConditions): RawBuilder<unknown> {
  const { words, propertyType, status = '', bedrooms = 0, ...bounds } = conditions;
  if (words === undefined) return matches(conditions);
  const { indexed, checked } = words;
  const hasWords = [
    ...(indexed === undefined ? [] : [sql`p.search @@ (${indexed})`]),
    // As a truth value, which no index knows.
    ...(checked === undefined ? [] : [sql`(p.search @@ (${checked})) is true`]),
  ];
  const { words: _words, ...facts } = conditions;
  if (indexed === undefined)
    return sql.join([sql`p.is_available`, ...hasWords, ...toParts(facts)], sql` and `);
  // Beside a price or an agent another index joins in, if its own condition is said as well (alone it would add
  // nothing), but for words that hardly any listing has. Kinds that half of all listings are would only cost then.
  const isBounded = Object.values(bounds).some((value) => value !== undefined);
  const isJoined = isBounded && words.listings > 0;
  const hasKind = !isBounded || propertyType !== undefined;
  const kind = `${status}/${propertyType ?? ''}/${Math.min(bedrooms, KIND_BEDROOMS_MOST)}`;
  const ofKind = {
    ...bounds,
    // Prices of one status stand together in their index.
    ...(isJoined ? { status: conditions.status } : {}),
    ...(bedrooms > KIND_BEDROOMS_MOST ? { bedrooms } : {}),
  };
  const others = toParts(hasKind ? ofKind : facts);
  const parts = [
    sql`p.is_available is true`,
    ...(isJoined ? [sql`p.is_available`] : []),
    ...(hasKind && kind !== '//0'
      ? [sql`search_kinds(p.status, p.property_type, p.bedrooms) @> array[${kind}]::text[]`]
      : []),
    ...hasWords,
    ...(isJoined ? others : others.map((part) => sql`(${part}) is true`)),
  ];
  return sql.join(parts, sql` and `);
}
