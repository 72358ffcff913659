/**
 * Builds a search's conditions in SQL, one per filter. A new filter without a condition does not
 * compile.
 */

import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { PRICE_CHANGE_DAYS } from '#shared/limits.ts';
import type { FeatureCode } from '#shared/property-choices.ts';
import { columnOf } from '#shared/properties/property-columns.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type PropertySearch,
  type RangeFilter,
  type RangeName,
} from '#shared/properties/property-filters.ts';
import { type CostRates, DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { isInOffice } from '../../../database/agent-office.ts';
import { costsAtMost } from './monthly-cost-condition.ts';
import { hasWords, type SearchWords } from './word-search.ts';
import { isInAnyArea, isInBox, isNear } from './spatial-conditions.ts';

/** All filters except the search term. */
export type FactConditions = Omit<PropertySearch, 'searchTerm'> & {
  /** The rates for the monthly cost filter; default rates if absent. See `withCostRates`. */
  costRates?: CostRates;
  /** Restricts the search to listings of the office's agents. */
  officeId?: string | undefined;
};

/** Filters with a text search query instead of a search term. */
export type SearchConditions = FactConditions & {
  words?: SearchWords;
  /** The time for time-dependent filters; the database's time if absent. */
  now?: Date;
};

/**
 * The time step of time-dependent searches. Including the age of cached responses, results are at
 * most a minute old.
 */
const TIME_STEP_MS = 30_000;

export const dependsOnTime = ({ listedWithin, openHouseWithin, reduced }: FactConditions) =>
  (listedWithin ?? openHouseWithin ?? reduced) !== undefined;

/**
 * Adds the time to time-dependent filters, rounded down so that totals can be cached for the length of
 * a step.
 */
export function withSearchTime<Filters extends FactConditions>(
  filters: Filters,
  nowMs: number,
): Filters & { now?: Date } {
  if (!dependsOnTime(filters)) return filters;
  return { ...filters, now: new Date(Math.floor(nowMs / TIME_STEP_MS) * TIME_STEP_MS) };
}

/** Adds the rates for the monthly cost filter. Removes loan terms without that filter. */
export function withCostRates<Filters extends FactConditions>(
  filters: Filters,
  costRates: CostRates,
): Filters {
  if (filters.maxMonthly !== undefined) return { ...filters, costRates };
  const { downPayment: _downPayment, rate: _rate, termYears: _termYears, ...others } = filters;
  // All removed fields are optional.
  return others as Filters;
}

type CustomFilterName = Exclude<FilterName, RangeName | 'searchTerm'>;

/** The filters' values without undefined. */
type FilterValues = { [Name in CustomFilterName]-?: NonNullable<PropertySearch[Name]> };

/** Restricts a condition to homes for rent. */
const isRentalWith = (condition: RawBuilder<unknown>) =>
  sql`(p.status = 'For Rent' and ${condition})`;

const daysBefore = (now: RawBuilder<unknown>, days: number) =>
  sql`${now} - ${days}::int * interval '24 hours'`;

/** The conditions on a listing `p`, except for filters that compare a number with a column. */
const CONDITIONS: {
  [Name in CustomFilterName]: (
    value: FilterValues[Name],
    now: RawBuilder<unknown>,
    all: FactConditions,
  ) => RawBuilder<unknown>;
} = {
  propertyType: (types) => {
    const [type] = types;
    return types.length === 1
      ? sql`p.property_type = ${type}`
      : sql`p.property_type = any(${types}::text[])`;
  },
  status: (status) => sql`p.status = ${status}`,
  features: (codes: FeatureCode[]) => sql`p.features @> ${codes}::text[]`,
  pets: (pet) => isRentalWith(sql`p.pets in (${pet}, 'cats_and_dogs')`),
  furnished: (furnished) => isRentalWith(sql`p.furnished = ${furnished}`),
  availableBy: (day) =>
    isRentalWith(sql`(p.available_from is null or p.available_from <= ${day}::date)`),
  listedWithin: (days, now) => sql`p.created_at >= ${daysBefore(now, days)}`,
  openHouseWithin: (days, now) =>
    sql`p.id in (
      select o.property_id from open_houses o
      where o.end_at > ${now} and o.start_at <= ${now} + ${days}::int * interval '24 hours'
    )`,
  reduced: (_value, now) =>
    sql`p.previous_price > p.price and p.price_changed_at >= ${daysBefore(now, PRICE_CHANGE_DAYS)}`,
  underContract: (mode) =>
    mode === 'only' ? sql`p.is_under_contract` : sql`not p.is_under_contract`,
  maxMonthly: (limit, _now, { costRates = DEFAULT_COST_RATES, ...search }) =>
    costsAtMost(limit, search, costRates),
  // These only refine `maxMonthly`.
  downPayment: () => sql`true`,
  rate: () => sql`true`,
  termYears: () => sql`true`,
  city: (city) => sql`fold_place(p.city) = fold_place(${city})`,
  state: (state) => sql`fold_state(p.state) = fold_state(${state})`,
  zipCode: (code) => sql`fold_zip(p.zip_code) = fold_zip(${code})`,
  agentId: (id) => sql`p.agent_id = ${id}`,
  bounds: isInBox,
  area: isInAnyArea,
  near: (point, _now, { within = 0 }) => isNear(point, within),
  // This only refines `near`.
  within: () => sql`true`,
};

function buildRangeCondition(
  { field, bound, includesUnknown }: RangeFilter,
  value: number,
): RawBuilder<unknown> {
  const column = sql.ref(`p.${columnOf(field)}`);
  const comparison = bound === 'min' ? sql`${column} >= ${value}` : sql`${column} <= ${value}`;
  return includesUnknown === true ? sql`(${column} is null or ${comparison})` : comparison;
}

/** Converts filters to SQL. */
function toConditions(facts: FactConditions & { now?: Date }): RawBuilder<unknown>[] {
  const now = facts.now === undefined ? sql`now()` : sql`${facts.now}::timestamptz`;
  return FILTER_NAMES.flatMap((name) => {
    if (name === 'searchTerm') return [];
    const value = facts[name];
    if (value === undefined) return [];
    return isRange(name)
      ? [buildRangeCondition(PROPERTY_FILTERS[name], value as number)]
      : // TypeScript cannot express that the value belongs to the name.
        [CONDITIONS[name](value as never, now, facts)];
  });
}

/** Returns a search's condition on a listing `p`, which must be available. */
export function matches({ words, ...facts }: SearchConditions): RawBuilder<unknown> {
  const { officeId } = facts;
  const parts = [
    ...(words === undefined ? [] : [hasWords(words)]),
    ...(officeId === undefined ? [] : [isInOffice(sql`p.agent_id`, officeId)]),
  ];
  return sql.join([sql`p.is_available`, ...parts, ...toConditions(facts)], sql` and `);
}

/** Returns a cache key, which is short even for large areas. Different conditions have different keys. */
export const searchKey = ({ words, ...facts }: SearchConditions): string =>
  hash('sha256', JSON.stringify([words?.key, facts]), 'base64url');
