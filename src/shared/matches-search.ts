/**
 * Whether a listing matches a search, in memory: the rule that the database's conditions follow, for alerts, caches and
 * tests. Spelling suggestions aside: every word must stand in the listing as it is.
 */

import { matchesPlace } from './geo/matches-place.ts';
import { PRICE_CHANGE_DAYS } from './limits.ts';
import { COST_TOLERANCE, type CostRates, monthlyCost } from './monthly-cost.ts';
import { foldLetters, foldPlace, foldState } from './properties/place-names.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type PropertySearch,
  type RangeFilter,
  type RangeName,
} from './properties/property-filters.ts';
import type { Property } from './schemas/properties/property.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is compared of a listing. */
export type SearchedProperty = Omit<
  Property,
  '_id' | 'images' | 'pictures' | 'updatedAt' | 'daysListed' | 'agent'
> & { agent: { _id: string } };

type Special = Exclude<FilterName, RangeName>;
type Given = { [Name in Special]-?: NonNullable<PropertySearch[Name]> };

const isSince = (time: string, days: number, now: Date) =>
  new Date(time).getTime() >= now.getTime() - days * DAY_MS;

const CONDITIONS: {
  [Name in Special]: (
    property: SearchedProperty,
    value: Given[Name],
    now: Date,
    search: PropertySearch,
    rates: CostRates,
  ) => boolean;
} = {
  searchTerm: (property, term) => {
    const held = wordsHeldBy(property);
    const words = wordsOf(term);
    return words.length > 0 && words.every((word) => held.has(word));
  },
  propertyType: ({ propertyType }, types) => types.includes(propertyType),
  status: ({ status }, wanted) => status === wanted,
  features: ({ features }, codes) => codes.every((code) => features.includes(code)),
  pets: ({ status, pets }, pet) =>
    status === 'For Rent' && (pets === pet || pets === 'cats_and_dogs'),
  furnished: ({ status, furnished }, wanted) => status === 'For Rent' && furnished === wanted,
  availableBy: ({ status, availableFrom }, day) =>
    status === 'For Rent' && (availableFrom === null || availableFrom <= day),
  listedWithin: ({ createdAt }, days, now) => isSince(createdAt, days, now),
  // The next one is the first to begin: where it begins too late, all do.
  openHouseWithin: ({ nextOpenHouse }, days, now) =>
    nextOpenHouse !== null &&
    new Date(nextOpenHouse.end) > now &&
    new Date(nextOpenHouse.start).getTime() <= now.getTime() + days * DAY_MS,
  reduced: ({ priceChange }, _value, now) =>
    priceChange !== null &&
    priceChange.amount < 0 &&
    isSince(priceChange.date, PRICE_CHANGE_DAYS, now),
  maxMonthly: (property, most, _now, terms, rates) =>
    monthlyCost(property, terms, rates).total <= most + COST_TOLERANCE,
  // They say nothing without `maxMonthly`.
  downPayment: () => true,
  rate: () => true,
  termYears: () => true,
  city: ({ city }, wanted) => foldPlace(city) === foldPlace(wanted),
  state: ({ state }, wanted) => foldState(state) === foldState(wanted),
  zipCode: ({ zipCode }, wanted) => foldPlace(zipCode) === foldPlace(wanted),
  agentId: ({ agent }, id) => agent._id === id,
  bounds: (property, bounds) => matchesPlace(property, { bounds }),
  area: (property, area) => matchesPlace(property, { area }),
  near: (property, near, _now, { within }) => matchesPlace(property, { near, within }),
  // Says nothing without `near`.
  within: () => true,
};

/** A changed listing is compared with thousands of searches. */
const heldWords = new WeakMap<SearchedProperty, ReadonlySet<string>>();

function wordsHeldBy(property: SearchedProperty): ReadonlySet<string> {
  const known = heldWords.get(property);
  if (known !== undefined) return known;
  const { title, description, address, city, state, zipCode } = property;
  const held = new Set(wordsOf([title, address, city, state, zipCode, description].join(' ')));
  heldWords.set(property, held);
  return held;
}

/** The words of a text as the search compares them. */
function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function isInRange(property: SearchedProperty, filter: RangeFilter, wanted: number): boolean {
  const value = property[filter.field];
  if (typeof value !== 'number') return filter.takesUnknown === true;
  return filter.bound === 'least' ? value >= wanted : value <= wanted;
}

/**
 * Whether a listing is available and matches every filter that is set.
 *
 * @param property as in responses; `priceChange` as of when it was read
 * @param now for the filters that depend on the time
 * @param rates the installation's, for the monthly cost
 */
export function matchesSearch(
  property: SearchedProperty,
  search: PropertySearch,
  now: Date,
  rates: CostRates,
): boolean {
  if (!property.isAvailable) return false;
  return FILTER_NAMES.every((name) => {
    const value = search[name];
    if (value === undefined) return true;
    return isRange(name)
      ? isInRange(property, PROPERTY_FILTERS[name], value as number)
      : // It is the value of this name, which no type of a pair says.
        CONDITIONS[name](property, value as never, now, search, rates);
  });
}
