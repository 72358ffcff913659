import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { AuthResponse } from '#shared/schemas/auth.ts';
import { useApi } from '../api/use-api.ts';
import { onUnauthorized, setTokenSource } from '../api/browser-client.ts';
import { clearToasts, showToast } from '../ui/notices/toast-store.ts';
import { clearDataOfEndedSessions, clearUserData, onSessionEnd } from './device-memory.ts';
import {
  endsSession,
  sessionStore,
  TOKEN_KEY,
  USER_KEY,
  type Session,
  type SessionUser,
} from './session-store.ts';

/** The actions that change the session. */
export interface SessionActions {
  /** Stores the user and token of a response; ignores a response without a token. */
  signIn: (auth: AuthResponse) => void;
  /**
   * Stores the user after a profile change; the token stays (docs/product/accounts.md, Responses).
   */
  updateUser: (user: SessionUser) => void;
  /** Ends the session here and on the server. Does not navigate. */
  signOut: () => void;
}

setTokenSource(() => sessionStore.getToken());
// Only the user who made a change can undo it.
onSessionEnd(clearToasts);

/** Provided by `SessionProvider`, or by tests. */
export const SessionContext = createContext<(Session & SessionActions) | null>(null);

/**
 * Reads the stored session after the first render, follows changes in other tabs, and ends the
 * session when the server rejects its token.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const storedSession = useSyncExternalStore(
    sessionStore.subscribe,
    sessionStore.getSnapshot,
    sessionStore.getServerSnapshot,
  );
  // Switching to the stored session would render synchronously; a transition keeps slow phones
  // responsive.
  const [isStorageRead, setIsStorageRead] = useState(false);
  useEffect(() => {
    clearDataOfEndedSessions();
    startTransition(() => setIsStorageRead(true));
  }, []);
  const session = isStorageRead ? storedSession : sessionStore.getServerSnapshot();

  const actions = useMemo<SessionActions>(
    () => ({
      signIn({ token, ...user }) {
        if (token === undefined) return;
        queryClient.clear();
        sessionStore.signIn(user, token);
        // It may have replaced another session.
        clearDataOfEndedSessions();
      },
      updateUser: (user) => sessionStore.updateUser(user),
      signOut() {
        // The request reads the token before it is cleared below. If the request fails, the token
        // eventually expires.
        api.call('POST /auth/logout', {}).catch(() => undefined);
        sessionStore.signOut();
        queryClient.clear();
        clearUserData({ isSignOut: true });
      },
    }),
    [api, queryClient],
  );

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (![null, TOKEN_KEY, USER_KEY].includes(event.key)) return;
      // Discard another user's cached responses.
      if (event.key !== USER_KEY) queryClient.clear();
      sessionStore.notify();
      if (!endsSession(event)) return;
      clearUserData({ isSignOut: false, isReplaced: sessionStore.getToken() !== null });
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [queryClient]);

  useEffect(() => {
    let hiddenSession: Session | undefined;
    const onHide = () => {
      hiddenSession = sessionStore.getSnapshot();
    };
    // Browsers send no storage events to a page in the back/forward cache.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted && sessionStore.getSnapshot() !== hiddenSession) location.reload();
    };
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    };
  }, []);

  useEffect(
    () =>
      onUnauthorized(() => {
        if (sessionStore.getToken() === null) return;
        sessionStore.signOut();
        queryClient.clear();
        clearUserData({ isSignOut: false });
        showToast({ tone: 'info', text: 'Your session has ended. Please sign in again.' });
      }),
    [queryClient],
  );

  useEffect(() => {
    if (session.status === 'loading') return;
    // The inline script hides elements for visitors before the first paint; now the session is known.
    document.documentElement.toggleAttribute('data-signed-in', session.status === 'signed-in');
  }, [session.status]);

  const value = useMemo(() => ({ ...session, ...actions }), [session, actions]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/**
 * Returns the session: `status` is 'loading' until the browser's storage was read, then 'signed-in'
 * (with `user`) or 'signed-out'.
 */
export function useSession(): Session & SessionActions {
  const value = use(SessionContext);
  if (value === null) throw new Error('There is no SessionProvider.');
  return value;
}
