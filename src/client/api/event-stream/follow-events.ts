import type { QueryClient } from '@tanstack/react-query';
import { openEventStream } from './event-stream.ts';
import { refreshQueries } from './refresh-queries.ts';

/**
 * Opens the stream of a signed-in user, and lets its events refresh what is on screen.
 *
 * @returns closes it
 */
export function followEvents(queryClient: QueryClient, getToken: () => string | null): () => void {
  return openEventStream({ getToken, onEvent: (event) => refreshQueries(queryClient, event) });
}
