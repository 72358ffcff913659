/** Queries for the map. */

import { apiQuery } from '../../../../api/api-queries.ts';
import { conditionsOf } from '../query/listing-queries.ts';
import { WORLD_BOUNDS, type PropertyFilters } from '../query/property-filters.ts';
import type { SearchScope } from '../query/listing-url.ts';

/** Fetches a search's homes and clusters in a box. */
export function mapQuery(
  scope: SearchScope,
  filters: PropertyFilters,
  view: { bounds: string; zoom: number },
) {
  const query = { ...conditionsOf(scope, filters), bounds: view.bounds, zoom: view.zoom };
  return apiQuery('GET /properties/map', { query });
}

/** Clusters at this zoom are small enough to separate regions, such as Alaska from Washington. */
const EXTENT_ZOOM = 3;

/** Returns whether the first view of a search's map depends on the extent of its results. */
export const needsExtent = ({ bounds, area, near }: PropertyFilters) =>
  bounds === '' && area === '' && near === '';

/** Fetches all matches for a search in coarse clusters, to find their extent. */
export function extentQuery(scope: SearchScope, filters: PropertyFilters) {
  return mapQuery(scope, { ...filters, bounds: '' }, { bounds: WORLD_BOUNDS, zoom: EXTENT_ZOOM });
}
