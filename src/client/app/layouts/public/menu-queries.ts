/**
 * The first queries of pages in the menu. This module loads when the user is about to open a page.
 */

import type { QueryClient } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { agentsQuery } from '../../../features/agents/agents-queries.ts';
import { propertiesQuery } from '../../../features/properties/search/query/listing-queries.ts';
import { NO_FILTERS } from '../../../features/properties/search/query/property-filters.ts';

const PREFETCH: Readonly<Record<string, (queryClient: QueryClient) => Promise<void>>> = {
  [pagePaths.forSale()]: (queryClient) => queryClient.prefetchQuery(homesQuery('For Sale')),
  [pagePaths.forRent()]: (queryClient) => queryClient.prefetchQuery(homesQuery('For Rent')),
  [pagePaths.agents()]: (queryClient) =>
    queryClient.prefetchQuery(agentsQuery({ searchTerm: '', page: 1 })),
};

function homesQuery(status: PropertyStatus) {
  return propertiesQuery({ scope: { kind: 'status', status }, filters: NO_FILTERS, page: 1 });
}

/** Prefetches the public data of a page in the menu, if it has any. */
export async function prefetchMenuData(queryClient: QueryClient, href: string): Promise<void> {
  await PREFETCH[href]?.(queryClient);
}
