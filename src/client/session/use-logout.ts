import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from './session-context.tsx';

const SIGN_OUT = { signOut: true };

/** A user has signed out, and the home page is on its way. */
let isOnTheWay = false;

/**
 * Ends the session and returns to the home page (docs/product/accounts.md, Signing out). A page with unsaved changes
 * may still hold its reader back; then the session ends only when they have arrived.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { signOut } = useSession();
  return () => {
    if (asksBeforeLeaving()) {
      void navigate(pagePaths.home(), { state: SIGN_OUT });
      return;
    }
    isOnTheWay = true;
    void navigate(pagePaths.home(), { replace: pathname === pagePaths.home() });
    signOut();
  };
}

/** Whether a guard must not send to the login page: its reader has signed out and is on the way home. */
export function isLoggingOut(): boolean {
  return isOnTheWay;
}

/** Asks components with unsaved changes, which listen for `beforeunload`, whether they would warn. */
function asksBeforeLeaving(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Ends the session of a user who arrives with the wish to. The document's root holds it once. */
export function SignOutOnArrival() {
  const { state, pathname, key } = useLocation();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const wanted =
    pathname === pagePaths.home() &&
    typeof state === 'object' &&
    state !== null &&
    'signOut' in state;
  // Each arrival counts: logging out on the home page leads there once more.
  const arrival = pathname === pagePaths.home() ? key : null;
  useEffect(() => {
    if (arrival !== null) isOnTheWay = false;
  }, [arrival]);
  useEffect(() => {
    if (!wanted) return;
    signOut();
    // Reloading the page, or coming back to it, is no wish to sign out.
    void navigate(pagePaths.home(), { replace: true, state: null, preventScrollReset: true });
  }, [wanted, signOut, navigate]);
  return null;
}
