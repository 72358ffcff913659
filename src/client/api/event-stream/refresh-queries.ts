import type { QueryClient } from '@tanstack/react-query';
import type { Address } from '../api-types.ts';
import type { StreamEvent } from './event-parser.ts';

/** Prefixes of the endpoint names whose queries an event of each kind invalidates. */
const INVALIDATED_BY: Readonly<Record<string, readonly string[]>> = {
  notification: ['GET /notifications'],
  import: ['GET /imports', 'GET /properties/my-listings', 'GET /properties/all'],
  inquiry: ['GET /inquiries', 'GET /agent/stats'],
  shortlist: ['GET /shortlists'],
  tour: ['GET /tours', 'GET /agent/stats', 'GET /properties/:id/tour-slots'],
};

/**
 * Invalidates the queries of an event: active ones are refetched immediately, others on their next
 * use.
 */
export function refreshQueries(queryClient: QueryClient, { kind }: StreamEvent): void {
  const prefixes = kind === 'reset' ? Object.values(INVALIDATED_BY).flat() : INVALIDATED_BY[kind];
  if (prefixes === undefined) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [address] = queryKey as readonly [Address];
      return prefixes.some((beginning) => address.startsWith(beginning));
    },
  });
}
