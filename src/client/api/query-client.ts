/** TanStack Query on top of the API client. */

import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { isApiError, type ApiError } from './api-error.ts';

/**
 * How long a response stays fresh and is not refetched, in milliseconds. Mutations invalidate it
 * immediately.
 */
const STALE_TIME_MS = 30_000;
const MAX_RETRIES = 2;

const apiClients = new WeakMap<QueryClient, ApiClient>();

/** Returns the API client of a query client that `createQueryClient` created. */
export function apiOf(queryClient: QueryClient): ApiClient {
  const api = apiClients.get(queryClient);
  if (api === undefined) throw new Error('The query client has no API client.');
  return api;
}

/**
 * Creates a query client that uses `api`: one for the browser's document, and one per request on
 * the server.
 */
export function createQueryClient(api: ApiClient): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        // While offline, a query fails like every other request, and the page offers a retry.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          typeof window !== 'undefined' && failures < MAX_RETRIES && isWorthRetrying(error),
        // Errors from server rendering stay until the user retries. Otherwise, the first render in
        // the browser would differ from the document.
        retryOnMount: ({ state: { error } }) => error === null || !shownByServer.has(error),
      },
      // Otherwise, a change made offline would wait silently and run at an unexpected time.
      mutations: { networkMode: 'always' },
    },
  });
  apiClients.set(queryClient, api);
  return queryClient;
}

/**
 * Returns whether a retry of the request may succeed: after a missing response or a server error.
 */
function isWorthRetrying(error: unknown): boolean {
  return !isApiError(error) || error.status === 0 || error.status >= 500;
}

const shownByServer = new WeakSet<ApiError>();

/** Marks an error that the document already shows. */
export function markShownByServer(error: ApiError): ApiError {
  shownByServer.add(error);
  return error;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}
