/** The groups in 'More filters', in form order, most used first. */

import type { SearchScope } from '../../query/listing-url.ts';
import { LOAN_FILTERS, type MoreFilter } from '../../query/property-filters.ts';

export type FilterGroup = 'Price and cost' | 'Size' | 'Features' | 'Facts' | 'Listing' | 'Place';

/** The group of each filter in 'More filters'. A missing filter is a compile error. */
const GROUP_OF = {
  maxMonthly: 'Price and cost',
  maxHoa: 'Price and cost',
  downPayment: 'Price and cost',
  rate: 'Price and cost',
  termYears: 'Price and cost',
  reduced: 'Price and cost',
  bathrooms: 'Size',
  parking: 'Size',
  minSqft: 'Size',
  maxSqft: 'Size',
  minLotSqft: 'Size',
  features: 'Features',
  minYearBuilt: 'Facts',
  availableBy: 'Facts',
  pets: 'Facts',
  furnished: 'Facts',
  listedWithin: 'Listing',
  openHouseWithin: 'Listing',
  underContract: 'Listing',
  city: 'Place',
  state: 'Place',
  zipCode: 'Place',
} as const satisfies Record<MoreFilter, FilterGroup>;

// `Object.keys` does not preserve the type of the keys.
const ORDERED_FILTERS = Object.keys(GROUP_OF) as MoreFilter[];

const RENT_ONLY = new Set<MoreFilter>(['pets', 'furnished', 'availableBy']);
const SALE_ONLY = new Set<MoreFilter>(LOAN_FILTERS);

/**
 * Returns the filters in 'More filters' that apply: no rental filters for homes for sale, no loan
 * filters for rentals, and no place filters on a place page.
 */
export function moreFiltersOf(scope: SearchScope): MoreFilter[] {
  if (scope.kind !== 'status') return ORDERED_FILTERS;
  const excluded = scope.status === 'For Sale' ? RENT_ONLY : SALE_ONLY;
  const hasPlace = scope.in !== undefined;
  return ORDERED_FILTERS.filter(
    (name) => !excluded.has(name) && !(hasPlace && GROUP_OF[name] === 'Place'),
  );
}

/** Returns the filters of `moreFiltersOf` by group. */
export function filterGroupsOf(scope: SearchScope): Map<FilterGroup, MoreFilter[]> {
  return Map.groupBy(moreFiltersOf(scope), (name) => GROUP_OF[name]);
}
