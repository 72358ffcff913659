import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { useLogout } from '../../../../session/use-logout.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Avatar } from '../../../../ui/pictures/avatar.tsx';
import { MenuRow } from '../menu-row.tsx';

/** The account section of the menu on small screens. */
export function MobileAccount({ user }: { user: SessionUser }) {
  const logout = useLogout();
  return (
    <div className="column">
      <div className="flex items-center gap-3 pb-3">
        <Avatar name={user.name} src={user.avatar} className="size-11 text-base" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-sm text-ink-soft">{user.email}</p>
        </div>
      </div>
      <div className="divide-y divide-line border-t border-line">
        <MenuRow href={pagePaths.profile()}>My Profile</MenuRow>
        <MenuRow href={pagePaths.savedHomes()}>Saved Homes</MenuRow>
        <MenuRow href={pagePaths.shortlists()}>Shortlists</MenuRow>
        <MenuRow href={pagePaths.inquiries()}>My Inquiries</MenuRow>
        <MenuRow href={pagePaths.savedSearches()}>Saved Searches</MenuRow>
        <MenuRow href={pagePaths.tours()}>My Tours</MenuRow>
        {can(user, 'dashboard:open') && <MenuRow href={pagePaths.dashboard()}>Dashboard</MenuRow>}
      </div>
      <Button variant="secondary" className="mt-3 w-full" onClick={logout}>
        Logout
      </Button>
    </div>
  );
}
