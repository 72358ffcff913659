import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../features/session/session-store.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { AccountFace, accountButtonClass } from './account-menu-slot.tsx';
import { useLogout } from './logout.ts';

/** The avatar menu of signed-in people (spec section 2, Layout). */
export function AccountMenu({ user }: { user: SessionUser }) {
  const logout = useLogout();
  return (
    <Menu
      trigger={
        <button type="button" className={accountButtonClass}>
          <AccountFace user={user} />
        </button>
      }
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
