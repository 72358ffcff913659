/** Queries and mutations of the 'Data Sources' page (docs/product/data-sources.md, Page). */

import { useQueryClient } from '@tanstack/react-query';
import type { SourceRun } from '#shared/schemas/open/data-source.ts';
import { apiQuery, listQuery } from '../../../../api/api-queries.ts';
import type { Input } from '../../../../api/api-types.ts';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import { isInProgress, POLL_INTERVAL_MS } from '../import-queries.ts';

/** Polling interval while no listed run is in progress, in milliseconds. Finds scheduled runs. */
const IDLE_INTERVAL_MS = 30_000;

export const sourcesQuery = apiQuery('GET /data-sources', {});

export const runsQuery = (id: string, page: number) =>
  listQuery('GET /data-sources/:id/runs', { params: { id }, query: { page: pageOf(page) } });

export const runRowsQuery = (id: string, runId: string, page: number) =>
  listQuery('GET /data-sources/:id/runs/:runId/refused', {
    params: { id, runId },
    query: { page: pageOf(page) },
  });

/** Fetches a source's default agent. */
export const agentQuery = (id: string) => apiQuery('GET /users/agents/:id', { params: { id } });

const pageOf = (page: number) => (page === 1 ? undefined : page);

/** Returns the polling interval for runs. */
export const refetchIntervalOf = (runs: readonly (SourceRun | null)[]): number =>
  runs.some((run) => run !== null && isInProgress(run)) ? POLL_INTERVAL_MS : IDLE_INTERVAL_MS;

/** Returns a function that refreshes all data sources and runs. */
function useRefreshSources(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /data-sources'),
    });
}

export type NewSource = Input<'POST /data-sources'>['json'];
export type SourceChanges = Input<'PATCH /data-sources/:id'>['json'];

export function useCreateSource() {
  const refresh = useRefreshSources();
  return useApiMutation((api, json: NewSource) => api.call('POST /data-sources', { json }), {
    onSuccess: refresh,
  });
}

export function useChangeSource() {
  const refresh = useRefreshSources();
  return useApiMutation(
    (api, { id, json }: { id: string; json: SourceChanges }) =>
      api.call('PATCH /data-sources/:id', { params: { id }, json }),
    { onSuccess: refresh },
  );
}

export function useDeleteSource(onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('DELETE /data-sources/:id', { params: { id } }),
    {
      onSuccess: async () => {
        onDeleted();
        // The deleted source's runs are not refetched because they can no longer be read.
        await queryClient.invalidateQueries({ queryKey: [sourcesQuery.queryKey[0]] });
      },
    },
  );
}

export function useTestSource() {
  return useApiMutation((api, id: string) =>
    api.call('POST /data-sources/:id/test', { params: { id } }),
  );
}

export function useStartRun() {
  const refresh = useRefreshSources();
  return useApiMutation(
    (api, id: string) => api.call('POST /data-sources/:id/runs', { params: { id } }),
    // Also runs after a failure because a run may have started in the meantime.
    { onSettled: refresh },
  );
}

export function useCancelRun() {
  const refresh = useRefreshSources();
  return useApiMutation(
    (api, { id, runId }: { id: string; runId: string }) =>
      api.call('DELETE /data-sources/:id/runs/:runId', { params: { id, runId } }),
    // Also runs after a failure because the run may have ended in the meantime.
    { onSettled: refresh },
  );
}
