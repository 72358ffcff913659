/** The filters that are set, in words, and what could be left away when nothing was found. */

import { formatPrice } from '#shared/format/money.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { SearchScope } from './listing-address.ts';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';

/** One filter that is set. */
export interface ActiveFilter {
  key: keyof PropertyFilters;
  /** As people say it: 'House', 'From $300,000', '3+ beds', '“pool”'. */
  label: string;
  /** What leaving it away would bring: 'Below $300,000 too'. */
  relaxed: string;
  /** Asking for this alone: 'Only from $300,000'. */
  alone: string;
  /** The filters without this one. */
  without: PropertyFilters;
}

type Words = Pick<ActiveFilter, 'label' | 'relaxed' | 'alone'>;

/** The words for each filter that can be taken off, in the order of the form. The order of the results is none. */
const WORDS: Partial<Record<keyof PropertyFilters, (value: string) => Words>> = {
  searchTerm: (text) => ({
    label: `“${text}”`,
    relaxed: `Without “${text}”`,
    alone: `Only “${text}”`,
  }),
  status: (status) => ({ label: status, relaxed: `Not only ${status}`, alone: `Only ${status}` }),
  propertyType: (type) => ({
    label: type,
    relaxed: `Other types than ${type} too`,
    alone: `Only ${type}`,
  }),
  minPrice: (price) => ({
    label: `From ${formatPrice(Number(price))}`,
    relaxed: `Below ${formatPrice(Number(price))} too`,
    alone: `Only from ${formatPrice(Number(price))}`,
  }),
  maxPrice: (price) => ({
    label: `Up to ${formatPrice(Number(price))}`,
    relaxed: `Above ${formatPrice(Number(price))} too`,
    alone: `Only up to ${formatPrice(Number(price))}`,
  }),
  bedrooms: (beds) => ({
    label: `${beds}+ beds`,
    relaxed: `Fewer than ${beds} beds too`,
    alone: `Only ${beds}+ beds`,
  }),
};

/** Every filter that is set. */
export function activeFilters(filters: PropertyFilters): ActiveFilter[] {
  return (Object.keys(WORDS) as (keyof PropertyFilters)[]).flatMap((key) => {
    const words = filters[key] === '' ? undefined : WORDS[key]?.(filters[key]);
    return words === undefined ? [] : [{ key, ...words, without: { ...filters, [key]: '' } }];
  });
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
  const single = active.slice(0, TRIED_MOST).map(({ relaxed, without }) => ({
    label: relaxed,
    place,
    filters: without,
  }));
  const none = {
    label: 'Clear all filters',
    place,
    filters: { ...NO_FILTERS, sort: filters.sort },
  };
  return [
    ...single,
    ...(active.length > 1 ? [none] : []),
    ...(place.kind === 'status' ? [elsewhere(place.status, filters)] : []),
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
    .slice(0, TRIED_MOST)
    .map(({ key, alone }) => ({
      label: alone,
      place,
      filters: { ...NO_FILTERS, sort: filters.sort, [key]: filters[key] },
    }));
}

function elsewhere(status: PropertyStatus, filters: PropertyFilters): Relaxation {
  const other = status === 'For Sale' ? 'For Rent' : 'For Sale';
  return {
    label: `The same ${other.toLowerCase()}`,
    place: { kind: 'status', status: other },
    filters,
  };
}
