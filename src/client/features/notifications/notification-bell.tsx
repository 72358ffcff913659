import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import { FIRST_LIMIT, notificationsQuery } from './notification-queries.ts';

/** Larger counts are shown as '9+' to keep the bell's width. */
const MAX_SHOWN = 9;

/**
 * The notification bell in the top bars of the site and the dashboard: the unread count and a
 * panel with the notifications.
 */
export function NotificationBell() {
  const unread = useQuery(notificationsQuery(FIRST_LIMIT)).data?.unreadCount ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Popover
        title="Notifications"
        width="wide"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <IconButton
            label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
            icon={
              <span className="relative">
                <Bell aria-hidden="true" className="size-5" />
                {unread > 0 && (
                  <span
                    aria-hidden="true"
                    className="absolute -top-2 -right-2.5 min-w-4.5 rounded-full bg-clay px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-surface figures"
                  >
                    {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
                  </span>
                )}
              </span>
            }
          />
        }
      >
        <NotificationPanel close={() => setIsOpen(false)} />
      </Popover>
      <output className="sr-only">{unread > 0 && countOf(unread, 'unread notification')}</output>
    </>
  );
}
