/** Queries and mutations of inquiries (docs/product/inquiries.md). */

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InquiryChange, InquirySummary } from '#shared/schemas/inquiry.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';
import type { ListPage } from '../../api/api-types.ts';
import { createIdempotentSender } from '../../api/idempotent-sender.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useFailureToast } from '../../forms/use-failure-toast.ts';
import { onSessionEnd } from '../../session/device-memory.ts';

/** Fetches one inquiry, with the user's account or a link's token. */
export function inquiryQuery(id: string, token?: string) {
  return apiQuery('GET /inquiries/:id', { params: { id }, query: { token } });
}

/** Fetches the caller's own inquiries, newest activity first. */
export function myInquiriesQuery(page: number) {
  return listQuery('GET /inquiries/mine', { query: { page: page === 1 ? undefined : page } });
}

/** Invalidates lists and conversations after an inquiry changed. */
export function refreshInquiries(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /inquiries'),
  });
}

/** Returns the mutation key of a message being sent. */
export const sendMessageKey = (id: string) => ['send-message', id] as const;

/**
 * Stores the Idempotency-Keys of unsent messages outside of components because drafts remain when the
 * user switches to another inquiry.
 */
let messageSender = createIdempotentSender();
onSessionEnd(({ isSignOut }) => {
  if (isSignOut) messageSender = createIdempotentSender();
});

/**
 * Sends a message.
 *
 * @param callbacks called even if the component was unmounted before the response
 */
export function useSendMessage(
  id: string,
  token: string | undefined,
  { onSent, onFailed }: { onSent: (message: string) => void; onFailed: () => void },
) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, message: string) =>
      api.call('POST /inquiries/:id/messages', {
        params: { id },
        query: { token },
        json: { message },
      }),
    {
      mutationKey: sendMessageKey(id),
      sender: (...request) => messageSender(...request),
      onError: onFailed,
      // Not passed to `mutate`, whose callbacks do not run if the component was unmounted before the
      // response.
      onSuccess: (_, message) => {
        onSent(message);
        // Not awaited so that the next message can be sent.
        void refreshInquiries(queryClient);
      },
    },
  );
}

/**
 * Marks an inquiry as read, optimistically in the inbox. Failures are not reported because reopening
 * the inquiry marks it again.
 */
export function useMarkInquiryRead(id: string, token?: string) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api) => api.call('POST /inquiries/:id/read', { params: { id }, query: { token } }),
    {
      onMutate: () =>
        queryClient.setQueriesData<ListPage<InquirySummary>>(
          { queryKey: ['GET /inquiries'] },
          (page) => page && { ...page, items: page.items.map(asRead) },
        ),
      onSettled: () => refreshInquiries(queryClient),
    },
  );

  function asRead(inquiry: InquirySummary): InquirySummary {
    return inquiry._id === id ? { ...inquiry, isRead: true } : inquiry;
  }
}

/**
 * Sets the stage, note, or reminder. `withPending` applies the pending change to an inquiry, so that
 * a late response to an earlier change cannot revert it on screen.
 *
 * @param onChanged called even if the component was unmounted before the response
 */
export function useChangeInquiry(id: string, onChanged?: (changed: InquiryChange) => void) {
  const queryClient = useQueryClient();
  const showFailure = useFailureToast('Your change to the inquiry could not be saved.');
  const change = useApiMutation(
    (api, changed: InquiryChange) =>
      api.call('PATCH /inquiries/:id', { params: { id }, json: changed }),
    {
      // Set here because the refetch can fail.
      onSuccess: (_, changed) => {
        queryClient.setQueryData(inquiryQuery(id).queryKey, (old) => old && { ...old, ...changed });
        onChanged?.(changed);
      },
      onError: showFailure,
      // Awaited: the change is pending until the refetch has completed.
      onSettled: () => refreshInquiries(queryClient),
    },
  );
  return {
    ...change,
    withPending: <T extends InquiryChange>(inquiry: T): T =>
      change.isPending ? { ...inquiry, ...change.variables } : inquiry,
  };
}
