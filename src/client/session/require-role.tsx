import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Role } from '#shared/schemas/user.ts';
import { useSession } from './session-context.tsx';
import { PageSpinner } from '../ui/waiting/page-spinner.tsx';
import type { LoginState } from './after-sign-in.ts';
import { isLoggingOut } from './use-logout.ts';

export interface RequireRoleProps {
  roles: readonly Role[];
  /**
   * Rendered while the session is loading or the user is being redirected; by default, a spinner
   * that fills the window.
   */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * The route guard (docs/product/pages.md, Routes): a spinner while the session is loading, then the
 * page, or a redirect to the login page that replaces the history entry.
 */
export function RequireRole({ roles, fallback, children }: RequireRoleProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAllowed = session.status === 'signed-in' && roles.includes(session.user.role);
  const isDenied = session.status !== 'loading' && !isAllowed;

  useEffect(() => {
    if (!isDenied || isLoggingOut()) return;
    const state: LoginState = { returnTo: pathname + search };
    void navigate(pagePaths.login(), { replace: true, state });
  }, [isDenied, navigate, pathname, search]);

  const page = isAllowed && children;
  if (fallback !== undefined) return page || fallback;
  // Full height from the start so that the footer does not move when the content arrives.
  return <div className="min-h-dvh">{page || <PageSpinner />}</div>;
}
