import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import type { ListPage } from '../../api/api-types.ts';
import { MESSAGES_INTERVAL_MS, unreadQuery } from './message-queries.ts';

/** What is unread, as the sidebar and the inbox follow it. */
export interface Unread {
  count: number;
  /** Of the newest one; '' if there is none. */
  newestId: string;
}

/** How many messages are unread; undefined until that is known. All who ask share one query. */
export function useUnread(): Unread | undefined {
  return useQuery({ ...unreadQuery, select: toUnread, refetchOnMount: false }).data;
}

/** The same, looked up every half a minute and whenever the window is turned to. For one place on the screen. */
function useUnreadFollowed(): Unread | undefined {
  return useQuery({
    ...unreadQuery,
    select: toUnread,
    staleTime: 0,
    refetchInterval: MESSAGES_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  }).data;
}

function toUnread(list: ListPage<ContactMessage>): Unread {
  return { count: list.totalCount, newestId: list.items[0]?._id ?? '' };
}

/** What a screen reader hears when messages have come; '' if none have. */
export function newMessagesText(before: Unread | undefined, now: Unread): string {
  if (before === undefined || now.newestId === before.newestId) return '';
  const more = now.count - before.count;
  return more > 0 ? `${countOf(more, 'new message')} in the inbox.` : '';
}

/** Follows the inbox and says politely that messages have come. Stands once in the dashboard, and shows nothing. */
export function UnreadAnnouncer() {
  const unread = useUnreadFollowed();
  const before = useRef<Unread>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (unread === undefined) return;
    const news = newMessagesText(before.current, unread);
    before.current = unread;
    if (news !== '') setText(news);
  }, [unread]);
  return <output className="sr-only">{text}</output>;
}

/** Counts above this are shown as '99+', so that the sidebar keeps its shape. */
const SHOWN_MOST = 99;

/** The number of unread messages beside the sidebar's entry; nothing when there are none. */
export function UnreadCount() {
  const count = useUnread()?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-clay px-1.5 text-center text-sm font-semibold text-surface figures">
      <span aria-hidden="true">{count > SHOWN_MOST ? `${SHOWN_MOST}+` : count}</span>
      <span className="sr-only">, {formatNumber(count)} unread</span>
    </span>
  );
}
