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
import { onSessionRefused, setTokenSource } from '../api/browser-client.ts';
import { showToast } from '../ui/notices/toast-store.ts';
import { forgetUser } from './device-memory.ts';
import {
  endsSession,
  sessionStore,
  TOKEN_KEY,
  USER_KEY,
  type Session,
  type SessionUser,
} from './session-store.ts';

/** The session and what changes it. */
export interface SessionActions {
  /** Stores user and token of the response to login and registration; one without a token changes nothing. */
  signIn: (auth: AuthResponse) => void;
  /** After a change of one's own profile; the token stays (docs/product/accounts.md, Responses). */
  updateUser: (user: SessionUser) => void;
  /** Ends the session here and on the server. Where to go then is the caller's business. */
  signOut: () => void;
}

setTokenSource(() => sessionStore.getToken());

/** Filled by `SessionProvider`; tests of screens fill it themselves. */
export const SessionContext = createContext<(Session & SessionActions) | null>(null);

/** Reads the stored session after the first render, follows other tabs, and ends it when the server refuses it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const stored = useSyncExternalStore(
    sessionStore.subscribe,
    sessionStore.getSnapshot,
    sessionStore.getServerSnapshot,
  );
  // A store's first reading is rendered at once and in one piece; as a transition it leaves a slow phone free between.
  const [isRead, setRead] = useState(false);
  useEffect(() => startTransition(() => setRead(true)), []);
  const session = isRead ? stored : sessionStore.getServerSnapshot();

  const actions = useMemo<SessionActions>(
    () => ({
      signIn({ token, ...user }) {
        if (token === undefined) return;
        queryClient.clear();
        sessionStore.signIn(user, token);
      },
      updateUser: (user) => sessionStore.updateUser(user),
      signOut() {
        // The request takes the token before it is cleared here; if it fails, the token expires by itself.
        api.call('POST /auth/logout', {}).catch(() => undefined);
        sessionStore.signOut();
        queryClient.clear();
        forgetUser({ wasAsked: true });
      },
    }),
    [api, queryClient],
  );

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USER_KEY) return;
      // Another user's responses must not stay cached.
      if (event.key !== USER_KEY) queryClient.clear();
      sessionStore.notice();
      if (!endsSession(event)) return;
      forgetUser({ wasAsked: false, isReplaced: sessionStore.getToken() !== null });
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [queryClient]);

  useEffect(
    () =>
      onSessionRefused(() => {
        if (sessionStore.getToken() === null) return;
        sessionStore.signOut();
        queryClient.clear();
        forgetUser({ wasAsked: false });
        showToast({ tone: 'info', text: 'Your session has ended. Please sign in again.' });
      }),
    [queryClient],
  );

  // From the first paint on the head's script has hidden what is for visitors; now it is known.
  useEffect(() => {
    if (session.status !== 'loading') {
      document.documentElement.toggleAttribute('data-signed-in', session.status === 'signed-in');
    }
  }, [session.status]);

  const value = useMemo(() => ({ ...session, ...actions }), [session, actions]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The session: `status` is 'loading' until the browser's storage was read, then 'signed-in' (with `user`) or 'signed-out'. */
export function useSession(): Session & SessionActions {
  const value = use(SessionContext);
  if (value === null) throw new Error('useSession needs the SessionProvider of the root.');
  return value;
}
