import type { QueryClient } from '@tanstack/react-query';
import type { StreamEvent } from './event-parser.ts';
import { openEventStream } from './event-stream.ts';
import { refreshQueries } from './refresh-queries.ts';

/**
 * Opens a signed-in user's event stream and refreshes the data on screen.
 *
 * @param options.onAccountChange called when the account, such as its role, may have been changed
 * elsewhere
 * @returns a function that closes the stream
 */
export function followEvents(
  queryClient: QueryClient,
  options: { getToken: () => string | null; onAccountChange: () => void },
): () => void {
  return openEventStream({
    getToken: options.getToken,
    onEvent(event) {
      refreshQueries(queryClient, event);
      if (isAccountEvent(event)) options.onAccountChange();
    },
  });
}

function isAccountEvent({ kind, data }: StreamEvent): boolean {
  if (kind === 'reset' || kind === 'account') return true;
  return (
    kind === 'notification' &&
    typeof data === 'object' &&
    data !== null &&
    'kind' in data &&
    data.kind === 'account'
  );
}
