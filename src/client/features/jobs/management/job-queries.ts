/** Queries and mutations of the background jobs page (docs/product/jobs.md, For admins). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JobState } from '#shared/schemas/service/job.ts';
import { apiQuery, listQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';

/** The search in the page's URL. */
export interface JobSearch {
  state: JobState;
  /** From 1. */
  page: number;
}

export function jobsQuery({ state, page }: JobSearch) {
  return listQuery('GET /jobs', { query: { state, page: page === 1 ? undefined : page } });
}

export const jobCountsQuery = apiQuery('GET /jobs/counts', {});

export const jobQuery = (id: string) => apiQuery('GET /jobs/:id', { params: { id } });

/** Polling interval of an open page, in milliseconds. Jobs start and finish in the background. */
export const JOBS_INTERVAL_MS = 10_000;
/** Polling interval of the sidebar's count, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000;

/** Returns the number of permanently failed jobs; 0 while unknown. */
export function useFailedJobs(): number {
  return useQuery({ ...jobCountsQuery, refetchInterval: COUNT_INTERVAL_MS }).data?.failed ?? 0;
}

/** Retries a job now. */
export function useRetryJob() {
  const refresh = useRefreshJobs();
  return useApiMutation(
    (api, id: string) => api.call('POST /jobs/:id/retry', { params: { id } }),
    // Also runs after a failure because the job may have started or finished in the meantime.
    { onSettled: refresh },
  );
}

/** Discards a job. */
export function useDiscardJob(onSuccess: () => void) {
  const refresh = useRefreshJobs();
  return useApiMutation((api, id: string) => api.call('DELETE /jobs/:id', { params: { id } }), {
    onSuccess,
    onSettled: refresh,
  });
}

function useRefreshJobs(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /jobs'),
    });
}
