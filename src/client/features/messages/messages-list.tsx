import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { BulkBar } from '../../data-list/bulk/bulk-bar.tsx';
import { useBulkReport } from '../../data-list/bulk/bulk-report.tsx';
import { ListFilters, type ListChoice } from '../../data-list/list-filters.tsx';
import { ListBody, ListHead } from '../../data-list/list-frame.tsx';
import { useDialogTarget } from '../../data-list/dialog-target.ts';
import { useFailure } from '../../data-list/failure.tsx';
import { useSelection } from '../../data-list/bulk/selection.ts';
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

/** What visitors wrote on the contact page: read, answer, delete (docs/product/dashboard.md, Messages). */
export function MessagesList() {
  const [params] = useSearchParams();
  const search = readMessageSearch(params);
  const messages = useQuery({
    ...messagesQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: MESSAGES_INTERVAL_MS,
  });
  const unread = useUnread();
  const heading = useRef<HTMLHeadingElement>(null);
  const viewing = useDialogTarget<ContactMessage>(heading);
  const deleting = useDialogTarget<readonly ContactMessage[]>(heading);
  const markRead = useMarkRead();
  const failure = useFailure();
  const report = useBulkReport<ContactMessage>(({ subject }) => subject);
  const selection = useSelection(messages.data?.items ?? NONE, {
    labelOf: ({ name, subject }) => `Select message from ${name}: ${subject}`,
  });
  const marking = useMarkMessages({ selection, report, failure });
  const hrefWith = (changed: Partial<MessageSearch>) =>
    pagePaths.messages({ ...search, page: 1, ...changed });
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
      <ListHead
        title="Contact Messages"
        headingRef={heading}
        count={
          messages.data === undefined
            ? null
            : search.isRead === ''
              ? countText(messages.data.totalCount, unread?.count ?? 0)
              : `${countOf(messages.data.totalCount, 'message')} found`
        }
      >
        <ListFilters
          search={search}
          hrefWith={hrefWith}
          choices={CHOICES}
          sorts={SORT_OPTIONS}
          rowFrom="sm"
        />
      </ListHead>
      {failure.banner !== null && <div className="mt-5">{failure.banner}</div>}
      {report.banner}
      <ListBody
        list={messages}
        failure="Error fetching messages."
        face="none"
        empty={
          search.isRead === '' ? (
            <EmptyState icon={INBOX} title="No Messages">
              There are no contact messages in the inbox yet.
            </EmptyState>
          ) : (
            <EmptyState
              icon={INBOX}
              title={search.isRead === 'false' ? 'All read' : 'None read yet'}
              actions={
                <LinkButton href={hrefWith({ isRead: '' })} variant="secondary" keepScroll>
                  Show all messages
                </LinkButton>
              }
            >
              {search.isRead === 'false'
                ? 'Nothing in the inbox waits to be read.'
                : 'Everything in the inbox waits to be read.'}
            </EmptyState>
          )
        }
        pages={{
          label: 'Pages of messages',
          page: search.page,
          hrefOf: (page) => hrefWith({ page }),
        }}
      >
        {(items) => (
          <MessagesTable
            messages={items}
            stale={messages.isPlaceholderData}
            now={new Date(messages.dataUpdatedAt)}
            sort={{
              current: search.sort,
              hrefOf: (sort) => hrefWith({ sort: sort as MessageSearch['sort'] }),
            }}
            selection={selection.table}
            onView={(message, opener) => {
              viewing.open(message, opener);
              if (!message.isRead) markRead.mutate(message._id);
            }}
            onDelete={(message, opener) => deleting.open([message], opener)}
          />
        )}
      </ListBody>
      <BulkBar
        selection={selection}
        noun="message"
        fallback={heading}
        isBusy={marking.isPending}
        onDelete={deleting.open}
      >
        {selection.rows.some(({ isRead }) => !isRead) && (
          <Button variant="secondary" size="sm" onClick={() => marking.mark(selection.rows, true)}>
            Mark as read
          </Button>
        )}
        {selection.rows.some(({ isRead }) => isRead) && (
          <Button variant="secondary" size="sm" onClick={() => marking.mark(selection.rows, false)}>
            Mark as unread
          </Button>
        )}
      </BulkBar>
      <MessageDialog
        target={viewing}
        // It was read when it was opened.
        onUnread={(message) => marking.mark([{ ...message, isRead: true }], false)}
      />
      <DeleteMessagesDialog target={deleting} selection={selection} report={report} />
    </>
  );
}

const NONE: readonly ContactMessage[] = [];

/** `12 messages, 3 unread`. */
export function countText(count: number, unread: number): string {
  if (count === 0) return '';
  return `${countOf(count, 'message')}${unread > 0 ? `, ${formatNumber(unread)} unread` : ''}`;
}
