import type { QueryClient } from '@tanstack/react-query';
import type { EndpointKey } from '../api-types.ts';
import type { StreamEvent } from './event-parser.ts';

const LISTING_LISTS = ['GET /properties/my-listings', 'GET /properties/all'];
/** Endpoint prefixes by event kind. The event invalidates their queries. */
const INVALIDATED_BY: Readonly<Record<string, readonly string[]>> = {
  notification: ['GET /notifications'],
  import: ['GET /imports', ...LISTING_LISTS],
  inquiry: ['GET /inquiries', 'GET /agent/stats'],
  shortlist: ['GET /shortlists'],
  // Lists of listings include the number of upcoming tours.
  tour: ['GET /tours', 'GET /agent/stats', 'GET /properties/:id/tour-slots', ...LISTING_LISTS],
};

/**
 * Invalidates an event's queries. Active ones are refetched immediately, others on their next use.
 */
export function refreshQueries(queryClient: QueryClient, { kind }: StreamEvent): void {
  const prefixes = kind === 'reset' ? Object.values(INVALIDATED_BY).flat() : INVALIDATED_BY[kind];
  if (prefixes === undefined) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [endpoint] = queryKey as readonly [EndpointKey];
      return prefixes.some((prefix) => endpoint.startsWith(prefix));
    },
  });
}
