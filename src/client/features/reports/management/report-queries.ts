/** Queries and mutations of the reports page (docs/product/reports.md). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Report, ReportDecision } from '#shared/schemas/report.ts';
import { listQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { showToast } from '../../../ui/notices/toast-store.ts';

/** The search in the URL of the reports page. */
export interface ReportSearch {
  /** '' for all. */
  state: 'open' | 'closed' | '';
  /** From 1. */
  page: number;
}

export function reportsQuery({ state, page }: ReportSearch) {
  return listQuery('GET /reports', { query: { state, page: page === 1 ? undefined : page } });
}

const OPEN_REPORTS = listQuery('GET /reports', { query: { state: 'open', limit: 1 } });
/** Polling interval of the count, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000;

/** Returns the number of reports awaiting a decision; 0 while unknown. */
export function useOpenReports(): number {
  return useQuery({ ...OPEN_REPORTS, refetchInterval: COUNT_INTERVAL_MS }).data?.totalCount ?? 0;
}

/** Resolves a report, which may change public pages. */
export function useResolveReport() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, { report, ...change }: { report: Report; decision: ReportDecision; note?: string }) =>
      api.call('PATCH /reports/:id', {
        params: { id: report._id },
        json: { ...change, before: report.decision },
      }),
    {
      onError: ({ code, message }) => {
        // A toast, because refetching removes the report's card from the open reports.
        if (code === 'CONFLICT') showToast({ tone: 'error', text: message });
      },
      // Also after a failure because another admin may have decided first.
      onSettled: () =>
        queryClient.invalidateQueries({
          predicate: ({ queryKey }) => /^GET \/(reports|properties)/.test(String(queryKey[0])),
        }),
    },
  );
}
