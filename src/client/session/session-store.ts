/**
 * The session store. The token and the user are in the browser's storage under the keys `token` and
 * `user` (docs/product/accounts.md, Sessions), shared by every tab of the site. This store reads
 * and writes them and reports changes made here or in another tab.
 */

import type { AuthResponse } from '#shared/schemas/auth.ts';

/** The signed-in user, without the token. */
export type SessionUser = Omit<AuthResponse, 'token'>;

/**
 * `loading` until the storage was read: on the server, and during the first render in the browser.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser };

export const USER_KEY = 'user';
export const TOKEN_KEY = 'token';
/**
 * Storage key of the time when a session last ended on this device, in milliseconds. Each tab stores the last end it
 * knows under the same key (device-memory.ts).
 */
export const SESSION_END_KEY = 'session-end';

const LOADING: Session = { status: 'loading' };
const SIGNED_OUT: Session = { status: 'signed-out' };

/** The part of the storage API that is used. Calls throw if storage is disabled. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Creates a store.
 *
 * @param getStorage called for every access because the server has no storage
 */
export function createSessionStore(getStorage: () => SessionStorage) {
  const listeners = new Set<() => void>();
  // Fallback for this page when storage is disabled.
  let memory: { token: string; user: string } | null = null;
  let cached: { text: string; session: Session } | undefined;

  function readText(): { token: string | null; user: string | null; end?: string | null } {
    try {
      const storage = getStorage();
      return {
        token: storage.getItem(TOKEN_KEY),
        user: storage.getItem(USER_KEY),
        end: storage.getItem(SESSION_END_KEY),
      };
    } catch {
      return { token: memory?.token ?? null, user: memory?.user ?? null };
    }
  }

  function write(next: { token: string; user: string } | null) {
    const { token } = readText();
    memory = next;
    try {
      // Before the token changes, so that tabs notified of this change find the new time.
      if (token !== null && token !== next?.token)
        getStorage().setItem(SESSION_END_KEY, `${Date.now()}`);
    } catch {
      // The token is removed below even if the storage is full.
    }
    try {
      const storage = getStorage();
      if (next === null) {
        storage.removeItem(TOKEN_KEY);
        storage.removeItem(USER_KEY);
      } else {
        storage.setItem(TOKEN_KEY, next.token);
        storage.setItem(USER_KEY, next.user);
      }
    } catch {
      // Storage is disabled or full.
    }
    notify();
  }

  function notify() {
    listeners.forEach((listener) => listener());
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns the same object until the user or session changes, or another session has ended in between. */
    getSnapshot(): Session {
      const { token, user, end } = readText();
      const text = `${token}\n${user}\n${end}`;
      if (cached?.text !== text) cached = { text, session: parseSession(token, user) };
      return cached.session;
    },
    getServerSnapshot: (): Session => LOADING,
    getToken: () => readText().token,
    /** Stores a new session after the user has signed in, signed up, or accepted an invitation. */
    signIn(user: SessionUser, token: string) {
      write({ token, user: JSON.stringify(user) });
    },
    /** Updates the signed-in user; ignores a late response of another user's session. */
    updateUser(user: SessionUser) {
      const { token, user: storedUser } = readText();
      const session = parseSession(token, storedUser);
      if (token !== null && session.status === 'signed-in' && session.user._id === user._id)
        write({ token, user: JSON.stringify(user) });
    },
    signOut() {
      write(null);
    },
    /** Called when another tab wrote to the storage. */
    notify,
  };
}

/**
 * Returns whether a storage change in another tab ended a session, even if a new session has started
 * by the time the event arrives.
 */
export function endsSession({ key, oldValue }: Pick<StorageEvent, 'key' | 'oldValue'>): boolean {
  return key === null || (key === TOKEN_KEY && oldValue !== null);
}

/** Defaults for fields that earlier releases did not store. */
const FIELD_DEFAULTS = {
  avatar: null,
  phone: null,
  office: null,
  officeRole: null,
  isVerified: false,
  verification: null,
  licenseNumber: null,
  licenseState: null,
  agentRequestedAt: null,
};

/**
 * Parses a stored session. Without a token or a valid user, the session is signed out.
 */
export function parseSession(token: string | null, userText: string | null): Session {
  if (token === null || token === '' || userText === null) return SIGNED_OUT;
  try {
    const user = JSON.parse(userText) as Partial<SessionUser> | null;
    const isComplete =
      typeof user?._id === 'string' &&
      typeof user.name === 'string' &&
      typeof user.email === 'string' &&
      ['user', 'agent', 'admin'].includes(user.role ?? '');
    if (!isComplete) return SIGNED_OUT;
    return { status: 'signed-in', user: { ...FIELD_DEFAULTS, ...user } as SessionUser };
  } catch {
    return SIGNED_OUT;
  }
}

/** The browser's store. */
export const sessionStore = createSessionStore(() => localStorage);
