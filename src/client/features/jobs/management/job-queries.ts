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

/** How often an open page is brought up to date, in milliseconds: jobs come and go by themselves. */
export const JOBS_INTERVAL_MS = 10_000;
/** How often the number beside the sidebar's entry is. */
const COUNT_INTERVAL_MS = 60_000;

/** How many jobs have failed for good; 0 until that is known. */
export function useFailedJobs(): number {
  return useQuery({ ...jobCountsQuery, refetchInterval: COUNT_INTERVAL_MS }).data?.failed ?? 0;
}

/** Has a job tried again now. */
export function useRetryJob() {
  const refresh = useRefreshJobs();
  return useApiMutation(
    (api, id: string) => api.call('POST /jobs/:id/retry', { params: { id } }),
    // Also after a failure: the job may be running or done by now.
    { onSettled: refresh },
  );
}

/** Takes a job out of the queue undone. */
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
