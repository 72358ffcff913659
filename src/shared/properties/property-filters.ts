/**
 * Defines every filter of a listing search: its kind of value and the field that it is compared with. The query's
 * schema, the conditions in SQL and in memory, the URL, the form, and the chips are derived from these definitions or
 * checked against them by the compiler (CONTRIBUTING.md, How to add). The filters are in URL order.
 */

import { formatNumber } from '../format/numbers.ts';
import type { Area } from '../geo/area.ts';
import type { Bounds, Position } from '../geo/bounds.ts';
import {
  MAX_HOA_FEE,
  MAX_LISTED_WITHIN_DAYS,
  MAX_LOAN_RATE,
  MAX_LOAN_TERM_YEARS,
  MAX_LOT_SQFT,
  MAX_MONTHLY_COST,
  MAX_PARKING,
  MAX_PRICE,
  MAX_ROOMS,
  MAX_SQFT,
  MIN_YEAR_BUILT,
} from '../limits.ts';
import { type FeatureCode, PROPERTY_STATUSES, PROPERTY_TYPES } from '../property-choices.ts';
import { MAX_OPEN_HOUSE_WITHIN_DAYS } from '../tour-limits.ts';
import type { FieldName } from './property-fields.ts';

/** A filter that compares a field with a number. A minimum of 0 has no effect. */
export type RangeFilter = {
  kind: 'range';
  label: string;
  field: FieldName;
  bound: 'min' | 'max';
  /** Whether homes whose field is unknown also match. */
  includesUnknown?: true;
};

/** A filter. With `choices`, any of several values can match; with `codes`, all must match. */
export type PropertyFilterSpec =
  | RangeFilter
  | { kind: 'term' | 'id' | 'place' | 'codes' | 'day'; label: string }
  | { kind: 'choice' | 'choices'; label: string; choices: readonly string[] }
  | { kind: 'days'; label: string; maximum: number }
  /** A number with a unit. */
  | {
      kind: 'amount';
      label: string;
      unit: string;
      minimum: number;
      maximum: number;
      isWhole?: true;
    }
  | { kind: 'bounds' | 'areas' | 'position' | 'miles'; label: string };

export const PROPERTY_FILTERS = {
  searchTerm: { kind: 'term', label: 'Keyword' },
  propertyType: { kind: 'choices', label: 'Property type', choices: PROPERTY_TYPES },
  status: { kind: 'choice', label: 'Status', choices: PROPERTY_STATUSES },
  minPrice: { kind: 'range', label: 'Price', field: 'price', bound: 'min' },
  maxPrice: { kind: 'range', label: 'Price', field: 'price', bound: 'max' },
  bedrooms: { kind: 'range', label: 'Bedrooms', field: 'bedrooms', bound: 'min' },
  bathrooms: { kind: 'range', label: 'Bathrooms', field: 'bathrooms', bound: 'min' },
  minSqft: { kind: 'range', label: 'Square footage', field: 'sqft', bound: 'min' },
  maxSqft: { kind: 'range', label: 'Square footage', field: 'sqft', bound: 'max' },
  minLotSqft: { kind: 'range', label: 'Lot size', field: 'lotSqft', bound: 'min' },
  minYearBuilt: { kind: 'range', label: 'Year built', field: 'yearBuilt', bound: 'min' },
  parking: { kind: 'range', label: 'Parking spaces', field: 'parkingSpaces', bound: 'min' },
  maxHoa: { kind: 'range', label: 'HOA fee', field: 'hoaFee', bound: 'max', includesUnknown: true },
  features: { kind: 'codes', label: 'Features' },
  pets: { kind: 'choice', label: 'Pets', choices: ['cats', 'dogs'] },
  furnished: { kind: 'choice', label: 'Furnished', choices: ['yes'] },
  availableBy: { kind: 'day', label: 'Available by' },
  listedWithin: { kind: 'days', label: 'Listed within', maximum: MAX_LISTED_WITHIN_DAYS },
  openHouseWithin: {
    kind: 'days',
    label: 'Open house within',
    maximum: MAX_OPEN_HOUSE_WITHIN_DAYS,
  },
  reduced: { kind: 'choice', label: 'Price cut', choices: ['true'] },
  underContract: { kind: 'choice', label: 'Under contract', choices: ['exclude', 'only'] },
  maxMonthly: {
    kind: 'amount',
    label: 'Monthly cost',
    unit: 'dollars',
    minimum: 0,
    maximum: MAX_MONTHLY_COST,
  },
  // The loan terms only refine `maxMonthly`.
  downPayment: {
    kind: 'amount',
    label: 'Down payment',
    unit: 'percent',
    minimum: 0,
    maximum: 100,
  },
  rate: { kind: 'amount', label: 'Rate', unit: 'percent', minimum: 0, maximum: MAX_LOAN_RATE },
  termYears: {
    kind: 'amount',
    label: 'Loan term',
    unit: 'years',
    minimum: 1,
    maximum: MAX_LOAN_TERM_YEARS,
    isWhole: true,
  },
  city: { kind: 'place', label: 'City' },
  state: { kind: 'place', label: 'State' },
  zipCode: { kind: 'place', label: 'ZIP code' },
  agentId: { kind: 'id', label: 'Agent' },
  bounds: { kind: 'bounds', label: 'Box' },
  area: { kind: 'areas', label: 'Areas' },
  near: { kind: 'position', label: 'Near' },
  within: { kind: 'miles', label: 'Within' },
} as const satisfies Record<string, PropertyFilterSpec>;

