/**
 * The conditions of a search as SQL, one per filter: a new filter without a condition does not
 * compile.
 */

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
import { shortKey } from '../../../cache/short-key.ts';
import { costsAtMost } from './monthly-cost-condition.ts';
import { hasWords, type SearchWords } from './word-search.ts';
import { isInAnyArea, isInBox, isNear } from './spatial-conditions.ts';

/** The filters that are compared with a listing's own values. */
export type FactConditions = Omit<PropertySearch, 'searchTerm'> & {
  /** The rates for the monthly cost, if there is `maxMonthly`; see `withCostRates`. */
  costRates?: CostRates;
  /** Only listings of this office's agents. */
  officeId?: string | undefined;
};

/** Filters whose search term is converted to a text search query. */
export type SearchConditions = FactConditions & {
  words?: SearchWords;
  /** The time of the search, for filters that depend on it; the database's time if absent. */
  now?: Date;
};

/**
 * Step of the time in time-dependent searches: together with the cached response's age, results are
 * at most a minute old.
 */
const TIME_STEP_MS = 30_000;

export const dependsOnTime = ({ listedWithin, openHouseWithin, reduced }: FactConditions) =>
  (listedWithin ?? openHouseWithin ?? reduced) !== undefined;

/**
 * Adds the time, rounded down to a step, to time-dependent filters: totals can be cached within a
 * step.
 */
export function atTime<Filters extends FactConditions>(
  filters: Filters,
  nowMs: number,
): Filters & { now?: Date } {
  if (!dependsOnTime(filters)) return filters;
  return { ...filters, now: new Date(Math.floor(nowMs / TIME_STEP_MS) * TIME_STEP_MS) };
}

/** Adds the rates for the monthly cost filter; without that filter, its terms are dropped. */
export function withCostRates<Filters extends FactConditions>(
  filters: Filters,
  costRates: CostRates,
): Filters {
  if (filters.maxMonthly !== undefined) return { ...filters, costRates };
  const { downPayment: _downPayment, rate: _rate, termYears: _termYears, ...others } = filters;
  // All removed fields are optional.
  return others as Filters;
}

type Special = Exclude<FilterName, RangeName | 'searchTerm'>;

/** The filters' values, without undefined. */
type Given = { [Name in Special]-?: NonNullable<PropertySearch[Name]> };

/** A condition on homes for rent only. */
const ofRent = (condition: RawBuilder<unknown>) => sql`(p.status = 'For Rent' and ${condition})`;

const daysBefore = (now: RawBuilder<unknown>, days: number) =>
  sql`${now} - ${days}::int * interval '24 hours'`;

/**
 * The condition of each filter on a listing `p`, except those that compare a number with a column.
 */
const CONDITIONS: {
  [Name in Special]: (
    value: Given[Name],
    now: RawBuilder<unknown>,
    all: FactConditions,
  ) => RawBuilder<unknown>;
} = {
  propertyType: (types) => {
    const [only] = types;
    return types.length === 1
      ? sql`p.property_type = ${only}`
      : sql`p.property_type = any(${types}::text[])`;
  },
  status: (status) => sql`p.status = ${status}`,
  features: (codes: FeatureCode[]) => sql`p.features @> ${codes}::text[]`,
  pets: (pet) => ofRent(sql`p.pets in (${pet}, 'cats_and_dogs')`),
  furnished: (furnished) => ofRent(sql`p.furnished = ${furnished}`),
  availableBy: (day) => ofRent(sql`(p.available_from is null or p.available_from <= ${day}::date)`),
  listedWithin: (days, now) => sql`p.created_at >= ${daysBefore(now, days)}`,
  openHouseWithin: (days, now) =>
    sql`p.id in (
      select o.property_id from open_houses o
      where o.end_at > ${now} and o.start_at <= ${now} + ${days}::int * interval '24 hours'
    )`,
  reduced: (_value, now) =>
    sql`p.previous_price > p.price and p.price_changed_at >= ${daysBefore(now, PRICE_CHANGE_DAYS)}`,
  underContract: (wanted) =>
    wanted === 'only' ? sql`p.is_under_contract` : sql`not p.is_under_contract`,
  maxMonthly: (limit, _now, { costRates = DEFAULT_COST_RATES, ...search }) =>
    costsAtMost(limit, search, costRates),
  // No conditions without `maxMonthly`.
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
  // No condition without `near`.
  within: () => sql`true`,
};

function rangePart(
  { field, bound, takesUnknown }: RangeFilter,
  value: number,
): RawBuilder<unknown> {
  const column = sql.ref(`p.${columnOf(field)}`);
  const compared = bound === 'least' ? sql`${column} >= ${value}` : sql`${column} <= ${value}`;
  return takesUnknown === true ? sql`(${column} is null or ${compared})` : compared;
}

/** Converts the given filters to SQL. */
function toParts(facts: FactConditions & { now?: Date }): RawBuilder<unknown>[] {
  const now = facts.now === undefined ? sql`now()` : sql`${facts.now}::timestamptz`;
  return FILTER_NAMES.flatMap((name) => {
    if (name === 'searchTerm') return [];
    const value = facts[name];
    if (value === undefined) return [];
    return isRange(name)
      ? [rangePart(PROPERTY_FILTERS[name], value as number)]
      : // TypeScript cannot express that the value belongs to this name.
        [CONDITIONS[name](value as never, now, facts)];
  });
}

/** Returns the condition of a search on a listing `p`. */
export function matches({ words, ...facts }: SearchConditions): RawBuilder<unknown> {
  const { officeId } = facts;
  const parts = [
    ...(words === undefined ? [] : [hasWords(words)]),
    ...(officeId === undefined ? [] : [isInOffice(sql`p.agent_id`, officeId)]),
  ];
  return sql.join([sql`p.is_available`, ...parts, ...toParts(facts)], sql` and `);
}

/** Returns a cache key: equal conditions have equal keys. */
export const searchKey = ({ words, ...facts }: SearchConditions): string =>
  shortKey(JSON.stringify([words?.text, facts]));
