import type { ReactNode } from 'react';
import type { InquirySummary } from '#shared/schemas/inquiry.ts';
import { useSession } from '../../session/session-context.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { shortTime } from './message-time.ts';

export interface InquiryRowProps {
  inquiry: InquirySummary;
  /** The first line, bold if unread, such as the sender's name or the listing's title. */
  title: string;
  subtitle: string;
  /** The reader's side of the conversation. The reader or a colleague wrote the messages from this side. */
  side: 'agent' | 'sender';
  href: string;
  isOpen: boolean;
  /** When the list was loaded. */
  now: Date;
  badge?: ReactNode;
}

/** An inquiry in a list next to the open conversation. */
export function InquiryRow(props: InquiryRowProps) {
  const { inquiry, title, subtitle, side, href, isOpen, now, badge } = props;
  const { lastMessage, isRead } = inquiry;
  const session = useSession();
  const ownName = session.status === 'signed-in' ? session.user.name : null;
  return (
    <li data-row data-unread={isRead ? undefined : ''}>
      <Link
        href={href}
        keepScroll
        aria-current={isOpen ? 'true' : undefined}
        className={cx(
          'flex gap-3 rounded-sm px-3 py-3 transition-colors',
          isOpen
            ? // In forced colors, a background would make some of the texts unreadable.
              'bg-brand-wash forced-colors:border forced-colors:border-[Highlight]'
            : 'hover:bg-sunken',
        )}
      >
        <span
          aria-hidden="true"
          className={cx('mt-2 size-2 shrink-0 rounded-full', isRead ? '' : 'bg-clay')}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cx('truncate', isRead ? '' : 'font-semibold')}>
              {!isRead && <span className="sr-only">Unread: </span>}
              {title}
            </span>
            <time
              dateTime={inquiry.lastMessageAt}
              className="shrink-0 text-sm text-ink-soft figures"
            >
              {shortTime(inquiry.lastMessageAt, now)}
            </time>
          </span>
          <span className="block truncate text-sm text-ink-soft">{subtitle}</span>
          <span className="mt-0.5 flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">
              {lastMessage !== null && (
                <>
                  {lastMessage.from === side &&
                    (side === 'sender' || lastMessage.name === ownName
                      ? 'You: '
                      : `${lastMessage.name}: `)}
                  {lastMessage.text}
                </>
              )}
            </span>
            {badge}
          </span>
        </span>
      </Link>
    </li>
  );
}
