import MailOpen from 'lucide-react/icons/mail-open';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { cx } from '../../ui/class-names.ts';
import { DataTable, type Column } from '../../ui/tables/data-table.tsx';
import type { SharedTableProps } from '../../data-list/managed-list.tsx';
import { actionsColumn, RowAction } from '../../data-list/row-action.tsx';
import { MessageDate } from './message-date.tsx';

export interface MessagesTableProps extends SharedTableProps<ContactMessage> {
  messages: readonly ContactMessage[];
  /** When the list was loaded. */
  now: Date;
  onView: (message: ContactMessage, opener: HTMLElement) => void;
  onDelete: (message: ContactMessage, opener: HTMLElement) => void;
}

/** A table of messages with unread ones highlighted (docs/product/dashboard.md, Messages). */
export function MessagesTable(props: MessagesTableProps) {
  return (
    <DataTable
      caption="Contact messages"
      columns={columnsOf(props)}
      rows={props.messages}
      keyOf={(message) => message._id}
      rowTone={(message) => (message.isRead ? 'plain' : 'highlighted')}
      stale={props.stale}
      sort={props.sort}
      selection={props.selection}
    />
  );
}

/** Returns the row's View button, which receives focus when the dialog closes. */
function viewButtonOf(element: HTMLElement): HTMLElement {
  return element.closest('tr')?.querySelector<HTMLElement>('[data-action="view"]') ?? element;
}

function columnsOf({ now, onView, onDelete }: MessagesTableProps): Column<ContactMessage>[] {
  return [
    {
      id: 'from',
      header: 'From',
      onCard: 'header',
      cell: ({ name, email, isRead }) => (
        <div className="flex max-w-72 items-start gap-3 leading-snug break-words">
          <span
            aria-hidden="true"
            className={cx('mt-1.5 size-2 shrink-0 rounded-full', !isRead && 'bg-clay')}
          />
          <div className="min-w-0">
            <p className={isRead ? '' : 'font-semibold'}>
              {!isRead && <span className="sr-only">Unread: </span>}
              {name}
            </p>
            <p className="text-sm text-ink-soft">{email}</p>
          </div>
        </div>
      ),
    },
    {
      id: 'subject',
      header: 'Subject',
      onCard: 'header',
      cell: (message) => (
        // For mouse users. Keyboard users have the row's View button and need no second tab stop.
        <button
          type="button"
          tabIndex={-1}
          onClick={(event) => onView(message, viewButtonOf(event.currentTarget))}
          className={cx(
            'touch-target line-clamp-2 text-left [overflow-wrap:anywhere] underline-offset-4 hover:underline max-md:pl-5',
            !message.isRead && 'font-semibold',
          )}
        >
          {message.subject}
        </button>
      ),
    },
    {
      id: 'date',
      header: 'Date',
      onCard: 'beside',
      sort: { ascending: 'createdAt_asc', descending: 'createdAt_desc', first: 'descending' },
      cell: ({ createdAt }) => <MessageDate iso={createdAt} now={now} />,
    },
    actionsColumn((message) => (
      <>
        <RowAction
          action="view"
          label="View"
          rowName={`message from ${message.name}`}
          Icon={MailOpen}
          onClick={(event) => onView(message, event.currentTarget)}
        />
        <RowAction
          action="delete"
          label="Delete"
          rowName={`message from ${message.name}`}
          Icon={Trash2}
          onClick={(event) => onDelete(message, event.currentTarget)}
        />
      </>
    )),
  ];
}
