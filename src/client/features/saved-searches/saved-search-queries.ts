/** Queries and mutations of saved searches (docs/product/alerts.md). */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Frequency, GivenSearch } from '#shared/saved-searches/saved-search.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';

const SAVED_SEARCHES = 'GET /saved-searches';

/** The caller's saved searches, as many as there may be. */
export const savedSearchesQuery = listQuery(SAVED_SEARCHES, { query: { limit: 100 } });

/** Whether and when the caller gets alerts. */
export const preferencesQuery = apiQuery('GET /users/profile/preferences', {});

/** After one was saved or changed, by whatever way. */
export function refreshSavedSearches(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [SAVED_SEARCHES] });
  void queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey });
}

/** Changes the name, the frequency or the filters of one; the list shows it at once. */
export function useChangeSavedSearch() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (
      api,
      { id, ...json }: { id: string; name?: string; frequency?: Frequency; search?: GivenSearch },
    ) => api.call('PATCH /saved-searches/:id', { params: { id }, json }),
    {
      // One after the other: the last choice wins.
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

/** Deletes one. */
export function useDeleteSavedSearch(onSuccess: () => void) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('DELETE /saved-searches/:id', { params: { id } }),
    { onSuccess, onSettled: () => refreshSavedSearches(queryClient) },
  );
}

/** Remembers that the homes of a search were looked at; a failure is not worth a word. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('POST /saved-searches/:id/seen', { params: { id } }),
    { onSettled: () => refreshSavedSearches(queryClient) },
  );
}
