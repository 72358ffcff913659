/** Queries in components. */

import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { ApiQuery } from './query-client.ts';

type Options<T, S> = Omit<UseQueryOptions<T, ApiError, S>, 'queryKey' | 'queryFn'>;

/**
 * `useQuery` for a query made by `apiQuery` or `listQuery`, with its response's type. A page's loader that ran the same
 * query has already filled it.
 */
export function useApiQuery<T, S = T>(
  query: ApiQuery<T>,
  options: Options<T, S> = {},
): UseQueryResult<S, ApiError> {
  return useQuery<T, ApiError, S>({ ...options, queryKey: query.queryKey });
}

const ApiContext = createContext<ApiClient | null>(null);

/** Puts the API client within reach of `useApi`. The document's root does this once. */
export const ApiProvider = ApiContext.Provider;

/** The API client, for calls that are no queries. Throws outside of the document's root. */
export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (api === null) throw new Error('useApi needs the ApiProvider of the root.');
  return api;
}
