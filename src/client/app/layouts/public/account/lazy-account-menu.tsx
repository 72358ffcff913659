import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import { accountButtonClass, AccountLabel } from './account-label.tsx';
import { MenuLink } from '../menu-link.tsx';

const load = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * The menu of signed-in users. Its script loads after the page and never for visitors. Until then,
 * and if loading fails, the same button links to the profile.
 */
export function LazyAccountMenu({ user }: { user: SessionUser }) {
  const { loaded: AccountMenu } = useLoaded(load);
  if (AccountMenu !== null) return <AccountMenu user={user} />;
  return (
    <MenuLink href={pagePaths.profile()} className={accountButtonClass}>
      <AccountLabel user={user} />
    </MenuLink>
  );
}
