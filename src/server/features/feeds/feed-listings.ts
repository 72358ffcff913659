/** The newest listings of a search, for what is read outside of the site. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { FeedQuery } from '#shared/schemas/open/embed.ts';
import type { PropertyService } from '../properties/property-service.ts';

/** Finds up to `limit` listings, newest first. */
export async function findNewest(
  properties: Pick<PropertyService, 'search'>,
  filters: FeedQuery,
  { limit, bypassCache }: { limit: number; bypassCache: boolean },
): Promise<Property[]> {
  const filter = { ...filters, page: 1, limit, sort: 'createdAt_desc' } as const;
  const found = await properties.search(filter, { bypassCache });
  // Written by PostgreSQL as `propertySchema` says.
  return JSON.parse(found.properties.text) as Property[];
}
