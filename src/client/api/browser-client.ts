/** The browser's query client with its API client: one for the lifetime of the document. */

import type { QueryClient } from '@tanstack/react-query';
import { createApiClient } from './api-client.ts';
import { createQueryClient } from './query-client.ts';

type UnauthorizedListener = (message: string) => void;
const unauthorizedListeners = new Set<UnauthorizedListener>();

/** Registers a listener for a rejected token. Returns a function that unregisters it. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

const setupListeners = new Set<() => void>();

/** Registers a listener for a required second factor. Returns a function that unregisters it. */
export function onSetupRequired(listener: () => void): () => void {
  setupListeners.add(listener);
  return () => setupListeners.delete(listener);
}

let readToken: () => string | null = () => null;

/** Sets the source of the token. Called when the session store is loaded. */
export function setTokenSource(source: () => string | null): void {
  readToken = source;
}

let queryClient: QueryClient | undefined;

/** Returns the client. Created on the first call, which must be in the browser. */
export function browserClient(): QueryClient {
  queryClient ??= createQueryClient(
    createApiClient({
      fetch: (path, init) => fetch(path, init),
      // Loaded on demand because most visits upload no files.
      upload: async (...request) => {
        const { xhrUpload } = await import('./upload-transport.ts');
        return xhrUpload(...request);
      },
      getToken: () => readToken(),
      onSetupRequired: () => setupListeners.forEach((listener) => listener()),
      onUnauthorized: (error) =>
        unauthorizedListeners.forEach((listener) => listener(error.message)),
    }),
  );
  return queryClient;
}
