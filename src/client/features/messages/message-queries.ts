/**
 * Queries and mutations of contact messages (docs/product/messages.md, Endpoints).
 */

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_SORT, MESSAGE_SORTS, type MessageSort } from '#shared/list-sorts.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { listQuery } from '../../api/api-queries.ts';
import type { ListPage } from '../../api/api-types.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { readChoice, readPage } from '../../api/page-data/list-url.ts';

const MESSAGES = 'GET /contact';

/** Polling interval for new messages while the window is visible, in milliseconds. */
export const MESSAGES_INTERVAL_MS = 30_000;

/** The search in the URL of the inbox. */
export interface MessageSearch {
  /** 'false' for unread messages, 'true' for read ones, '' for all. */
  isRead: 'true' | 'false' | '';
  sort: MessageSort;
  /** From 1. */
  page: number;
}

export function readMessageSearch(search: URLSearchParams): MessageSearch {
  return {
    isRead: readChoice(search, 'isRead', ['true', 'false']),
    sort: readChoice(search, 'sort', MESSAGE_SORTS) || DEFAULT_DASHBOARD_SORT,
    page: readPage(search),
  };
}

export function messagesQuery({ isRead, sort, page }: MessageSearch) {
  return listQuery(MESSAGES, {
    query: {
      isRead: isRead || undefined,
      sort: sort === DEFAULT_DASHBOARD_SORT ? undefined : sort,
      page: page === 1 ? undefined : page,
    },
  });
}

/** The newest unread message. The list's total is the number of unread messages. */
export const unreadQuery = listQuery(MESSAGES, { query: { isRead: 'false', limit: 1 } });

/**
 * Marks a message as read when it is opened, and updates its row and the unread count
 * optimistically. Failures are not reported (docs/product/dashboard.md, Messages): the message stays
 * unread, and reopening it marks it as read.
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
        queryClient.setQueryData(
          unreadQuery.queryKey,
          (list) => list && { ...list, totalCount: Math.max(0, list.totalCount - 1) },
        );
      },
      onSettled: () => refreshMessages(queryClient),
    },
  );
}

/** Returns a copy of a list in which one message is marked as read. */
export function withRead(list: ListPage<ContactMessage>, id: string): ListPage<ContactMessage> {
  return {
    ...list,
    items: list.items.map((item) => (item._id === id ? { ...item, isRead: true } : item)),
  };
}

/** Refreshes all messages after any change or deletion. */
export function refreshMessages(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [MESSAGES] });
}
