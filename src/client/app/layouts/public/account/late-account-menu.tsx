import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import { accountButtonClass, AccountLabel } from './account-label.tsx';
import { MenuLink } from '../menu-link.tsx';

const load = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * The menu of signed-in users. Its script comes once the page is there: visitors never fetch it. Until then, and where
 * it cannot be fetched, the same button leads to the profile.
 */
export function LateAccountMenu({ user }: { user: SessionUser }) {
  const { loaded: AccountMenu } = useLoaded(load);
  if (AccountMenu !== null) return <AccountMenu user={user} />;
  return (
    <MenuLink href={pagePaths.profile()} className={accountButtonClass}>
      <AccountLabel user={user} />
    </MenuLink>
  );
}