type Filters = typeof PROPERTY_FILTERS;

/** The name of a filter. */
export type FilterName = keyof Filters;

/** The name of a filter that compares a field with a number. */
export type RangeName = {
  [Name in FilterName]: Filters[Name]['kind'] extends 'range' ? Name : never;
}[FilterName];

/** The validated value of a filter. Days are `YYYY-MM-DD`. */
type FilterValue<Filter> = Filter extends { kind: 'range' | 'days' | 'amount' }
  ? number
  : Filter extends { kind: 'codes' }
    ? FeatureCode[]
    : Filter extends { kind: 'choices'; choices: readonly (infer Choice)[] }
      ? Choice[]
      : Filter extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : Filter extends { kind: 'bounds' | 'areas' | 'position' | 'miles' }
          ? SpatialValues[Filter['kind']]
          : string;

/** The validated values of location filters. `miles` is the distance from the position. */
type SpatialValues = { bounds: Bounds; areas: readonly Area[]; position: Position; miles: number };

/** The values of a search's filters. */
export type PropertySearch = {
  [Name in FilterName]?: FilterValue<Filters[Name]> | undefined;
};

// The cast is safe because the type covers all keys of the object.
/** All filters in URL order. */
export const FILTER_NAMES = Object.keys(PROPERTY_FILTERS) as FilterName[];

/** Returns whether a filter compares a field with a number. */
export const isRange = (name: FilterName): name is RangeName =>
  PROPERTY_FILTERS[name].kind === 'range';

/**
 * The ranges of the fields that filters compare with numbers. They are separate from the field
 * definitions, which are large, because every listing page validates its URL with these ranges. A
 * test compares the two.
 */
const RANGES: Readonly<Record<Filters[RangeName]['field'], readonly [number, number]>> = {
  price: [0, MAX_PRICE],
  bedrooms: [0, MAX_ROOMS],
  bathrooms: [0, MAX_ROOMS],
  sqft: [0, MAX_SQFT],
  lotSqft: [1, MAX_LOT_SQFT],
  // The second number is how many years in the future a value can be.
  yearBuilt: [MIN_YEAR_BUILT, 5],
  parkingSpaces: [0, MAX_PARKING],
  hoaFee: [0, MAX_HOA_FEE],
};

/** Returns the default description of a range filter: '2+ parking spaces', 'HOA fee up to 200'. */
export function describeRange(name: RangeName, value: string): string {
  const { bound, label } = PROPERTY_FILTERS[name];
  const number = formatNumber(Number(value));
  return bound === 'min' ? `${number}+ ${label.toLowerCase()}` : `${label} up to ${number}`;
}

/** Returns the minimum and maximum of a filter. For years, the maximum depends on the current time. */
export function rangeOfFilter(name: RangeName, now: Date): { minimum: number; maximum: number } {
  const { field } = PROPERTY_FILTERS[name];
  const [minimum, maximum] = RANGES[field];
  return { minimum, maximum: field === 'yearBuilt' ? now.getUTCFullYear() + maximum : maximum };
}
