/** Transfers a page's queries from the server's loader to the browser's query client. */

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, isApiError, toErrorFields, type ApiErrorFields } from '../api-error.ts';
import { markShownByServer } from '../query-client.ts';

/** A finished query with its data or error. */
export interface LoadedQuery {
  queryKey: QueryKey;
  data?: unknown;
  error?: ApiErrorFields;
}

/** The data of a loader: query results, which the root adds to the query client. */
export interface PageData {
  queries: readonly LoadedQuery[];
}

/**
 * Returns every finished query of a client. Failed ones stay failed so that the first render in the
 * browser matches the document.
 */
export function collectLoadedQueries(queryClient: QueryClient): LoadedQuery[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { status, data, error } }): LoadedQuery[] => {
      if (status === 'success') return [{ queryKey, data }];
      return isApiError(error) ? [{ queryKey, error: toErrorFields(error) }] : [];
    });
}

/** Returns the queries in the loader data of the matched routes. */
export function findLoadedQueries(loaderData: readonly unknown[]): LoadedQuery[] {
  return loaderData.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'queries' in entry
      ? // Only page loaders return `queries`.
        (entry as PageData).queries
      : [],
  );
}

/**
 * Adds the queries loaded on the server to a client. They are treated as fetched now because the
 * clocks of server and browser differ, and a cached document would trigger a refetch of everything.
 */
export function addLoadedQueries(queryClient: QueryClient, loaded: readonly LoadedQuery[]): void {
  for (const { queryKey, data, error } of loaded) {
    if (error === undefined) queryClient.setQueryData(queryKey, data);
    else {
      const query = queryClient.getQueryCache().build(queryClient, { queryKey });
      query.setState({
        status: 'error',
        error: markShownByServer(new ApiError(error)),
        errorUpdateCount: 1,
        errorUpdatedAt: Date.now(),
        fetchFailureCount: 1,
        isInvalidated: true,
      });
    }
  }
}
