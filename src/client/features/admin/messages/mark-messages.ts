/** Many messages marked at once as read or unread. */

import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { useBulkChange } from '../../../desk/bulk.ts';
import type { BulkReport } from '../../../desk/bulk-report.tsx';
import type { Failure } from '../../../desk/failure.tsx';
import type { Selection } from '../../../desk/selection.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { refreshMessages } from './message-queries.ts';

/** What is marked can be taken back, so nothing is asked. */
export function useMarkMessages(options: {
  selection: Pick<Selection<ContactMessage>, 'drop'>;
  report: Pick<BulkReport<ContactMessage>, 'show' | 'clear'>;
  failure: Pick<Failure, 'show' | 'clear'>;
}) {
  const { selection, report, failure } = options;
  const queryClient = useQueryClient();
  const change = useBulkChange<ContactMessage, boolean>(
    (api, ids, isRead) =>
      api.call('POST /contact/bulk', {
        json: { ids, action: isRead ? 'mark-read' : 'mark-unread' },
      }),
    {
      onDone(outcome) {
        const isRead = outcome.change;
        const done = outcome.done.map((row) => ({ ...row, isRead }));
        selection.drop(done.map(({ _id }) => _id));
        if (done.length > 0) {
          showToast({
            tone: 'success',
            text: `${countOf(done.length, 'message')} marked as ${isRead ? 'read' : 'unread'}.`,
            action: { label: 'Undo', onSelect: () => mark(done, !isRead) },
          });
        }
        if (outcome.failed.length > 0) report.show(outcome, 'could not be changed');
      },
      onFailure: failure.show,
      onSettled: () => refreshMessages(queryClient),
    },
  );
  /** Marks those of the rows that are not so already. */
  function mark(rows: readonly ContactMessage[], isRead: boolean): void {
    failure.clear();
    report.clear();
    change.mutate({ rows: rows.filter((row) => row.isRead !== isRead), change: isRead });
  }
  return { isPending: change.isPending, mark };
}
