/** What the inbox asks and changes (spec section 7), and the count of what is unread in it. */

import { useQueryClient } from '@tanstack/react-query';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { listQuery } from '../../../api/query-client.ts';
import { useApiMutation } from '../../../api/use-api-query.ts';

const MESSAGES = 'GET /contact';

/** How often the desk looks for new messages while its window is seen, in milliseconds. */
export const MESSAGES_INTERVAL_MS = 30_000;

/** @param page from 1 */
export function messagesQuery(page: number) {
  return listQuery(MESSAGES, { query: { page: page === 1 ? undefined : page } });
}

/** The newest unread message, and with the list's whole count how many there are. */
export const unreadQuery = listQuery(MESSAGES, { query: { isRead: 'false', limit: 1 } });

/**
 * Marks a message as read when it is opened; the row changes at once. A failure is not worth a word (spec
 * section 8): the message stays unread and is marked the next time.
 */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, id: string) => api.call('PATCH /contact/:id/read', { params: { id } }),
    {
      onMutate(id) {
        queryClient.setQueriesData<ListPage<ContactMessage>>(
          { queryKey: [MESSAGES] },
          (list) => list && withRead(list, id),
        );
        queryClient.setQueryData<ListPage<ContactMessage>>(
          unreadQuery.queryKey,
          (list) => list && { ...list, totalCount: Math.max(0, list.totalCount - 1) },
        );
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: [MESSAGES] }),
    },
  );
}

/** A list after one of its messages was read. */
export function withRead(list: ListPage<ContactMessage>, id: string): ListPage<ContactMessage> {
  return {
    ...list,
    items: list.items.map((item) => (item._id === id ? { ...item, isRead: true } : item)),
  };
}

/** Deletes a message. The lists are asked anew after a failure too. */
export function useDeleteMessage(events: {
  onDone: () => void;
  onFailure: (error: ApiError) => void;
}) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, { _id }: ContactMessage) => api.call('DELETE /contact/:id', { params: { id: _id } }),
    {
      onSuccess: events.onDone,
      onError: events.onFailure,
      onSettled: () => void queryClient.invalidateQueries({ queryKey: [MESSAGES] }),
    },
  );
}
