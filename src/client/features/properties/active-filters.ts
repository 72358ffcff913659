/** The filters that are set, in words, and what could be left away when nothing was found. */

import { formatPrice } from '#shared/format/money.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { ListingPlace } from './listing-address.ts';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';

/** One filter that is set. */
export interface ActiveFilter {
  key: keyof PropertyFilters;
  /** As people say it: 'House', 'From $300,000', '3+ beds', '“pool”'. */
  label: string;
  /** The filters without this one. */
  without: PropertyFilters;
}

/** Every filter that is set, in the order of the form. The order of the results is none. */
export function activeFilters(filters: PropertyFilters): ActiveFilter[] {
  const labels: Partial<Record<keyof PropertyFilters, string>> = {
    searchTerm: filters.searchTerm && `“${filters.searchTerm}”`,
    status: filters.status,
    propertyType: filters.propertyType,
    minPrice: filters.minPrice && `From ${formatPrice(Number(filters.minPrice))}`,
    maxPrice: filters.maxPrice && `Up to ${formatPrice(Number(filters.maxPrice))}`,
    bedrooms: filters.bedrooms && `${filters.bedrooms}+ beds`,
  };
  return (Object.entries(labels) as [keyof PropertyFilters, string][]).flatMap(([key, label]) =>
    label === '' ? [] : [{ key, label, without: { ...filters, [key]: '' } }],
  );
}

/** Another search that may find something where this one found nothing. */
export interface Relaxation {
  label: string;
  place: ListingPlace;
  filters: PropertyFilters;
}

/**
 * What to try when nothing was found: each filter left away, all of them left away, and the same homes for rent
 * instead of for sale. At most eight, one cheap count each.
 */
export function relaxations(place: ListingPlace, filters: PropertyFilters): Relaxation[] {
  const active = activeFilters(filters);
  if (active.length === 0) return [];
  const single = active.map(({ label, without }) => ({
    label: `Without ${label}`,
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

function elsewhere(status: PropertyStatus, filters: PropertyFilters): Relaxation {
  const other = status === 'For Sale' ? 'For Rent' : 'For Sale';
  return {
    label: `The same ${other.toLowerCase()}`,
    place: { kind: 'status', status: other },
    filters,
  };
}
