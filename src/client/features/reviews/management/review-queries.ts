/** Queries and mutations of the review queue (docs/product/reviews.md). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReviewDecisionForm } from '#shared/schemas/brokerage/review.ts';
import { apiQuery, listQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';

export const reviewsQuery = (page: number) =>
  listQuery('GET /reviews', { query: { page: page === 1 ? undefined : page } });

export const signalsQuery = (propertyId: string) =>
  apiQuery('GET /reviews/:propertyId/signals', { params: { propertyId } });

const COUNT_QUERY = listQuery('GET /reviews', { query: { limit: 1 } });
/** Polling interval of the count, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000;

/** Returns the number of listings awaiting a decision; 0 while unknown. */
export function useWaitingReviews(): number {
  return useQuery({ ...COUNT_QUERY, refetchInterval: COUNT_INTERVAL_MS }).data?.totalCount ?? 0;
}

/**
 * Approves a listing in review or requests changes. Either decision can affect public pages, so their queries are
 * invalidated too.
 */
export function useDecideReview() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, { propertyId, ...json }: ReviewDecisionForm & { propertyId: string }) =>
      api.call('PATCH /reviews/:propertyId', { params: { propertyId }, json }),
    {
      onSettled: () =>
        queryClient.invalidateQueries({
          predicate: ({ queryKey }) => /^GET \/(reviews|properties)/.test(String(queryKey[0])),
        }),
    },
  );
}
