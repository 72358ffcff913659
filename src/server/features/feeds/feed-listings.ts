/** Finds the newest listings for a search, for feeds and embedded pages. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { FeedQuery } from '#shared/schemas/open/embed.ts';
import type { PropertyService } from '../properties/property-service.ts';

/** Returns up to `limit` listings, newest first. */
export async function findNewest(
  properties: Pick<PropertyService, 'search'>,
  filters: FeedQuery,
  { limit, bypassCache }: { limit: number; bypassCache: boolean },
): Promise<Property[]> {
  const filter = { ...filters, page: 1, limit, sort: 'createdAt_desc' } as const;
  const result = await properties.search(filter, { bypassCache });
  // PostgreSQL serializes listings in the format of `propertySchema`.
  return JSON.parse(result.properties.text) as Property[];
}
