/** The browser's query client, and with it its API client: one, for as long as the document lives. */

import type { QueryClient } from '@tanstack/react-query';
import { createApiClient } from './api-client.ts';
import { createQueryClient } from './query-client.ts';

type RefusedListener = (message: string) => void;
const refusedListeners = new Set<RefusedListener>();

/** Tells when the server refuses the stored token; gives the way to stop listening. */
export function onSessionRefused(listener: RefusedListener): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

const setupListeners = new Set<() => void>();

/** Tells when the server asks the user to set up a second factor first; gives the way to stop listening. */
export function onSetupRequired(listener: () => void): () => void {
  setupListeners.add(listener);
  return () => setupListeners.delete(listener);
}

let readToken: () => string | null = () => null;

/** Says where the token is stored; the session's store does so when it is loaded. */
export function setTokenSource(source: () => string | null): void {
  readToken = source;
}

let queryClient: QueryClient | undefined;

/** Created at the first call, which must be in the browser. */
export function browserClient(): QueryClient {
  queryClient ??= createQueryClient(
    createApiClient({
      fetch: (path, init) => fetch(path, init),
      // Most visits send no files.
      upload: async (...request) => {
        const { xhrUpload } = await import('./upload-transport.ts');
        return xhrUpload(...request);
      },
      getToken: () => readToken(),
      onSetupRequired: () => setupListeners.forEach((listener) => listener()),
      onSessionRefused: (error) => refusedListeners.forEach((listener) => listener(error.message)),
    }),
  );
  return queryClient;
}
