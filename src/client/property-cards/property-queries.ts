/** The queries about listings that several pages share. */

import { FEATURED_COUNT } from '#shared/limits.ts';
import { apiQuery, summariesQuery } from '../api/query-client.ts';

/** The newest six (docs/product/pages.md, Home). */
export const featuredPropertiesQuery = summariesQuery({
  query: { limit: FEATURED_COUNT, sort: 'createdAt_desc' },
});

/** One listing, available or not. */
export function propertyQuery(id: string) {
  return apiQuery('GET /properties/:id', { params: { id } });
}
