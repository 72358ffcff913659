/** Queries of the listing pages (docs/product/listings.md, Filters). */

import { DEFAULT_PROPERTY_SORT } from '#shared/property-choices.ts';
import { summariesQuery } from '../../../../property-cards/property-queries.ts';
import type { SearchState, SearchScope } from './listing-url.ts';
import {
  FORM_FILTERS,
  type FormFilter,
  type PropertyFilters,
  WORLD_BOUNDS,
} from './property-filters.ts';

/** Fetches one page of a listing page's results. */
export function propertiesQuery({ scope, filters, page }: SearchState) {
  return summariesQuery({
    query: {
      ...conditionsOf(scope, filters),
      sort: filters.sort === DEFAULT_PROPERTY_SORT ? undefined : filters.sort,
      page: page === 1 ? undefined : page,
    },
  });
}

/** Fetches the number of homes that match a search; requests only one entry. */
export function countQuery(scope: SearchScope, filters: PropertyFilters) {
  return summariesQuery({ query: { ...conditionsOf(scope, filters), limit: 1 } });
}

/**
 * Returns the search parameters of the feed for a listing page's search. They ignore the map view,
 * so the feed includes homes without coordinates.
 */
export const feedSearchOf = ({ scope, filters }: SearchState) =>
  conditionsOf(scope, { ...filters, view: '' });

/**
 * Returns the search parameters of a listing page, except sort and page. On a map, they match only
 * homes with coordinates.
 */
export function conditionsOf(scope: SearchScope, filters: PropertyFilters) {
  const within = scope.kind === 'status' ? scope.in : undefined;
  // Empty filters are undefined, so equal searches share one query.
  const conditions = FORM_FILTERS.map((name) => [name, filters[name] || undefined]);
  return {
    ...(Object.fromEntries(conditions) as Partial<Record<FormFilter, string>>),
    status: scope.kind === 'status' ? scope.status : filters.status || undefined,
    // The server accepts slugs in place of names.
    ...(within === undefined
      ? {}
      : { city: within.city, state: within.state, zipCode: within.zip }),
    agentId: scope.kind === 'agent' ? scope.agentId : undefined,
    bounds: filters.bounds || (filters.view === 'map' ? WORLD_BOUNDS : undefined),
    area: filters.area || undefined,
    near: filters.near || undefined,
    within: filters.within || undefined,
  };
}
