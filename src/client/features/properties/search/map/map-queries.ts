/** The map's requests. */

import { apiQuery } from '../../../../api/api-queries.ts';
import { conditionsOf } from '../query/listing-queries.ts';
import { WORLD_BOUNDS, type PropertyFilters } from '../query/property-filters.ts';
import type { SearchScope } from '../query/listing-address.ts';

/** The homes and clusters of a search in a box. */
export function mapQuery(
  place: SearchScope,
  filters: PropertyFilters,
  view: { bounds: string; zoom: number },
) {
  const query = { ...conditionsOf(place, filters), bounds: view.bounds, zoom: view.zoom };
  return apiQuery('GET /properties/map', { query });
}

/** Everything that a search finds anywhere, gathered as coarsely as possible: where it lies. */
export function extentQuery(place: SearchScope, filters: PropertyFilters) {
  return mapQuery(place, { ...filters, bounds: '' }, { bounds: WORLD_BOUNDS, zoom: 0 });
}
