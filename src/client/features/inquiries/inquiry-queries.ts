/** What is asked and changed about inquiries (docs/product/inquiries.md). */

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InquiryChange, InquirySummary } from '#shared/schemas/inquiry.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';
import type { ListPage } from '../../api/api-types.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';

/** One inquiry, by one's account or by a link's token. */
export function inquiryQuery(id: string, token?: string) {
  return apiQuery('GET /inquiries/:id', { params: { id }, query: { token } });
}

/** What the caller asked, newest activity first. */
export function myInquiriesQuery(page: number) {
  return listQuery('GET /inquiries/mine', { query: { page: page === 1 ? undefined : page } });
}

/** After an inquiry changed, by whatever way: lists and conversations on screen are asked for again. */
export function refreshInquiries(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /inquiries'),
  });
}

/** What a message on its way is known by. */
export const answerKey = (id: string) => ['answer', id] as const;

/** Writes a message. */
export function useAnswer(
  id: string,
  token: string | undefined,
  onSent: (message: string) => void,
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
      mutationKey: answerKey(id),
      // Here and not where it is sent from: whoever goes on to another inquiry before the response must not find it again.
      onSuccess: (_, message) => {
        onSent(message);
        // Not waited for: the next message can be sent meanwhile.
        void refreshInquiries(queryClient);
      },
    },
  );
}

/** Marks an inquiry as read; lists show it at once. A failure is not worth a word: it is marked the next time. */
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
 * Sets the stage, the note or the reminder. `shown` is what the inquiry looks like meanwhile: a response of before,
 * which comes late, cannot take it back.
 */
export function useChangeInquiry(id: string) {
  const queryClient = useQueryClient();
  const change = useApiMutation(
    (api, changed: InquiryChange) =>
      api.call('PATCH /inquiries/:id', { params: { id }, json: changed }),
    // Waited for: what was changed is shown from here until it comes from there.
    { onSettled: () => refreshInquiries(queryClient) },
  );
  return {
    ...change,
    shown: <T extends InquiryChange>(inquiry: T): T =>
      change.isPending ? { ...inquiry, ...change.variables } : inquiry,
  };
}
