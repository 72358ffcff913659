import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useLogout } from '../../../session/use-logout.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRefreshSecurity } from './security-queries.ts';
import { SetUpApp } from './set-up-app.tsx';

/**
 * Sets up a second factor for users whose role requires one (docs/product/account-security.md,
 * Required). Until then, they are redirected to this page.
 */
export function RequiredSetup() {
  const session = useSession();
  const navigate = useNavigate();
  const logout = useLogout();
  const refresh = useRefreshSecurity();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (session.status !== 'signed-in') return null;
  if (codes !== null) {
    const leave = () => {
      refresh();
      void navigate(pagePaths.home(), { replace: true });
    };
    return <RecoveryCodes codes={codes} onDone={leave} />;
  }
  return (
    <div className="grid gap-6">
      <SetUpApp email={session.user.email} onDone={setCodes} />
      <div>
        <Button variant="quiet" onClick={logout}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
