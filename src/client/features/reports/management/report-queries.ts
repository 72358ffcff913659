/** Queries and mutations of the admins' reports (docs/product/reports.md). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReportDecision } from '#shared/schemas/report.ts';
import { listQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';

/** The search in the URL of the reports. */
export interface ReportSearch {
  /** '' for all. */
  state: 'open' | 'closed' | '';
  /** From 1. */
  page: number;
}

export function reportsQuery({ state, page }: ReportSearch) {
  return listQuery('GET /reports', { query: { state, page: page === 1 ? undefined : page } });
}

const OPEN = listQuery('GET /reports', { query: { state: 'open', limit: 1 } });
/** How often the count is looked up, in milliseconds. */
const INTERVAL_MS = 60_000;

/** How many reports wait for a decision; 0 until that is known. */
export function useOpenReports(): number {
  return useQuery({ ...OPEN, refetchInterval: INTERVAL_MS }).data?.totalCount ?? 0;
}

/** Decides about a report. What visitors see changes with it. */
export function useDecide() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, { id, ...json }: { id: string; decision: ReportDecision; note?: string }) =>
      api.call('PATCH /reports/:id', { params: { id }, json }),
    {
      onSuccess: () =>
        queryClient.invalidateQueries({
          predicate: ({ queryKey }) => /^GET \/(reports|properties)/.test(String(queryKey[0])),
        }),
    },
  );
}
