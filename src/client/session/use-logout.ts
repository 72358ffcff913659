import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from './session-context.tsx';

const SIGN_OUT = { signOut: true };

/** Whether a user has signed out and the home page is still loading. */
let isPending = false;

/**
 * Returns a function that ends the session and opens the home page (docs/product/accounts.md, Signing
 * out). A page with unsaved changes asks first; then the session ends when the home page opens.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { signOut } = useSession();
  return () => {
    if (wouldWarnBeforeLeaving()) {
      void navigate(pagePaths.home(), { state: SIGN_OUT });
      return;
    }
    isPending = true;
    void navigate(pagePaths.home(), { replace: pathname === pagePaths.home() });
    signOut();
  };
}

/**
 * Returns whether the user has signed out and is going to the home page. Guards must not redirect
 * to the login page then.
 */
export function isLoggingOut(): boolean {
  return isPending;
}

/** Returns whether components with unsaved changes, which listen for `beforeunload`, would warn. */
function wouldWarnBeforeLeaving(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Ends the session when a user who chose to sign out reaches the home page. Rendered once, in the
 * document's root.
 */
export function SignOutOnArrival() {
  const { state, pathname, key } = useLocation();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const shouldSignOut =
    pathname === pagePaths.home() &&
    typeof state === 'object' &&
    state !== null &&
    'signOut' in state;
  // Signing out on the home page navigates to the same path, but with a new key.
  const homeEntryKey = pathname === pagePaths.home() ? key : null;
  useEffect(() => {
    if (homeEntryKey !== null) isPending = false;
  }, [homeEntryKey]);
  useEffect(() => {
    if (!shouldSignOut) return;
    signOut();
    // Clear the state so that reloading or going back does not sign out.
    void navigate(pagePaths.home(), { replace: true, state: null, preventScrollReset: true });
  }, [shouldSignOut, signOut, navigate]);
  return null;
}
