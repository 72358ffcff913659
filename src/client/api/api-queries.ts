/** The API's queries, for `useQuery`, `prefetchQuery`, and page loaders. */

import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiOf } from './query-client.ts';
import type { ApiClient } from './api-client.ts';
import type { EndpointKey, Input, ListEndpointKey, QueryEndpointKey } from './api-types.ts';

/** The clients of a query: for its request, and for caching additional data of its response. */
interface QueryRequest {
  api: ApiClient;
  signal: AbortSignal;
  queryClient: QueryClient;
}

/**
 * Returns a query that transforms an endpoint's response before it is cached.
 *
 * @param queryKey starts with the endpoint: `[endpoint]` alone matches all of its queries
 * @param load returns the data
 */
export function query<T>(
  queryKey: readonly [endpoint: EndpointKey, kind: string, input: unknown],
  load: (request: QueryRequest) => Promise<T>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => load({ api: apiOf(client), signal, queryClient: client }),
  });
}

/** A query with data of type `T`. */
export type ApiQuery<T> = ReturnType<typeof query<T>>;

/**
 * Returns the query of an endpoint: `useQuery(apiQuery('GET /properties/:id', { params: { id }
 * }))`.
 *
 * @param input as for `ApiClient.call`; equal inputs share one query
 */
export function apiQuery<A extends QueryEndpointKey>(endpoint: A, input: Input<A>) {
  return query([endpoint, 'call', input], ({ api, signal }) => api.call(endpoint, input, signal));
}

/** Returns the query of a list. Its data is one page with the total. */
export function listQuery<A extends ListEndpointKey>(endpoint: A, input: Input<A>) {
  return query([endpoint, 'list', input], ({ api, signal }) => api.list(endpoint, input, signal));
}

/**
 * Returns a query that fetches all pages of a list, for lists that are shown without page links.
 *
 * @param inputOf returns the input for a page number, from 1
 */
export function allPagesQuery<A extends ListEndpointKey>(
  endpoint: A,
  inputOf: (page: number) => Input<A>,
) {
  return query([endpoint, 'all', inputOf(1)], async ({ api, signal }) => {
    const { items, totalCount } = await api.list(endpoint, inputOf(1), signal);
    const allItems = [...items];
    for (let page = 2; allItems.length < totalCount; page += 1) {
      const { items: more } = await api.list(endpoint, inputOf(page), signal);
      if (more.length === 0) break;
      allItems.push(...more);
    }
    return allItems;
  });
}
