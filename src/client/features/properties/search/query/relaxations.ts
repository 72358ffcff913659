/**
 * Suggests searches with fewer filters or the other status when there are no results. Loaded only
 * then.
 */

import { PROPERTY_FILTERS, type PropertyFilterSpec } from '#shared/properties/property-filters.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { type ActiveFilter, activeFilters, type FilterKind } from './active-filters.ts';
import type { SearchScope } from './listing-url.ts';
import { LOAN_FILTERS, withoutFilters, type PropertyFilters } from './property-filters.ts';

/** Returns a formatter that turns, for example, 'From $300,000' into 'Include homes under $300,000'. */
const includeHomes = (bound: string, replacement: string) => (filter: ActiveFilter) =>
  `Include homes ${filter.label.replace(bound, replacement)}`;
const remove = ({ label }: ActiveFilter) => `Remove ${quoted(label)}`;
const includeFewer = ({ label }: ActiveFilter) => `Include fewer than ${label.replace('+', '')}`;

/** A keyword's label already has quotation marks. */
const quoted = (label: string) => (label.startsWith('“') ? label : `“${label}”`);

/**
 * Labels for dropping a filter that override the defaults: 'Include fewer than …' for minimums and
 * 'Remove “…”' for other filters.
 */
const RELAXED_LABELS: Partial<Record<FilterKind, (filter: ActiveFilter) => string>> = {
  propertyType: () => 'Include other home types',
  minPrice: includeHomes('From', 'under'),
  maxPrice: includeHomes('Up to', 'over'),
  minSqft: includeHomes('From', 'under'),
  maxSqft: includeHomes('Up to', 'over'),
  maxMonthly: includeHomes('Up to', 'over'),
  minYearBuilt: ({ value }) => `Include homes built before ${value}`,
  minLotSqft: remove,
  bounds: () => 'Include homes outside the map area',
  near: () => 'Include homes farther away',
  downPayment: () => 'Use the default down payment',
  rate: () => 'Use the default interest rate',
  termYears: () => 'Use the default loan term',
};

function relaxedLabel(filter: ActiveFilter): string {
  const spec: PropertyFilterSpec = PROPERTY_FILTERS[filter.kind];
  const isMinimum = spec.kind === 'range' && spec.bound === 'min';
  return (RELAXED_LABELS[filter.kind] ?? (isMinimum ? includeFewer : remove))(filter);
}

const singleFilterLabel = ({ label }: ActiveFilter) => `Just ${quoted(label)}, no other filters`;

/** A related search to suggest for a search without results. */
export interface Relaxation {
  label: string;
  scope: SearchScope;
  filters: PropertyFilters;
}

/** Maximum number of filters to drop or try one by one. Each requires a count. */
const MAX_SUGGESTIONS = 6;

/** Returns the number of relaxations, at the start of the list, that drop one filter each. */
export const countSingleRelaxations = (filters: PropertyFilters) =>
  Math.min(activeFilters(filters).length, MAX_SUGGESTIONS);

/**
 * Returns the search for the keyword alone; undefined without a keyword or other filters. If it has
 * no results, no other search for the keyword in this scope has any.
 */
export function keywordOnly(scope: SearchScope, filters: PropertyFilters): Relaxation | undefined {
  return activeFilters(filters).length > 1
    ? toSingleFilterSearches(scope, filters).find((search) => search.filters.searchTerm !== '')
    : undefined;
}

/**
 * Returns suggestions for a search without results: dropping each filter, dropping all filters, and
 * the same search for the other status. At most eight, because each requires a count.
 */
export function relaxations(scope: SearchScope, filters: PropertyFilters): Relaxation[] {
  const active = activeFilters(filters);
  if (active.length === 0) return [];
  const singleRelaxations = active.slice(0, MAX_SUGGESTIONS).map((filter) => ({
    label: relaxedLabel(filter),
    scope,
    filters: filter.without,
  }));
  const cleared = {
    label: 'Clear all filters',
    scope,
    filters: withoutFilters(filters),
  };
  return [
    ...singleRelaxations,
    ...(active.length > 1 ? [cleared] : []),
    ...(scope.kind === 'status' ? [otherStatus(scope, filters)] : []),
  ];
}

/**
 * Returns suggestions for a search that has no results even if one filter is dropped: each filter
 * alone, except loan terms. At most six; none for fewer than three filters.
 */
export function singleFilterSearches(scope: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters).length < 3 ? [] : toSingleFilterSearches(scope, filters);
}

function toSingleFilterSearches(scope: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters)
    .filter(({ kind }) => !LOAN_FILTERS.some((name) => name === kind))
    .slice(0, MAX_SUGGESTIONS)
    .map((filter) => ({
      label: singleFilterLabel(filter),
      scope,
      filters: {
        ...withoutFilters(filters),
        ...filter.own,
      },
    }));
}

function otherStatus(
  scope: Extract<SearchScope, { kind: 'status' }>,
  filters: PropertyFilters,
): Relaxation {
  const other: PropertyStatus = scope.status === 'For Sale' ? 'For Rent' : 'For Sale';
  return {
    label: `Same search, ${other.toLowerCase()}`,
    scope: { ...scope, status: other },
    filters,
  };
}
