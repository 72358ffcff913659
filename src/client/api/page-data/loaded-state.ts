/** Transfers a page's queries from the server's loader to the browser's query client. */

import {
  hashKey,
  type DehydratedState,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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
 * Returns every finished query of a client. Failed ones stay failed, so that the first render in
 * the browser matches the document.
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
 * Returns the queries loaded on the server, for the `HydrationBoundary`. They count as fetched now:
 * clocks differ, and a cached document would trigger a refetch of everything.
 */
export function hydrationState(loaded: readonly LoadedQuery[]): DehydratedState {
  const now = Date.now();
  return {
    mutations: [],
    queries: loaded.map(({ queryKey, data, error }) => {
      const failures = error === undefined ? 0 : 1;
      return {
        queryKey,
        queryHash: hashKey(queryKey),
        dehydratedAt: now,
        state: {
          data,
          dataUpdateCount: 1 - failures,
          dataUpdatedAt: now,
          error: error === undefined ? null : markShownByServer(new ApiError(error)),
          errorUpdateCount: failures,
          errorUpdatedAt: failures * now,
          fetchFailureCount: failures,
          fetchFailureReason: null,
          fetchMeta: null,
          isInvalidated: error !== undefined,
          status: error === undefined ? 'success' : 'error',
          fetchStatus: 'idle',
        },
      };
    }),
  };
}
