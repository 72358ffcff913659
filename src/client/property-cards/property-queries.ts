/** Listing queries shared by several pages. */

import type { QueryClient } from '@tanstack/react-query';
import { FEATURED_COUNT } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { apiQuery, query } from '../api/api-queries.ts';
import type { Input } from '../api/api-types.ts';
import { summarizeAll } from './property-summary.ts';

/** Fetches a list of listing summaries, for pages with cards. */
export function summariesQuery(input: Input<'GET /properties'>) {
  return query(['GET /properties', 'summaries', input], async ({ api, signal, queryClient }) => {
    const page = await api.list('GET /properties', input, signal);
    cacheListings(queryClient, page.items);
    return { ...page, items: summarizeAll(page.items) };
  });
}

/** The newest six homes (docs/product/pages.md, Home). */
export const featuredPropertiesQuery = summariesQuery({
  query: { limit: FEATURED_COUNT, sort: 'createdAt_desc' },
});

/** Fetches one listing, available or not. */
export function propertyQuery(id: string) {
  return apiQuery('GET /properties/:id', { params: { id } });
}

/**
 * Caches the full listings of a list's response in the browser so that a listing renders immediately
 * when it is opened.
 */
export function cacheListings(queryClient: QueryClient, homes: readonly Property[]): void {
  if (typeof window === 'undefined') return;
  for (const property of homes) {
    const { queryKey } = propertyQuery(property._id);
    queryClient.setQueryData(queryKey, property);
    // Its page still refetches it because it may have been sold or deleted in the meantime.
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}
