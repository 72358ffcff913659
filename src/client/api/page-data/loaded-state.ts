/** How the queries of a page travel from the server's loader into the browser's query client. */

import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError, toErrorFields, type ApiErrorFields } from '../api-error.ts';
import { markShownByServer } from '../query-client.ts';

/** One finished query. Its error, if it has one, is in the plain form of `ApiErrorFields`. */
export type LoadedQuery = DehydratedState['queries'][number];

/** Every finished query of a client. Failed ones stay failed: the browser shows first what the document shows. */
export function collectLoadedQueries(queryClient: QueryClient): LoadedQuery[] {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => state.status === 'success' || isApiError(state.error),
  });
  for (const { state } of queries) {
    // The library's type names the browser's error, which `arrivingState` makes of the fields.
    if (isApiError(state.error)) state.error = toErrorFields(state.error) as ApiError;
    state.fetchFailureReason = null;
  }
  return queries;
}

/** The loaded queries among the loader data of the matched routes. */
export function findLoadedQueries(loaderData: readonly unknown[]): LoadedQuery[] {
  return loaderData.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'queries' in entry
      ? (entry.queries as LoadedQuery[])
      : [],
  );
}

/**
 * What the server loaded, for the `HydrationBoundary`. It is as fresh as its document: clocks differ, and a document
 * from a cache would have all of it asked for again.
 */
export function arrivingState(loaded: readonly LoadedQuery[]): DehydratedState {
  const dataUpdatedAt = Date.now();
  return {
    mutations: [],
    queries: loaded.map((query) => ({
      ...query,
      state: { ...query.state, dataUpdatedAt, error: toShownError(query.state.error) },
    })),
  };
}

const toShownError = (fields: ApiErrorFields | null) =>
  fields === null ? null : markShownByServer(new ApiError(fields));
