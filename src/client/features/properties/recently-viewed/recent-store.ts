/** Which listings were looked at on this device, the newest first. Only their identifiers are stored. */

import { forgetAtSignOut, RECENT_KEY } from '../../../session/device-memory.ts';

/** How many are remembered. */
const KEPT_MOST = 12;

const NONE: readonly string[] = [];

/** The part of the browser's storage that is used; it throws where storage is switched off. */
export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** @param getStorage asked at every use, because it must not be touched on the server */
export function createRecentStore(getStorage: () => RecentStorage) {
  const listeners = new Set<() => void>();
  let seen: { text: string | null; ids: readonly string[] } = { text: null, ids: NONE };

  function read(): readonly string[] {
    let text: string | null = null;
    try {
      text = getStorage().getItem(RECENT_KEY);
    } catch {
      // Storage is switched off.
    }
    if (text !== seen.text) seen = { text, ids: parseIds(text) };
    return seen.ids;
  }

  function write(ids: readonly string[]) {
    try {
      getStorage().setItem(RECENT_KEY, JSON.stringify(ids));
    } catch {
      return;
    }
    listeners.forEach((listener) => listener());
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The same array as long as nothing changed. */
    getSnapshot: read,
    getServerSnapshot: () => NONE,
    /** Puts a listing first. */
    remember(id: string) {
      if (read()[0] !== id)
        write([id, ...read().filter((other) => other !== id)].slice(0, KEPT_MOST));
    },
    /** Their place in the storage was emptied. */
    notice() {
      listeners.forEach((listener) => listener());
    },
    /** Takes a listing out that is there no more. */
    forget(id: string) {
      if (read().includes(id)) write(read().filter((other) => other !== id));
    },
  };
}

function parseIds(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(value)) return NONE;
    return value.filter((id): id is string => typeof id === 'string').slice(0, KEPT_MOST);
  } catch {
    return NONE;
  }
}

/** The browser's store. */
export const recentStore = createRecentStore(() => localStorage);

forgetAtSignOut(recentStore.notice);
