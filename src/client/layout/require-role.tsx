import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Role } from '#shared/schemas/user.ts';
import { useSession } from '../features/session/session-context.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** What travels to the login page with somebody whom a guard sent there. */
export interface LoginState {
  returnTo: string;
}

/**
 * Where the login page leads afterwards: to what the guard refused, if it is a page of this site, else to the home
 * page (spec section 2, Login; interface: Accounts). Whether the role may open it is the guard's next question.
 */
export function returnToFrom(state: unknown): string {
  const returnTo =
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo)
    ? returnTo
    : pagePaths.home();
}

/**
 * The route guard (spec section 2): a spinner while the session is being read, then the page, or the login page in
 * its place in the history.
 */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const allowed = session.status === 'signed-in' && roles.includes(session.user.role);
  const refused = session.status !== 'loading' && !allowed;

  useEffect(() => {
    if (!refused) return;
    const state: LoginState = { returnTo: pathname + search };
    void navigate(pagePaths.login(), { replace: true, state });
  }, [refused, navigate, pathname, search]);

  return allowed ? children : <Spinner className="min-h-[60vh] justify-center" />;
}
