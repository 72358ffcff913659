/**
 * Matches listings against a search in memory, for alerts and tests, by the same rules as the database's conditions.
 * There is no spelling correction: the listing must contain each word of the search term or an equivalent, or have it as
 * its MLS number.
 */

import { matchesPlace } from './geo/matches-place.ts';
import { PRICE_CHANGE_DAYS } from './limits.ts';
import { COST_TOLERANCE, type CostRates, monthlyCost } from './monthly-cost.ts';
import { foldPlace, foldState, foldZip } from './properties/place-names.ts';
import {
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type PropertySearch,
  type RangeFilter,
  type RangeName,
} from './properties/property-filters.ts';
import { toMlsNumber } from './properties/mls-number.ts';
import { groupSearchWords, splitWords } from './properties/search-words.ts';
import type { Property } from './schemas/properties/property.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The compared fields of a listing. */
export type SearchedProperty = Omit<
  Property,
  '_id' | 'images' | 'pictures' | 'updatedAt' | 'daysListed' | 'agent'
> & { agent: { _id: string } };

type CustomFilterName = Exclude<FilterName, RangeName>;
type FilterValues = { [Name in CustomFilterName]-?: NonNullable<PropertySearch[Name]> };

const isWithinDays = (time: string, days: number, now: Date) =>
  new Date(time).getTime() >= now.getTime() - days * DAY_MS;

/** The inputs of a condition in addition to the filter's value. */
type ConditionInputs = { now: Date; search: PropertySearch; rates: CostRates };
type Condition = (property: SearchedProperty) => boolean;

/** Functions that create each filter's condition. They parse the value only once for thousands of listings. */
const CONDITIONS: {
  [Name in CustomFilterName]: (value: FilterValues[Name], inputs: ConditionInputs) => Condition;
} = {
  searchTerm: (term) => {
    const groups = groupSearchWords(term);
    const mlsNumber = toMlsNumber(term);
    if (groups.length === 0) return () => false;
    return (property) => {
      if (mlsNumber !== null && property.mlsNumber?.toLowerCase() === mlsNumber) return true;
      const listingWords = readListingWords(property);
      return groups.every((words) => words.some((word) => listingWords.has(word)));
    };
  },
  propertyType:
    (types) =>
    ({ propertyType }) =>
      types.includes(propertyType),
  status:
    (expected) =>
    ({ status }) =>
      status === expected,
  features:
    (codes) =>
    ({ features }) =>
      codes.every((code) => features.includes(code)),
  pets:
    (pet) =>
    ({ status, pets }) =>
      status === 'For Rent' && (pets === pet || pets === 'cats_and_dogs'),
  furnished:
    (expected) =>
    ({ status, furnished }) =>
      status === 'For Rent' && furnished === expected,
  availableBy:
    (day) =>
    ({ status, availableFrom }) =>
      status === 'For Rent' && (availableFrom === null || availableFrom <= day),
  listedWithin:
    (days, { now }) =>
    ({ createdAt }) =>
      isWithinDays(createdAt, days, now),
  // If the next open house starts too late, so do all later ones.
  openHouseWithin:
    (days, { now }) =>
    ({ nextOpenHouse }) =>
      nextOpenHouse !== null &&
      new Date(nextOpenHouse.end) > now &&
      new Date(nextOpenHouse.start).getTime() <= now.getTime() + days * DAY_MS,
  reduced:
    (_value, { now }) =>
    ({ priceChange }) =>
      priceChange !== null &&
      priceChange.amount < 0 &&
      isWithinDays(priceChange.date, PRICE_CHANGE_DAYS, now),
  underContract:
    (mode) =>
    ({ isUnderContract }) =>
      isUnderContract === (mode === 'only'),
  maxMonthly:
    (maxCost, { search, rates }) =>
    (property) =>
      monthlyCost(property, search, rates).total <= maxCost + COST_TOLERANCE,
  // These only refine `maxMonthly`.
  downPayment: () => matchAll,
  rate: () => matchAll,
  termYears: () => matchAll,
  city: (city) => {
    const folded = foldPlace(city);
    return (property) => foldPlaces(property).city === folded;
  },
  state: (state) => {
    const folded = foldState(state);
    return (property) => foldPlaces(property).state === folded;
  },
  zipCode: (zipCode) => {
    const folded = foldZip(zipCode);
    return (property) => foldPlaces(property).zipCode === folded;
  },
  agentId:
    (id) =>
    ({ agent }) =>
      agent._id === id,
  bounds: (bounds) => (property) => matchesPlace(property, { bounds }),
  area: (area) => (property) => matchesPlace(property, { area }),
  near:
    (near, { search: { within } }) =>
    (property) =>
      matchesPlace(property, { near, within }),
  // This only refines `near`.
  within: () => matchAll,
};

const matchAll = () => true;

type FoldedPlaces = { city: string; state: string; zipCode: string };
const placeCache = new WeakMap<SearchedProperty, FoldedPlaces>();

/** Returns a listing's place names, normalized for comparison. */
function foldPlaces(property: SearchedProperty): FoldedPlaces {
  const cached = placeCache.get(property);
  if (cached !== undefined) return cached;
  const { city, state, zipCode } = property;
  const folded = { city: foldPlace(city), state: foldState(state), zipCode: foldZip(zipCode) };
  placeCache.set(property, folded);
  return folded;
}

/** Caches words because a changed listing is compared with thousands of searches. */
const wordCache = new WeakMap<SearchedProperty, ReadonlySet<string>>();

function readListingWords(property: SearchedProperty): ReadonlySet<string> {
  const cached = wordCache.get(property);
  if (cached !== undefined) return cached;
  const { title, description, address, city, state, zipCode } = property;
  const words = new Set(splitWords([title, address, city, state, zipCode, description].join(' ')));
  wordCache.set(property, words);
  return words;
}

function isInRange(property: SearchedProperty, filter: RangeFilter, limit: number): boolean {
  const value = property[filter.field];
  if (typeof value !== 'number') return filter.includesUnknown === true;
  return filter.bound === 'min' ? value >= limit : value <= limit;
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(PROPERTY_FILTERS, name);

/**
 * Compiles a search into a condition: whether a listing is available and matches every filter in the search.
 *
 * @param now the current time, for time-dependent filters
 * @param rates the installation's rates, for the monthly cost
 */
export function toCondition(search: PropertySearch, now: Date, rates: CostRates): Condition {
  const inputs = { now, search, rates };
  const conditions: Condition[] = [];
  // Iterates over the search's own filters because most searches have only a few.
  for (const name of Object.keys(search)) {
    if (!isFilter(name)) continue;
    const value = search[name];
    if (value === undefined) continue;
    conditions.push(
      isRange(name)
        ? (property) => isInRange(property, PROPERTY_FILTERS[name], value as number)
        : // TypeScript cannot express that the value belongs to the name.
          CONDITIONS[name](value as never, inputs),
    );
  }
  return (property) => property.isAvailable && conditions.every((condition) => condition(property));
}

/**
 * Returns whether a listing is available and matches every filter in the search.
 *
 * @param property a listing as returned by the API; its `priceChange` can have expired since then
 * @param now the current time, for time-dependent filters
 * @param rates the installation's rates, for the monthly cost
 */
export function matchesSearch(
  property: SearchedProperty,
  search: PropertySearch,
  now: Date,
  rates: CostRates,
): boolean {
  return property.isAvailable && toCondition(search, now, rates)(property);
}
