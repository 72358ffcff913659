/** Queries and mutations of saved searches (docs/product/alerts.md). */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Frequency, SearchInput } from '#shared/saved-searches/saved-search.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';

const SAVED_SEARCHES = 'GET /saved-searches';

/** The caller's saved searches, up to the maximum number. */
export const savedSearchesQuery = listQuery(SAVED_SEARCHES, { query: { limit: 100 } });

/** The caller's alert settings. */
export const preferencesQuery = apiQuery('GET /users/profile/preferences', {});

/** Refetches the saved searches and the alert settings after a change to either. */
export function refreshSavedSearches(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [SAVED_SEARCHES] });
  void queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey });
}

/** Changes a search's name, frequency, or filters, and updates the list with the response. */
export function useChangeSavedSearch() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (
      api,
      { id, ...json }: { id: string; name?: string; frequency?: Frequency; search?: SearchInput },
    ) => api.call('PATCH /saved-searches/:id', { params: { id }, json }),
    {
      // Run changes in order so that the last one wins.
      scope: { id: 'saved-search' },
      onSuccess: (changed) =>
        queryClient.setQueryData(
          savedSearchesQuery.queryKey,
          (list) =>
            list && {
              ...list,
              items: list.items.map((item) => (item._id === changed._id ? changed : item)),
            },
        ),
      onSettled: () => refreshSavedSearches(queryClient),
    },
  );
}

/** Deletes a saved search. */
export function useDeleteSavedSearch(onSuccess: () => void) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('DELETE /saved-searches/:id', { params: { id } }),
    { onSuccess, onSettled: () => refreshSavedSearches(queryClient) },
  );
}

/** Marks the homes for a search as seen. Failures are not reported. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('POST /saved-searches/:id/seen', { params: { id } }),
    { onSettled: () => refreshSavedSearches(queryClient) },
  );
}
