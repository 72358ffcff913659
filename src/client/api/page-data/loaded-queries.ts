/** How the queries of a page travel from the server's loader into the browser's query client. */

import { hashKey, type QueryClient } from '@tanstack/react-query';
import { ApiError, toErrorFields, type ApiErrorFields } from '../api-error.ts';
import { markShownByServer, type ApiQueryKey } from '../query-client.ts';

/** One finished query in its smallest form: its data, or the fields of its error. */
export type LoadedQuery = { key: ApiQueryKey } & ({ data: unknown } | { error: ApiErrorFields });

/** Every finished query of a client. */
export function collectLoadedQueries(client: QueryClient): LoadedQuery[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap((query): LoadedQuery[] => {
      const key = query.queryKey as unknown as ApiQueryKey;
      const { status, data, error } = query.state;
      if (status === 'success') return [{ key, data }];
      if (status === 'error' && error instanceof ApiError)
        return [{ key, error: toErrorFields(error) }];
      return [];
    });
}

/**
 * Puts what the server loaded into a client, before the first render. Failed queries stay failed, so that
 * the browser shows first what the document shows.
 */
export function fillQueryClient(client: QueryClient, loaded: readonly LoadedQuery[]): void {
  for (const entry of loaded) {
    if ('data' in entry) {
      client.setQueryData(entry.key, entry.data);
      continue;
    }
    const error = markShownByServer(new ApiError(entry.error));
    client.getQueryCache().build(
      client,
      { queryKey: entry.key, queryHash: hashKey(entry.key) },
      {
        data: undefined,
        dataUpdateCount: 0,
        dataUpdatedAt: 0,
        error,
        errorUpdateCount: 1,
        errorUpdatedAt: Date.now(),
        fetchFailureCount: 1,
        fetchFailureReason: error,
        isInvalidated: false,
        status: 'error',
        fetchStatus: 'idle',
        fetchMeta: null,
      },
    );
  }
}

/** The loaded queries among the loader data of the matched routes. */
export function findLoadedQueries(loaderData: readonly unknown[]): LoadedQuery[] {
  return loaderData.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'queries' in entry
      ? (entry.queries as LoadedQuery[])
      : [],
  );
}
