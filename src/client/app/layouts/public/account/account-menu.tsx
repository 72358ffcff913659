import BellPlus from 'lucide-react/icons/bell-plus';
import Heart from 'lucide-react/icons/heart';
import CalendarDays from 'lucide-react/icons/calendar-days';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import UserRound from 'lucide-react/icons/user-round';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../../ui/overlays/menu.tsx';
import { useLogout } from '../../../../session/use-logout.ts';
import { accountButtonClass, AccountLabel } from './account-label.tsx';

/** The avatar menu of signed-in users (docs/product/pages.md, Layout). */
export function AccountMenu({ user }: { user: SessionUser }) {
  const logout = useLogout();
  return (
    <Menu
      buttonClassName={accountButtonClass}
      label={<AccountLabel user={user} />}
      heading={
        <>
          <p className="font-semibold">{user.name}</p>
          <p className="text-sm text-ink-soft">{user.email}</p>
        </>
      }
    >
      <MenuLink
        href={pagePaths.profile()}
        icon={<UserRound aria-hidden="true" className="size-4" />}
      >
        My Profile
      </MenuLink>
      <MenuLink
        href={pagePaths.savedHomes()}
        icon={<Heart aria-hidden="true" className="size-4" />}
      >
        Saved Homes
      </MenuLink>
      <MenuLink
        href={pagePaths.shortlists()}
        icon={<ListChecks aria-hidden="true" className="size-4" />}
      >
        Shortlists
      </MenuLink>
      <MenuLink
        href={pagePaths.inquiries()}
        icon={<MessageCircle aria-hidden="true" className="size-4" />}
      >
        My Inquiries
      </MenuLink>
      <MenuLink
        href={pagePaths.savedSearches()}
        icon={<BellPlus aria-hidden="true" className="size-4" />}
      >
        Saved Searches
      </MenuLink>
      <MenuLink
        href={pagePaths.tours()}
        icon={<CalendarDays aria-hidden="true" className="size-4" />}
      >
        My Tours
      </MenuLink>
      {can(user, 'dashboard:open') && (
        <MenuLink
          href={pagePaths.dashboard()}
          icon={<LayoutDashboard aria-hidden="true" className="size-4" />}
        >
          Dashboard
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem onSelect={logout} icon={<LogOut aria-hidden="true" className="size-4" />}>
        Logout
      </MenuItem>
    </Menu>
  );
}
