/** The queries about listings that several pages share. */

import type { QueryClient } from '@tanstack/react-query';
import { FEATURED_COUNT } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { apiQuery, query } from '../api/api-queries.ts';
import type { Input } from '../api/api-types.ts';
import { summarizeAll } from './property-summary.ts';

/** The query of a list of listings in short, for pages that show cards. */
export function summariesQuery(input: Input<'GET /properties'>) {
  return query(['GET /properties', 'short', input], async ({ api, signal, queryClient }) => {
    const page = await api.list('GET /properties', input, signal);
    rememberWhole(queryClient, page.items);
    return { ...page, items: summarizeAll(page.items) };
  });
}

/** The newest six (docs/product/pages.md, Home). */
export const featuredPropertiesQuery = summariesQuery({
  query: { limit: FEATURED_COUNT, sort: 'createdAt_desc' },
});

/** One listing, available or not. */
export function propertyQuery(id: string) {
  return apiQuery('GET /properties/:id', { params: { id } });
}

/** A list's response holds each listing whole: in the browser, one that is opened shows at once. */
export function rememberWhole(queryClient: QueryClient, homes: readonly Property[]): void {
  if (typeof window === 'undefined') return;
  for (const property of homes) {
    const { queryKey } = propertyQuery(property._id);
    queryClient.setQueryData(queryKey, property);
    // Its page requests it all the same, since it may have been sold or taken down since.
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}
