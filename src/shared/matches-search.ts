/**
 * Matches listings against a search in memory, by the same rules as the database's conditions, for alerts and tests.
 * Without spelling correction: every word must occur in the listing.
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
import { searchedWords, searchWords } from './properties/search-words.ts';
import type { Property } from './schemas/properties/property.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The compared fields of a listing. */
export type SearchedProperty = Omit<
  Property,
  '_id' | 'images' | 'pictures' | 'updatedAt' | 'daysListed' | 'agent'
> & { agent: { _id: string } };

type Special = Exclude<FilterName, RangeName>;
type Given = { [Name in Special]-?: NonNullable<PropertySearch[Name]> };

const isSince = (time: string, days: number, now: Date) =>
  new Date(time).getTime() >= now.getTime() - days * DAY_MS;

/** The inputs of a condition in addition to the filter's value. */
type Terms = { now: Date; search: PropertySearch; rates: CostRates };
type Condition = (property: SearchedProperty) => boolean;

/** Each parses its value once, for thousands of listings. */
const CONDITIONS: { [Name in Special]: (value: Given[Name], terms: Terms) => Condition } = {
  searchTerm: (term) => {
    const groups = searchedWords(term);
    const mlsNumber = toMlsNumber(term);
    if (groups.length === 0) return () => false;
    return (property) => {
      if (mlsNumber !== null && property.mlsNumber?.toLowerCase() === mlsNumber) return true;
      const held = wordsHeldBy(property);
      return groups.every((words) => words.some((word) => held.has(word)));
    };
  },
  propertyType:
    (types) =>
    ({ propertyType }) =>
      types.includes(propertyType),
  status:
    (wanted) =>
    ({ status }) =>
      status === wanted,
  features:
    (codes) =>
    ({ features }) =>
      codes.every((code) => features.includes(code)),
  pets:
    (pet) =>
    ({ status, pets }) =>
      status === 'For Rent' && (pets === pet || pets === 'cats_and_dogs'),
  furnished:
    (wanted) =>
    ({ status, furnished }) =>
      status === 'For Rent' && furnished === wanted,
  availableBy:
    (day) =>
    ({ status, availableFrom }) =>
      status === 'For Rent' && (availableFrom === null || availableFrom <= day),
  listedWithin:
    (days, { now }) =>
    ({ createdAt }) =>
      isSince(createdAt, days, now),
  // The next open house is the earliest: if it starts too late, all do.
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
      isSince(priceChange.date, PRICE_CHANGE_DAYS, now),
  underContract:
    (wanted) =>
    ({ isUnderContract }) =>
      isUnderContract === (wanted === 'only'),
  maxMonthly:
    (most, { search, rates }) =>
    (property) =>
      monthlyCost(property, search, rates).total <= most + COST_TOLERANCE,
  // They have no effect without `maxMonthly`.
  downPayment: () => always,
  rate: () => always,
  termYears: () => always,
  city: (wanted) => {
    const folded = foldPlace(wanted);
    return (property) => placesOf(property).city === folded;
  },
  state: (wanted) => {
    const folded = foldState(wanted);
    return (property) => placesOf(property).state === folded;
  },
  zipCode: (wanted) => {
    const folded = foldZip(wanted);
    return (property) => placesOf(property).zipCode === folded;
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
  // Has no effect without `near`.
  within: () => always,
};

const always = () => true;

type Places = { city: string; state: string; zipCode: string };
const foldedPlaces = new WeakMap<SearchedProperty, Places>();

/** Returns the places in the form in which they are compared. */
function placesOf(property: SearchedProperty): Places {
  const known = foldedPlaces.get(property);
  if (known !== undefined) return known;
  const { city, state, zipCode } = property;
  const folded = { city: foldPlace(city), state: foldState(state), zipCode: foldZip(zipCode) };
  foldedPlaces.set(property, folded);
  return folded;
}

/** Cached, because a changed listing is compared with thousands of searches. */
const heldWords = new WeakMap<SearchedProperty, ReadonlySet<string>>();

function wordsHeldBy(property: SearchedProperty): ReadonlySet<string> {
  const known = heldWords.get(property);
  if (known !== undefined) return known;
  const { title, description, address, city, state, zipCode } = property;
  const held = new Set(searchWords([title, address, city, state, zipCode, description].join(' ')));
  heldWords.set(property, held);
  return held;
}

function isInRange(property: SearchedProperty, filter: RangeFilter, wanted: number): boolean {
  const value = property[filter.field];
  if (typeof value !== 'number') return filter.includesUnknown === true;
  return filter.bound === 'min' ? value >= wanted : value <= wanted;
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(PROPERTY_FILTERS, name);

/**
 * Compiles a search to a condition: whether a listing is available and matches every given filter.
 *
 * @param now for the filters that depend on the time
 * @param rates the installation's rates, for the monthly cost
 */
export function toCondition(search: PropertySearch, now: Date, rates: CostRates): Condition {
  const terms = { now, search, rates };
  const conditions: Condition[] = [];
  // A search has only a few filters, so it iterates over those instead of all.
  for (const name of Object.keys(search)) {
    if (!isFilter(name)) continue;
    const value = search[name];
    if (value === undefined) continue;
    conditions.push(
      isRange(name)
        ? (property) => isInRange(property, PROPERTY_FILTERS[name], value as number)
        : // The value belongs to this name, which the types cannot express.
          CONDITIONS[name](value as never, terms),
    );
  }
  return (property) => property.isAvailable && conditions.every((isTrueOf) => isTrueOf(property));
}

/**
 * Returns whether a listing is available and matches every given filter.
 *
 * @param property as in responses; `priceChange` as of when it was read
 * @param now for the filters that depend on the time
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
