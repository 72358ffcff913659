/** A list stored on this device and shared by all tabs. */

/** The part of the storage API that is used. Calls throw if storage is disabled. */
export type ListStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface DeviceListOptions<T> {
  key: string;
  /** Maximum number of entries. */
  max: number;
  /** Returns the entry in untrusted stored data; undefined if invalid. */
  parse: (value: unknown) => T | undefined;
  /** Called for every access because the server has no storage. */
  getStorage?: () => ListStorage;
}

/**
 * Creates a store for `useSyncExternalStore`. Without storage, entries last until the document is
 * closed.
 */
export function createDeviceList<T>({
  key,
  max,
  parse,
  getStorage = () => localStorage,
}: DeviceListOptions<T>) {
  const empty: readonly T[] = [];
  const listeners = new Set<() => void>();
  let cached: { text: string | null; items: readonly T[] } = { text: null, items: empty };

  function readEntries(): readonly T[] {
    try {
      const text = getStorage().getItem(key);
      if (text !== cached.text) cached = { text, items: parseList(text) };
    } catch {
      // Storage is disabled: use the entries written in this document.
    }
    return cached.items;
  }

  function parseList(text: string | null): readonly T[] {
    try {
      const value: unknown = JSON.parse(text ?? '[]');
      if (!Array.isArray(value)) return empty;
      return value.flatMap((item) => parse(item) ?? []).slice(0, max);
    } catch {
      return empty;
    }
  }

  const notify = () => listeners.forEach((listener) => listener());
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };

  return {
    subscribe(listener: () => void) {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
    /** Returns the same array until something changes. */
    getSnapshot: readEntries,
    getServerSnapshot: () => empty,
    write(items: readonly T[]) {
      const next = items.slice(0, max);
      const text = JSON.stringify(next);
      try {
        getStorage().setItem(key, text);
        cached = { text, items: next };
      } catch {
        cached = { text: cached.text, items: next };
      }
      notify();
    },
    /** Clears the list in memory, after the storage was cleared. */
    forget() {
      cached = { text: null, items: empty };
      notify();
    },
  };
}
