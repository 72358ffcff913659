import { useQuery } from '@tanstack/react-query';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import BellRing from 'lucide-react/icons/bell-ring';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Webhook from 'lucide-react/icons/webhook';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import type { Notification, NotificationKind } from '#shared/schemas/notification.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { agoText } from './ago-text.ts';
import {
  FIRST_LIMIT,
  nextLimit,
  notificationsQuery,
  useMarkNotificationsRead,
} from './notification-queries.ts';

const ICONS: Record<NotificationKind, typeof Flag> = {
  inquiry: MessageCircle,
  tour: CalendarDays,
  alert: BellRing,
  favorite: Heart,
  reminder: AlarmClock,
  report: Flag,
  review: ClipboardCheck,
  listing: House,
  account: UserRound,
  webhook: Webhook,
  source: RefreshCw,
};

/**
 * The newest notifications. Opening one marks it as read.
 *
 * @param props.close closes the surrounding panel
 */
export function NotificationPanel({ close }: { close: () => void }) {
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const { data, isError, refetch, dataUpdatedAt } = useQuery({
    ...notificationsQuery(limit),
    placeholderData: (previous) => previous,
  });
  const markRead = useMarkNotificationsRead();

  if (data === undefined) {
    return isError ? (
      <div className="py-6 text-center">
        <p>Could not load your notifications.</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <PanelSkeleton />
    );
  }
  const { items, totalCount, unreadCount = 0 } = data;
  if (items.length === 0) {
    return (
      <div className="py-5 text-center">
        <p className="font-semibold text-ink">Nothing new.</p>
        <p className="mt-1">Replies, tours, and news about homes show up here.</p>
      </div>
    );
  }
  return (
    <>
      {unreadCount > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          aria-disabled={markRead.isPending}
          onClick={() => markRead.mutate('all')}
        >
          Mark all as read
        </Button>
      )}
      {markRead.isError && (
        <p role="alert" className="text-danger">
          {markRead.error.message}
        </p>
      )}
      <ul className="-mx-2 max-h-[min(28rem,60dvh)] overflow-y-auto">
        {items.map((item) => (
          <li key={item._id}>
            <Entry
              item={item}
              now={new Date(dataUpdatedAt)}
              onFollow={() => {
                if (!item.isRead) markRead.mutate([item._id]);
                close();
              }}
            />
          </li>
        ))}
      </ul>
      {items.length < totalCount && nextLimit(limit) > limit && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 w-full"
          onClick={() => setLimit(nextLimit(limit))}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Entry({ item, now, onFollow }: { item: Notification; now: Date; onFollow: () => void }) {
  const Icon = ICONS[item.kind];
  return (
    <Link
      href={item.link}
      onClick={onFollow}
      className="flex items-start gap-3 rounded-sm px-2 py-2.5 transition-colors hover:bg-sunken"
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={cx('mt-0.5 size-5 shrink-0', item.isRead ? 'text-ink-soft' : 'text-brand')}
      />
      <span className="min-w-0 flex-1">
        <span
          className={cx(
            'line-clamp-3 [overflow-wrap:anywhere]',
            item.isRead ? 'text-ink-soft' : 'font-semibold text-ink',
          )}
        >
          {!item.isRead && <span className="sr-only">Unread: </span>}
          {item.title}
        </span>
        <time
          dateTime={item.createdAt}
          title={formatDateTime(item.createdAt)}
          className="block text-sm text-ink-soft figures"
        >
          {agoText(item.createdAt, now)}
        </time>
      </span>
      {!item.isRead && (
        <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-clay" />
      )}
    </Link>
  );
}

function PanelSkeleton() {
  return (
    <output className="flex flex-col gap-3 py-2">
      <span className="sr-only">Loading notifications</span>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} className="h-11 w-full" />
      ))}
    </output>
  );
}
