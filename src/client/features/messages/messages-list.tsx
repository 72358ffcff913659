import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import type { ListChoice } from '../../data-list/list-filters.tsx';
import { useDialogTarget } from '../../data-list/dialog-target.ts';
import { ManagedList, useManagedList } from '../../data-list/managed-list.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { DeleteMessagesDialog } from './delete-messages-dialog.tsx';
import { useMarkMessages } from './mark-messages.ts';
import { MessageDialog } from './message-dialog.tsx';
import {
  MESSAGES_INTERVAL_MS,
  messagesQuery,
  readMessageSearch,
  useMarkRead,
  type MessageSearch,
} from './message-queries.ts';
import { MessagesTable } from './messages-table.tsx';
import { useUnread } from './unread-messages.tsx';

const CHOICES: readonly ListChoice<MessageSearch>[] = [
  {
    name: 'isRead',
    label: 'Show',
    options: [
      { value: '', label: 'All messages' },
      { value: 'false', label: 'Unread' },
      { value: 'true', label: 'Read' },
    ],
  },
];
const SORT_OPTIONS = [
  { value: 'createdAt_desc', label: 'Newest first' },
  { value: 'createdAt_asc', label: 'Oldest first' },
] as const;
const INBOX = <Inbox aria-hidden="true" className="size-7" strokeWidth={1.5} />;

/**
 * The contact messages, with a dialog to read each one, and bulk actions
 * (docs/product/dashboard.md, Messages).
 */
export function MessagesList() {
  const [params] = useSearchParams();
  const search = readMessageSearch(params);
  const state = useManagedList<ContactMessage>({
    query: messagesQuery(search),
    refetchInterval: MESSAGES_INTERVAL_MS,
    nameOf: ({ subject }) => subject,
    labelOf: ({ name, subject }) => `Select message from ${name}: ${subject}`,
  });
  const { selection, report, failure, deleteDialog } = state;
  const unread = useUnread();
  const viewDialog = useDialogTarget<ContactMessage>(state.heading);
  const markRead = useMarkRead();
  const markActions = useMarkMessages({ selection, report, failure });
  const { refetch, dataUpdatedAt } = state.list;

  // Refetch the list when the sidebar's query returns a different newest unread message.
  const newestId = unread?.newestId;
  const lastSeenNewestId = useRef(newestId);
  useEffect(() => {
    if (newestId === lastSeenNewestId.current) return;
    const isFirst = lastSeenNewestId.current === undefined;
    lastSeenNewestId.current = newestId;
    if (!isFirst) void refetch();
  }, [newestId, refetch]);

  return (
    <>
      <ManagedList
        state={state}
        title="Contact Messages"
        countText={(count) =>
          search.isRead === ''
            ? countText(count, unread?.count ?? 0)
            : `${countOf(count, 'message')} found`
        }
        search={search}
        hrefOf={pagePaths.messages}
        filters={{ choices: CHOICES, sorts: SORT_OPTIONS, singleRowFrom: 'sm' }}
        loadFailure="Error fetching messages."
        thumbnail="none"
        empty={<NoMessages search={search} />}
        pagesLabel="Pages of messages"
        noun="message"
        isBusy={markActions.isPending}
        bulkActions={
          <>
            {selection.rows.some(({ isRead }) => !isRead) && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => markActions.mark(selection.rows, true)}
              >
                Mark as read
              </Button>
            )}
            {selection.rows.some(({ isRead }) => isRead) && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => markActions.mark(selection.rows, false)}
              >
                Mark as unread
              </Button>
            )}
          </>
        }
      >
        {(messages, shared) => (
          <MessagesTable
            {...shared}
            messages={messages}
            now={new Date(dataUpdatedAt)}
            onView={(message, opener) => {
              viewDialog.open(message, opener);
              if (!message.isRead) markRead.mutate(message._id);
            }}
            onDelete={(message, opener) => deleteDialog.open([message], opener)}
          />
        )}
      </ManagedList>
      <MessageDialog
        target={viewDialog}
        // It was marked as read when it was opened.
        onUnread={(message) => markActions.mark([{ ...message, isRead: true }], false)}
      />
      <DeleteMessagesDialog target={deleteDialog} selection={selection} report={report} />
    </>
  );
}

function NoMessages({ search }: { search: MessageSearch }) {
  if (search.isRead === '') {
    return (
      <EmptyState icon={INBOX} title="No Messages">
        There are no contact messages in the inbox yet.
      </EmptyState>
    );
  }
  const isUnread = search.isRead === 'false';
  return (
    <EmptyState
      icon={INBOX}
      title={isUnread ? 'All read' : 'No read messages'}
      actions={
        <LinkButton
          href={pagePaths.messages({ ...search, page: 1, isRead: '' })}
          variant="secondary"
          keepScroll
        >
          Show all messages
        </LinkButton>
      }
    >
      {isUnread
        ? 'Every message in the inbox has been read.'
        : 'Every message in the inbox is unread.'}
    </EmptyState>
  );
}

/** Formats the counts: `12 messages, 3 unread`. */
export function countText(count: number, unread: number): string {
  if (count === 0) return '';
  return `${countOf(count, 'message')}${unread > 0 ? `, ${formatNumber(unread)} unread` : ''}`;
}
