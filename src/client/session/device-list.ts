/** A list that this device remembers for its users, shared by all of its tabs. */

/** The part of the browser's storage that is used; it throws where storage is switched off. */
export type ListStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface DeviceListOptions<T> {
  key: string;
  /** How many entries are read and written. */
  most: number;
  /** Parses an untrusted stored entry; undefined if invalid. */
  parse: (value: unknown) => T | undefined;
  /** Asked at every use, because it must not be touched on the server. */
  getStorage?: () => ListStorage;
}

/** A store for `useSyncExternalStore`. What cannot be stored holds for this document. */
export function createDeviceList<T>({
  key,
  most,
  parse,
  getStorage = () => localStorage,
}: DeviceListOptions<T>) {
  const none: readonly T[] = [];
  const listeners = new Set<() => void>();
  let seen: { text: string | null; items: readonly T[] } = { text: null, items: none };

  function read(): readonly T[] {
    try {
      const text = getStorage().getItem(key);
      if (text !== seen.text) seen = { text, items: parseList(text) };
    } catch {
      // Storage is switched off: what was written in this document counts.
    }
    return seen.items;
  }

  function parseList(text: string | null): readonly T[] {
    try {
      const value: unknown = JSON.parse(text ?? '[]');
      if (!Array.isArray(value)) return none;
      return value.flatMap((item) => parse(item) ?? []).slice(0, most);
    } catch {
      return none;
    }
  }

  const notice = () => listeners.forEach((listener) => listener());
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notice();
  };

  return {
    subscribe(listener: () => void) {
      if (listeners.size === 0) addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', follow);
      };
    },
    /** The same array as long as nothing changed. */
    getSnapshot: read,
    getServerSnapshot: () => none,
    write(items: readonly T[]) {
      const next = items.slice(0, most);
      const text = JSON.stringify(next);
      try {
        getStorage().setItem(key, text);
        seen = { text, items: next };
      } catch {
        seen = { text: seen.text, items: next };
      }
      notice();
    },
    /** Its place in the storage was emptied: what this document remembers goes, too. */
    forget() {
      seen = { text: null, items: none };
      notice();
    },
  };
}
