/** Invalidates queries that show or count listings, after a listing has changed. */

import type { QueryClient } from '@tanstack/react-query';
import type { EndpointKey } from '../api/api-types.ts';

const ENDPOINTS_WITH_LISTINGS = [
  'GET /properties',
  'GET /properties/my-listings',
  'GET /properties/all',
  'GET /properties/:id',
  'GET /places/largest',
  'GET /places/:state/:city',
  'GET /places/:state/:city/:zip',
  'GET /users/agents',
  'GET /users/agents/:id',
  'GET /agent/stats',
  'GET /admin/stats',
] as const satisfies readonly EndpointKey[];

/**
 * Refreshes lists, including public ones, after a listing is created, edited, made available or
 * unavailable, or deleted, or its agent changes (docs/product/dashboard.md, Lists). Active queries
 * are refetched; others are removed so that no page shows the old state first.
 */
export function refreshListings(queryClient: QueryClient): void {
  for (const endpoint of ENDPOINTS_WITH_LISTINGS) {
    queryClient.removeQueries({ queryKey: [endpoint], type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: [endpoint] });
  }
}
