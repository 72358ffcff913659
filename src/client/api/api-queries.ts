/** The API's queries, for `useQuery`, `prefetchQuery`, and page loaders. */

import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiOf } from './query-client.ts';
import type { ApiClient } from './api-client.ts';
import type { Address, Input, ListAddress, QueryAddress } from './api-types.ts';

/** A query's request, and a hook for responses with additional data. */
interface QueryRequest {
  api: ApiClient;
  signal: AbortSignal;
  queryClient: QueryClient;
}

/**
 * Returns a query that transforms an endpoint's response before it is cached.
 *
 * @param queryKey starts with the endpoint: `[address]` alone matches all of its queries
 * @param load returns the data
 */
export function query<T>(
  queryKey: readonly [address: Address, form: string, input: unknown],
  load: (request: QueryRequest) => Promise<T>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => load({ api: apiOf(client), signal, queryClient: client }),
  });
}

/** A query with data of a type. */
export type ApiQuery<T> = ReturnType<typeof query<T>>;

/**
 * Returns the query of an endpoint: `useQuery(apiQuery('GET /properties/:id', { params: { id }
 * }))`.
 *
 * @param input as for `ApiClient.call`; equal inputs share one query
 */
export function apiQuery<A extends QueryAddress>(address: A, input: Input<A>) {
  return query([address, 'call', input], ({ api, signal }) => api.call(address, input, signal));
}

/** Returns the query of a list, whose data is one page with the total. */
export function listQuery<A extends ListAddress>(address: A, input: Input<A>) {
  return query([address, 'list', input], ({ api, signal }) => api.list(address, input, signal));
}

/**
 * Returns the query of a whole list, fetched page by page, for lists of choices.
 *
 * @param inputOf returns the request of a page, from 1
 */
export function wholeListQuery<A extends ListAddress>(
  address: A,
  inputOf: (page: number) => Input<A>,
) {
  return query([address, 'whole', inputOf(1)], async ({ api, signal }) => {
    const { items, totalCount } = await api.list(address, inputOf(1), signal);
    const all = [...items];
    for (let page = 2; all.length < totalCount; page += 1) {
      const { items: more } = await api.list(address, inputOf(page), signal);
      if (more.length === 0) break;
      all.push(...more);
    }
    return all;
  });
}
