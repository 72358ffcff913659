import { keepPreviousData } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { useApiQuery } from '../../../api/use-api-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { readPage } from '../../../desk/desk-address.ts';
import { DeskHead, DeskPages, TableSkeleton } from '../../../desk/desk-list.tsx';
import { useDialogTarget } from '../../../desk/dialog-target.ts';
import { LoadFailure } from '../../../desk/failure.tsx';
import { DeleteMessageDialog } from './delete-message-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MESSAGES_INTERVAL_MS, messagesQuery, useMarkRead } from './message-queries.ts';
import { MessagesTable } from './messages-table.tsx';
import { useUnread } from './unread-messages.tsx';

/** What people wrote on the contact page: read, answer, delete (spec section 2, Messages inbox). */
export function MessagesDesk() {
  const [params] = useSearchParams();
  const page = readPage(params);
  const messages = useApiQuery(messagesQuery(page), {
    placeholderData: keepPreviousData,
    refetchInterval: MESSAGES_INTERVAL_MS,
  });
  const unread = useUnread();
  const heading = useRef<HTMLHeadingElement>(null);
  const viewing = useDialogTarget<ContactMessage>(heading);
  const deleting = useDialogTarget<ContactMessage>(heading);
  const markRead = useMarkRead();
  const { refetch } = messages;

  // The sidebar has heard of a new message: the list must not lag behind it.
  const newestId = unread?.newestId;
  const knownNewest = useRef(newestId);
  useEffect(() => {
    if (newestId === knownNewest.current) return;
    const isFirst = knownNewest.current === undefined;
    knownNewest.current = newestId;
    if (!isFirst) void refetch();
  }, [newestId, refetch]);

  return (
    <>
      <DeskHead
        title="Contact Messages"
        headingRef={heading}
        count={
          messages.data === undefined
            ? null
            : countText(messages.data.totalCount, unread?.count ?? 0)
        }
      />
      <div className="mt-5">
        {messages.isPending && <TableSkeleton face="none" />}
        {messages.isError && messages.data === undefined && (
          <LoadFailure
            text="Error fetching messages."
            error={messages.error}
            onRetry={() => void messages.refetch()}
          />
        )}
        {messages.data !== undefined && (
          <>
            {messages.data.totalCount === 0 ? (
              <EmptyState
                icon={<Inbox aria-hidden="true" className="size-7" strokeWidth={1.5} />}
                title="No Messages"
              >
                There are no contact messages in the inbox yet.
              </EmptyState>
            ) : (
              <MessagesTable
                messages={messages.data.items}
                stale={messages.isPlaceholderData}
                now={new Date(messages.dataUpdatedAt)}
                onView={(message, opener) => {
                  viewing.open(message, opener);
                  if (!message.isRead) markRead.mutate(message._id);
                }}
                onDelete={deleting.open}
              />
            )}
            <DeskPages
              label="Pages of messages"
              page={page}
              list={messages.data}
              hrefOf={(to) => pagePaths.messages(to)}
            />
          </>
        )}
      </div>
      <MessageDialog target={viewing} />
      <DeleteMessageDialog target={deleting} />
    </>
  );
}

/** `12 messages, 3 unread`. */
export function countText(count: number, unread: number): string {
  if (count === 0) return '';
  return `${countOf(count, 'message')}${unread > 0 ? `, ${formatNumber(unread)} unread` : ''}`;
}
