/** Queries and mutations of the notification bell (docs/product/notifications.md). */

import { useQueryClient } from '@tanstack/react-query';
import { listQuery } from '../../api/api-queries.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';

const NOTIFICATIONS = 'GET /notifications';
/** The number of notifications shown first, and added by 'Show more'. */
const PAGE_SIZE = 15;
const MAX_LIMIT = 100;

/** Returns the next number of notifications to show. */
export const nextLimit = (limit: number) => Math.min(MAX_LIMIT, limit + PAGE_SIZE);

export const FIRST_LIMIT = PAGE_SIZE;

export function notificationsQuery(limit: number) {
  return listQuery(NOTIFICATIONS, { query: { limit } });
}

/** Marks some or all notifications as read. */
export function useMarkNotificationsRead() {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, ids: string[] | 'all') =>
      api.call('POST /notifications/read', { json: ids === 'all' ? { all: true } : { ids } }),
    { onSettled: () => queryClient.invalidateQueries({ queryKey: [NOTIFICATIONS] }) },
  );
}
