import Bell from 'lucide-react/icons/bell';
import Building2 from 'lucide-react/icons/building-2';
import CirclePlus from 'lucide-react/icons/circle-plus';
import House from 'lucide-react/icons/house';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import MenuIcon from 'lucide-react/icons/menu';
import UsersRound from 'lucide-react/icons/users-round';
import { useState, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { UnreadAnnouncer, UnreadCount } from '../features/admin/messages/unread-messages.tsx';
import { useSession } from '../features/session/session-context.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Drawer } from '../ui/drawer.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from './logo.tsx';
import { MAIN_ID } from './route-announcer.tsx';
import { SkipLink } from './skip-link.tsx';
import { useLogout } from './use-logout.ts';

/** The sidebar's entries (spec section 2, Dashboard layout); `admin` ones are for admins only. */
const ENTRIES = [
  { label: 'Overview', href: pagePaths.overview(), Icon: LayoutDashboard, admin: false },
  { label: 'My Listings', href: pagePaths.myListings(), Icon: House, admin: false },
  { label: 'Add Listing', href: pagePaths.addListing(), Icon: CirclePlus, admin: false },
  { label: 'Manage Users', href: pagePaths.manageUsers(), Icon: UsersRound, admin: true },
  { label: 'Property Mgt.', href: pagePaths.manageProperties(), Icon: Building2, admin: true },
  { label: 'Messages', href: pagePaths.messages(), Icon: Mail, admin: true },
] as const;

/** Around every dashboard page: sidebar, header, and the sidebar as a panel on small screens. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const { key } = useLocation();
  // Open for one history entry: going anywhere closes the panel.
  const [openFor, setOpenFor] = useState<string | null>(null);
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16rem_1fr]">
      <SkipLink />
      {can(user, 'message:manage') && <UnreadAnnouncer />}
      <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken px-4 py-5 max-lg:hidden">
        <Link
          href={pagePaths.home()}
          aria-label="Doorstep, home page"
          className="mb-8 inline-flex items-center self-start px-3"
        >
          <Logo />
        </Link>
        <Sidebar />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 border-b border-line bg-paper">
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
              <Sidebar />
            </Drawer>
            <Link
              href={pagePaths.home()}
              aria-label="Doorstep, home page"
              className="inline-flex items-center lg:hidden"
            >
              <Logo />
            </Link>
            <IconButton
              label="Notifications"
              icon={<Bell aria-hidden="true" className="size-5" />}
              className="ml-auto"
            />
            <Link
              href={pagePaths.profile()}
              className="inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pr-3.5 pl-1 hover:bg-sunken max-sm:pr-1"
            >
              <Avatar name={user.name} src={user.avatar} className="size-9 text-sm" />
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

function Sidebar() {
  const session = useSession();
  const logout = useLogout();
  const isAdmin = session.status === 'signed-in' && can(session.user, 'user:manage');
  return (
    <div className="flex flex-1 flex-col justify-between gap-8">
      <nav aria-label="Dashboard">
        <ul className="flex flex-col gap-1">
          {ENTRIES.filter((entry) => isAdmin || !entry.admin).map(({ label, href, Icon }) => (
            <li key={href}>
              <NavLink
                to={href}
                prefetch="intent"
                className={({ isActive }) =>
                  cx(
                    'touch-target flex min-h-10 items-center gap-3 rounded-sm px-3 transition-colors',
                    isActive
                      ? 'bg-brand-wash font-semibold text-brand'
                      : 'text-ink-soft hover:bg-line/60 hover:text-ink',
                  )
                }
              >
                <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
                {label}
                {href === pagePaths.messages() && <UnreadCount />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col items-start gap-4 px-3">
        <ThemeSwitch />
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={logout}>
          <LogOut aria-hidden="true" className="size-4" />
          Sign out
        </Button>
      </div>
    </div>
  );
}
