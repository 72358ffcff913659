import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from './session-context.tsx';

const SIGN_OUT = { signOut: true };

/** Whether a user has signed out and the home page is loading. */
let isPending = false;

/**
 * Ends the session and returns to the home page (docs/product/accounts.md, Signing out). A page
 * with unsaved changes may keep the user; then the session ends only after they arrive.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { signOut } = useSession();
  return () => {
    if (warnsBeforeLeaving()) {
      void navigate(pagePaths.home(), { state: SIGN_OUT });
      return;
    }
    isPending = true;
    void navigate(pagePaths.home(), { replace: pathname === pagePaths.home() });
    signOut();
  };
}

/**
 * Returns whether guards must not redirect to the login page, because the user has signed out and
 * is going to the home page.
 */
export function isLoggingOut(): boolean {
  return isPending;
}

/** Returns whether components with unsaved changes, which listen for `beforeunload`, would warn. */
function warnsBeforeLeaving(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Ends the session when a user arrives after choosing to sign out. Rendered once, in the document's
 * root.
 */
export function SignOutOnArrival() {
  const { state, pathname, key } = useLocation();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const wanted =
    pathname === pagePaths.home() &&
    typeof state === 'object' &&
    state !== null &&
    'signOut' in state;
  // Each arrival counts: signing out on the home page navigates there once more.
  const arrival = pathname === pagePaths.home() ? key : null;
  useEffect(() => {
    if (arrival !== null) isPending = false;
  }, [arrival]);
  useEffect(() => {
    if (!wanted) return;
    signOut();
    // Clear the state, so that reloading or going back does not sign out.
    void navigate(pagePaths.home(), { replace: true, state: null, preventScrollReset: true });
  }, [wanted, signOut, navigate]);
  return null;
}
