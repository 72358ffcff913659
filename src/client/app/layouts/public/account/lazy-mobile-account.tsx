import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import { MenuRow } from '../menu-row.tsx';

const load = async () => (await import('./mobile-account.tsx')).MobileAccount;

/**
 * The account section of the mobile menu. Its script is never loaded for visitors. Until it has
 * loaded, the section is a link to the profile.
 */
export function LazyMobileAccount({ user }: { user: SessionUser }) {
  const { loaded: MobileAccount } = useLoaded(load);
  return MobileAccount === null ? (
    <div className="column">
      <MenuRow href={pagePaths.profile()}>{user.name}</MenuRow>
    </div>
  ) : (
    <MobileAccount user={user} />
  );
}
