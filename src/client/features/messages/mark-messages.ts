import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { useBulkMark, type BulkMark, type MarkableList } from '../../data-list/bulk/bulk-mark.ts';
import { refreshMessages } from './message-queries.ts';

/** Returns the bulk change that marks messages as read or unread. */
export function useMarkMessages(list: MarkableList<ContactMessage>): BulkMark<ContactMessage> {
  const queryClient = useQueryClient();
  return useBulkMark(list, {
    isMarked: ({ isRead }) => isRead,
    withMark: (message, isRead) => ({ ...message, isRead }),
    call: (api, ids, isRead) =>
      api.call('POST /contact/bulk', {
        json: { ids, action: isRead ? 'mark-read' : 'mark-unread' },
      }),
    successText: (done) =>
      `${countOf(done.length, 'message')} marked as ${done[0]?.isRead ? 'read' : 'unread'}.`,
    onSettled: () => refreshMessages(queryClient),
  });
}
