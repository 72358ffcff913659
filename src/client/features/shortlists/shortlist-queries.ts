import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import type { Shortlist } from '#shared/schemas/saved-homes/shortlist.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import type { SessionUser } from '../../session/session-store.ts';
import { showToast } from '../../ui/notices/toast-store.ts';

/** A home on a list, and who looks at it. */
export interface ShortlistHomeProps {
  list: Shortlist;
  home: Shortlist['homes'][number];
  user: SessionUser;
}

/** One's own lists and those that one joined, newest first. */
export function shortlistsQuery(page = 1, limit = MAX_PAGE_SIZE) {
  return listQuery('GET /shortlists', { query: { page, limit } });
}

/** One list with its homes. */
export function shortlistQuery(id: string) {
  return apiQuery('GET /shortlists/:id', { params: { id } });
}

/** Refetches the lists and their homes. */
export function useRefreshShortlists(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['GET /shortlists'] }),
      queryClient.invalidateQueries({ queryKey: ['GET /shortlists/:id'] }),
    ]);
  }, [queryClient]);
}

/** A change of one list, after which it is shown as it is then. A failure is said at the foot of the window. */
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
        // Another user may have been faster.
        void refresh();
      },
    },
  );
}
