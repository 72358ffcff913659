/** The filters that are set, in words, and what could be left away when nothing was found. */

import { formatPrice } from '#shared/format/money.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { SearchScope } from './listing-address.ts';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';

/** One filter that is set. */
export interface ActiveFilter {
  /** Another one for each. */
  id: string;
  /** What it is made of. */
  keys: readonly (keyof PropertyFilters)[];
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
  const ofFacts = (Object.keys(WORDS) as (keyof PropertyFilters)[]).flatMap((key) => {
    const words = filters[key] === '' ? undefined : WORDS[key]?.(filters[key]);
    return words === undefined
      ? []
      : [{ id: key, keys: [key], ...words, without: { ...filters, [key]: '' } }];
  });
  return [...ofFacts, ...activePlaces(filters)];
}

/** The box, the areas and the circle that homes are looked for in. */
function activePlaces(filters: PropertyFilters): ActiveFilter[] {
  const { bounds, area, near, within, nearName } = filters;
  const areas = area === '' ? [] : area.split(',');
  const circle = `Within ${within} ${within === '1' ? 'mile' : 'miles'} of ${nearName || 'a point'}`;
  return [
    ...(bounds === ''
      ? []
      : [
          {
            id: 'bounds',
            keys: ['bounds'] as const,
            label: 'Map area',
            relaxed: 'Outside the map area too',
            alone: 'Only the map area',
            without: { ...filters, bounds: '' },
          },
        ]),
    ...areas.map((one, index) => {
      const name = areas.length === 1 ? 'Drawn area' : `Drawn area ${index + 1}`;
      const others = areas.filter((_each, other) => other !== index);
      return {
        id: `area ${one}`,
        keys: ['area'] as const,
        label: name,
        relaxed: `Without ${name.toLowerCase()}`,
        alone: `Only ${name.toLowerCase()}`,
        without: { ...filters, area: others.join(',') },
      };
    }),
    ...(near === ''
      ? []
      : [
          {
            id: 'near',
            keys: ['near', 'within', 'nearName'] as const,
            label: circle,
            relaxed: 'Farther away too',
            alone: `Only ${circle.toLowerCase().slice(0, 6)}${circle.slice(6)}`,
            without: { ...filters, near: '', within: '', nearName: '' },
          },
        ]),
  ];
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
    filters: { ...NO_FILTERS, sort: filters.sort, view: filters.view },
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
    .map(({ keys, alone }) => ({
      label: alone,
      place,
      filters: {
        ...NO_FILTERS,
        sort: filters.sort,
        view: filters.view,
        ...Object.fromEntries(keys.map((key) => [key, filters[key]])),
      },
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
