import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import type { Shortlist } from '#shared/schemas/saved-homes/shortlist.ts';
import { apiQuery, listQuery, allPagesQuery } from '../../api/api-queries.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { showToast } from '../../ui/notices/toast-store.ts';

/** A home on a list. */
export interface ShortlistHomeProps {
  list: Shortlist;
  home: Shortlist['homes'][number];
}

/** Fetches the user's own and joined lists, newest first. */
export function shortlistsQuery(page = 1, limit = MAX_PAGE_SIZE) {
  return listQuery('GET /shortlists', { query: { page, limit } });
}

/** Fetches one list with its homes. */
export function shortlistQuery(id: string) {
  return apiQuery('GET /shortlists/:id', { params: { id } });
}

/** Fetches all comments on a home, newest first. */
export function shortlistCommentsQuery(params: { id: string; propertyId: string }) {
  return allPagesQuery('GET /shortlists/:id/homes/:propertyId/comments', (page) => ({
    params,
    query: { page, limit: MAX_PAGE_SIZE },
  }));
}

/** Returns a function that refetches the lists, their homes, and the comments. */
export function useRefreshShortlists(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['GET /shortlists'] }),
      queryClient.invalidateQueries({ queryKey: ['GET /shortlists/:id'] }),
      queryClient.invalidateQueries({
        queryKey: ['GET /shortlists/:id/homes/:propertyId/comments'],
      }),
    ]);
  }, [queryClient]);
}

/** Changes a list and refetches it. Failures are shown in a toast. */
export function useShortlistChange<V = void>(
  change: (api: ApiClient, variables: V) => Promise<unknown>,
) {
  const refresh = useRefreshShortlists();
  return useApiMutation(
    async (api, variables: V) => {
      await change(api, variables);
      await refresh();
    },
    {
      onError: (error) => {
        showToast({ tone: 'error', text: error.message });
        // Another user may have changed the list first.
        void refresh();
      },
    },
  );
}
