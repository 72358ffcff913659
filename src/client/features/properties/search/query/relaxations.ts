/** What could be left away when nothing was found. Fetched only then. */

import {
  PROPERTY_FILTERS,
  type PropertyFilterSpec,
  type RangeName,
} from '#shared/properties/property-filters.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { type ActiveFilter, activeFilters, type FilterKind } from './active-filters.ts';
import type { SearchScope } from './listing-address.ts';
import { LOAN_FILTERS, NO_FILTERS, type PropertyFilters } from './property-filters.ts';

/** A word within a sentence: 'garage', but 'EV charging'. */
const within = (word: string) =>
  /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);

const notOnly = ({ label }: ActiveFilter) => `Not only ${within(label)}`;
const without = ({ label }: ActiveFilter) => `Without ${within(label)}`;
/** 'From $300,000' is 'Below $300,000 too'. */
const beyond = (begin: string, other: string) => (filter: ActiveFilter) =>
  `${filter.label.replace(begin, other)} too`;
const fewer = ({ label }: ActiveFilter) => `Fewer than ${label.replace('+', '')} too`;

type Words = (filter: ActiveFilter) => string;

/**
 * What leaving each filter away would bring. Filters that compare a number have words without an entry; any other filter
 * without is an error here.
 */
const RELAXED: Record<Exclude<FilterKind, RangeName>, Words> & Partial<Record<RangeName, Words>> = {
  searchTerm: without,
  status: ({ label }) => `Not only ${label}`,
  propertyType: ({ label }) => `Other types than ${label} too`,
  minPrice: beyond('From', 'Below'),
  maxPrice: beyond('Up to', 'Above'),
  minSqft: beyond('From', 'Below'),
  maxSqft: beyond('Up to', 'Above'),
  minLotSqft: beyond('Lot from', 'Lots below'),
  minYearBuilt: beyond('since', 'before'),
  maxHoa: ({ label }) => `${label.replace('up to', 'above').replace(' a month', '')} too`,
  features: (filter) => `${without(filter)} too`,
  pets: ({ value }) => `Homes without ${value} too`,
  furnished: notOnly,
  availableBy: beyond('by', 'after'),
  listedWithin: beyond('in', 'before'),
  openHouseWithin: ({ label }) => `Without an ${within(label)} too`,
  reduced: () => 'Without a price cut too',
  maxMonthly: beyond('Up to', 'Above'),
  downPayment: () => 'With the usual down payment',
  rate: () => 'At the usual rate',
  termYears: () => 'Over the usual term',
  city: notOnly,
  state: notOnly,
  zipCode: notOnly,
  bounds: () => 'Outside the map area too',
  area: without,
  near: () => 'Farther away too',
};

function relaxed(filter: ActiveFilter): string {
  const spec: PropertyFilterSpec = PROPERTY_FILTERS[filter.kind];
  const isMost = spec.kind === 'range' && spec.bound === 'most';
  return (RELAXED[filter.kind] ?? (isMost ? beyond('up to', 'above') : fewer))(filter);
}

/** Asking for a filter alone: 'Only from $300,000'. */
function alone({ kind, label }: ActiveFilter): string {
  if (kind === 'minLotSqft') return `Only ${label.replace('Lot', 'lots')}`;
  if (kind === 'reduced') return 'Only with a price cut';
  if (kind === 'openHouseWithin') return `Only with an ${within(label)}`;
  if (kind === 'bounds') return 'Only the map area';
  return `Only ${kind === 'propertyType' || kind === 'status' ? label : within(label)}`;
}

/** Another search that may find something where this one found nothing. */
export interface Relaxation {
  label: string;
  place: SearchScope;
  filters: PropertyFilters;
}

/** Filters that are tried without, one by one, and alone: each is a search of its own. */
const TRIED_MOST = 6;

/** How many of the relaxations, the first ones, leave one filter away. */
export const countSingles = (filters: PropertyFilters) =>
  Math.min(activeFilters(filters).length, TRIED_MOST);

/**
 * The words of a search without its other filters. Where they find nothing, nothing that keeps them does, and need not
 * be asked for; undefined where there are no words, or nothing but words.
 */
export function wordsAlone(place: SearchScope, filters: PropertyFilters): Relaxation | undefined {
  return activeFilters(filters).length > 1
    ? onlyOne(place, filters).find((each) => each.filters.searchTerm !== '')
    : undefined;
}

/**
 * What to try when nothing was found: each filter left away, all of them left away, and the same homes for rent
 * instead of for sale. At most eight, one cheap count each.
 */
export function relaxations(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  const active = activeFilters(filters);
  if (active.length === 0) return [];
  const single = active.slice(0, TRIED_MOST).map((filter) => ({
    label: relaxed(filter),
    place,
    filters: filter.without,
  }));
  const none = {
    label: 'Clear all filters',
    place,
    filters: { ...NO_FILTERS, sort: filters.sort, view: filters.view },
  };
  return [
    ...single,
    ...(active.length > 1 ? [none] : []),
    ...(place.kind === 'status' ? [elsewhere(place, filters)] : []),
  ];
}

/**
 * What to try when leaving any one filter away finds nothing either: each of them alone, if that is something new. At
 * most six.
 */
export function lastResorts(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters).length < 3 ? [] : onlyOne(place, filters);
}

function onlyOne(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters)
    .filter(({ kind }) => !LOAN_FILTERS.some((name) => name === kind))
    .slice(0, TRIED_MOST)
    .map((filter) => ({
      label: alone(filter),
      place,
      filters: {
        ...NO_FILTERS,
        sort: filters.sort,
        view: filters.view,
        ...(filter.own ?? Object.fromEntries(filter.keys.map((key) => [key, filters[key]]))),
      },
    }));
}

function elsewhere(
  place: Extract<SearchScope, { kind: 'status' }>,
  filters: PropertyFilters,
): Relaxation {
  const other: PropertyStatus = place.status === 'For Sale' ? 'For Rent' : 'For Sale';
  return {
    label: `The same ${other.toLowerCase()}`,
    place: { ...place, status: other },
    filters,
  };
}
