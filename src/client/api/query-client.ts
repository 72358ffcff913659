/** TanStack Query on top of the API client. */

import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { isApiError, type ApiError } from './api-error.ts';

/**
 * How long a response is fresh: shown again without a request, in milliseconds; changes made here invalidate at once.
 */
const FRESH_MS = 30_000;
const RETRIES = 2;

const apis = new WeakMap<QueryClient, ApiClient>();

/** The API client that the queries of a query client go through. Throws for one that was made elsewhere. */
export function apiOf(queryClient: QueryClient): ApiClient {
  const api = apis.get(queryClient);
  if (api === undefined) throw new Error('This query client was not made by createQueryClient.');
  return api;
}

/** A query client whose queries go through `api`. One for the browser's life; on the server one per request. */
export function createQueryClient(api: ApiClient): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a network a request fails, as every other request does: a page says so and offers to try again.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          typeof window !== 'undefined' && failures < RETRIES && isWorthRetrying(error),
        // Errors from the server's render stay until the user retries; otherwise the first render in the browser would
        // differ from the document.
        retryOnMount: ({ state: { error } }) => error === null || !shownByServer.has(error),
      },
      // Otherwise a change made offline would wait silently and run at an unexpected time.
      mutations: { networkMode: 'always' },
    },
  });
  apis.set(queryClient, api);
  return queryClient;
}

/** Whether the same request may succeed a moment later: no response, or a fault on the server's side. */
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
