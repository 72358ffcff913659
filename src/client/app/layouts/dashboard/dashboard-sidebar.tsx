import Building2 from 'lucide-react/icons/building-2';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CirclePlus from 'lucide-react/icons/circle-plus';
import DatabaseZap from 'lucide-react/icons/database-zap';
import FileUp from 'lucide-react/icons/file-up';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Flag from 'lucide-react/icons/flag';
import House from 'lucide-react/icons/house';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Palette from 'lucide-react/icons/palette';
import Plug from 'lucide-react/icons/plug';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Store from 'lucide-react/icons/store';
import UsersRound from 'lucide-react/icons/users-round';
import { NavLink, useLocation } from 'react-router';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { UnreadInquiries } from '../../../features/inquiries/management/unread-inquiries.tsx';
import { FailedJobs } from '../../../features/jobs/management/failed-jobs.tsx';
import { WaitingReviews } from '../../../features/reviews/management/waiting-reviews.tsx';
import { OpenReports } from '../../../features/reports/management/open-reports.tsx';
import { UnreadCount } from '../../../features/messages/unread-messages.tsx';
import type { SessionUser } from '../../../session/session-store.ts';
import { ThemeSwitch } from '../../../theme/theme-switch.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { useLogout } from '../../../session/use-logout.ts';

/**
 * The sidebar's entries (docs/product/dashboard.md, Sidebar).
 */
export const DASHBOARD_ENTRIES = [
  { label: 'Overview', href: pagePaths.overview(), Icon: LayoutDashboard, isAdminOnly: false },
  { label: 'My Listings', href: pagePaths.myListings(), Icon: House, isAdminOnly: false },
  { label: 'Add Listing', href: pagePaths.addListing(), Icon: CirclePlus, isAdminOnly: false },
  { label: 'Import', href: pagePaths.imports(), Icon: FileUp, isAdminOnly: false },
  {
    label: 'Inquiries',
    href: pagePaths.manageInquiries(),
    Icon: MessageCircle,
    isAdminOnly: false,
  },
  { label: 'Tours', href: pagePaths.toursDashboard(), Icon: CalendarDays, isAdminOnly: false },
  { label: 'Office', href: pagePaths.officeDashboard(), Icon: Store, isAdminOnly: false },
  { label: 'Manage Users', href: pagePaths.manageUsers(), Icon: UsersRound, isAdminOnly: true },
  {
    label: 'Property Mgt.',
    href: pagePaths.manageProperties(),
    Icon: Building2,
    isAdminOnly: true,
  },
  { label: 'Messages', href: pagePaths.messages(), Icon: Mail, isAdminOnly: true },
  { label: 'Reviews', href: pagePaths.reviews(), Icon: ClipboardCheck, isAdminOnly: true },
  { label: 'Reports', href: pagePaths.reports(), Icon: Flag, isAdminOnly: true },
  { label: 'Work Queue', href: pagePaths.jobs(), Icon: ListChecks, isAdminOnly: true },
  { label: 'Audit Log', href: pagePaths.auditLog(), Icon: ScrollText, isAdminOnly: true },
  { label: 'Policies', href: pagePaths.policies(), Icon: Scale, isAdminOnly: true },
  { label: 'Data Sources', href: pagePaths.dataSources(), Icon: DatabaseZap, isAdminOnly: true },
  { label: 'API & Webhooks', href: pagePaths.apiAndWebhooks(), Icon: Plug, isAdminOnly: true },
  { label: 'Site Settings', href: pagePaths.siteSettings(), Icon: Palette, isAdminOnly: true },
] as const;

/** Returns a user's entries; 'Office' is only for admins and members of an office. */
export function entriesFor(user: SessionUser) {
  const isAdmin = can(user, 'user:manage');
  const hasOffice = isAdmin || user.office !== null;
  return DASHBOARD_ENTRIES.filter(
    ({ isAdminOnly, href }) =>
      (isAdmin || !isAdminOnly) && (hasOffice || href !== pagePaths.officeDashboard()),
  );
}

/** The dashboard's navigation, theme switch, and sign-out button. */
export function DashboardSidebar({ user }: { user: SessionUser }) {
  const logout = useLogout();
  const { pathname } = useLocation();
  // The dashboard's own path shows the overview (docs/product/dashboard.md).
  const isIndex = pathname.replace(/\/$/, '') === pagePaths.dashboard();
  return (
    <div className="flex flex-1 flex-col justify-between gap-8 max-lg:min-h-full">
      <nav aria-label="Dashboard">
        <ul className="flex flex-col gap-1">
          {entriesFor(user).map(({ label, href, Icon }) => {
            const isCurrentIndex = isIndex && href === pagePaths.overview();
            return (
              <li key={href}>
                <NavLink
                  to={href}
                  prefetch="intent"
                  {...(isCurrentIndex ? { 'aria-current': 'page' } : {})}
                  className={({ isActive }) =>
                    cx(
                      'touch-target flex min-h-10 items-center gap-3 rounded-sm px-3 transition-colors',
                      isActive || isCurrentIndex
                        ? 'bg-brand-wash font-semibold text-brand current-in-forced-colors'
                        : 'text-ink-soft hover:bg-line/60 hover:text-ink',
                    )
                  }
                >
                  <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
                  {label}
                  {href === pagePaths.messages() && <UnreadCount />}
                  {href === pagePaths.manageInquiries() && <UnreadInquiries />}
                  {href === pagePaths.reviews() && <WaitingReviews />}
                  {href === pagePaths.reports() && <OpenReports />}
                  {href === pagePaths.jobs() && <FailedJobs />}
                </NavLink>
              </li>
            );
          })}
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
