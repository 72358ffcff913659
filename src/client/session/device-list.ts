/** A list stored on this device for its users, shared by all tabs. */

/** The part of the storage API that is used; it throws if storage is disabled. */
export type ListStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface DeviceListOptions<T> {
  key: string;
  /** Maximum number of entries. */
  max: number;
  /** Parses an untrusted stored entry; undefined if invalid. */
  parse: (value: unknown) => T | undefined;
  /** Called at every use, because the server has no storage. */
  getStorage?: () => ListStorage;
}

/**
 * Creates a store for `useSyncExternalStore`. Without storage, entries last as long as the
 * document.
 */
export function createDeviceList<T>({
  key,
  max,
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
      // Storage is disabled: use the entries written in this document.
    }
    return seen.items;
  }

  function parseList(text: string | null): readonly T[] {
    try {
      const value: unknown = JSON.parse(text ?? '[]');
      if (!Array.isArray(value)) return none;
      return value.flatMap((item) => parse(item) ?? []).slice(0, max);
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
    /** The same array until something changes. */
    getSnapshot: read,
    getServerSnapshot: () => none,
    write(items: readonly T[]) {
      const next = items.slice(0, max);
      const text = JSON.stringify(next);
      try {
        getStorage().setItem(key, text);
        seen = { text, items: next };
      } catch {
        seen = { text: seen.text, items: next };
      }
      notice();
    },
    /** Clears the document's memory after the storage was cleared. */
    forget() {
      seen = { text: null, items: none };
      notice();
    },
  };
}
