import MenuIcon from 'lucide-react/icons/menu';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { UnreadAnnouncer } from '../../../features/messages/unread-messages.tsx';
import { useSession } from '../../../session/session-context.tsx';
import { atWidth } from '../../../ui/pictures/image-sources.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { DashboardSidebar } from './dashboard-sidebar.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { HomeLink } from '../home-link.tsx';
import { NotificationBell } from '../../../features/notifications/notification-bell.tsx';
import { MAIN_ID } from '../route-announcer.tsx';
import { SkipLink } from '../skip-link.tsx';

/**
 * The frame of every dashboard page: sidebar, header, and the sidebar as a drawer on small screens.
 */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const { key } = useLocation();
  // Open for one history entry, so navigating closes the drawer.
  const [openFor, setOpenFor] = useState<string | null>(null);
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <SkipLink />
      {can(user, 'message:manage') && <UnreadAnnouncer />}
      <aside className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line bg-sunken px-4 py-5 max-lg:hidden">
        <HomeLink className="mb-8 self-start px-3" />
        <DashboardSidebar user={user} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-30 [@media(max-height:20rem)]:relative border-b border-line bg-paper">
          <div className="column flex h-16 items-center gap-2">
            <Drawer
              side="left"
              title="Dashboard"
              open={openFor === key}
              onOpenChange={(open) => setOpenFor(open ? key : null)}
              trigger={
                <IconButton
                  label="Open dashboard menu"
                  icon={<MenuIcon aria-hidden="true" className="size-6" />}
                  className="-ml-2.5 lg:hidden"
                />
              }
            >
              <div className="flex min-h-full flex-col">
                <DashboardSidebar user={user} />
              </div>
            </Drawer>
            <HomeLink className="lg:hidden" />
            <div className="ml-auto flex items-center gap-1">
              <KeyboardShortcuts user={user} />
              <NotificationBell />
            </div>
            <Link
              href={pagePaths.profile()}
              className="inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pr-3.5 pl-1 transition-colors hover:bg-sunken max-sm:pr-1"
              title="My Profile"
            >
              <Avatar
                name={user.name}
                src={user.avatar === null ? null : atWidth(user.avatar, 320)}
                className="size-9 text-sm"
              />
              <span className="max-w-40 truncate font-semibold max-sm:sr-only">{user.name}</span>
            </Link>
          </div>
        </header>
        <main id={MAIN_ID} tabIndex={-1} className="column flex-1 py-8">
          {children}
        </main>
      </div>
    </div>
  );
}
