import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../features/session/session-context.tsx';

const SIGN_OUT = { signOut: true };

/**
 * Returns to the home page and ends the session there (spec section 4). In this order, because a page behind a guard
 * would otherwise send its reader to the login page; and a page with unsaved changes may still hold them back.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => void navigate(pagePaths.home(), { state: SIGN_OUT });
}

/** Ends the session of somebody who arrives with the wish to. The document's root holds it once. */
export function SignOutOnArrival() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const wanted =
    pathname === pagePaths.home() &&
    typeof state === 'object' &&
    state !== null &&
    'signOut' in state;
  useEffect(() => {
    if (!wanted) return;
    signOut();
    // Reloading the page, or coming back to it, is no wish to sign out.
    void navigate(pagePaths.home(), { replace: true, state: null, preventScrollReset: true });
  }, [wanted, signOut, navigate]);
  return null;
}
