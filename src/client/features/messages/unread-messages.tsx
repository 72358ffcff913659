import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import type { ListPage } from '../../api/api-types.ts';
import { CountBadge } from '../../ui/blocks/count-badge.tsx';
import { MESSAGES_INTERVAL_MS, unreadQuery } from './message-queries.ts';

/** The unread state shared by the sidebar and the inbox. */
export interface Unread {
  count: number;
  /** ID of the newest unread message; '' if there is none. */
  newestId: string;
}

/**
 * Returns the unread count and the newest unread ID; undefined until loaded. All callers share one
 * query.
 */
export function useUnread(): Unread | undefined {
  return useQuery({ ...unreadQuery, select: toUnread, refetchOnMount: false }).data;
}

/** Like `useUnread`, but refetches every 30 seconds and on window focus. Use it only once. */
function usePolledUnread(): Unread | undefined {
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

/**
 * Returns the unread state to compare with the next one. Preserves the highest ID so that a message
 * that is marked as unread again is not considered new.
 */
export function nextBaseline(previous: Unread | undefined, current: Unread): Unread {
  const isNewer = Number(current.newestId) > Number(previous?.newestId ?? '');
  return isNewer || previous === undefined ? current : { ...current, newestId: previous.newestId };
}

/** Returns the announcement of new messages; '' if there are none. */
export function newMessagesText(previous: Unread | undefined, current: Unread): string {
  // IDs increase, so a smaller one means that the newest message was read or deleted.
  if (previous === undefined || Number(current.newestId) <= Number(previous.newestId)) return '';
  // Other messages may have been read since the previous poll.
  return `${countOf(Math.max(1, current.count - previous.count), 'new message')} in the inbox.`;
}

/**
 * Polls the inbox and announces new messages to screen readers. Rendered once in the dashboard.
 */
export function UnreadAnnouncer() {
  const unread = usePolledUnread();
  const baseline = useRef<Unread>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (unread === undefined) return;
    const announcement = newMessagesText(baseline.current, unread);
    baseline.current = nextBaseline(baseline.current, unread);
    if (announcement !== '') setText(announcement);
  }, [unread]);
  return <output className="sr-only">{text}</output>;
}

/** The number of unread messages in the sidebar. */
export function UnreadCount() {
  return <CountBadge count={useUnread()?.count ?? 0} unit="unread" />;
}
