/** The homes whose pages were opened on this device, for the map's pins. Only their identifiers are stored. */

/** The storage key. */
const SEEN_KEY = 'seen-homes';
/** How many are remembered; the ones opened longest ago go first. */
const SEEN_MOST = 1_000;

const NONE: ReadonlySet<string> = new Set();

/** @param getStorage asked at every use, because it must not be touched on the server */
export function createSeenHomes(getStorage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const listeners = new Set<() => void>();
  let known: { text: string; ids: ReadonlySet<string> } = { text: '', ids: NONE };

  function read(): ReadonlySet<string> {
    let text = '';
    try {
      text = getStorage().getItem(SEEN_KEY) ?? '';
    } catch {
      // Storage is switched off.
    }
    if (text !== known.text) known = { text, ids: new Set(text.split(' ').filter(Boolean)) };
    return known.ids;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The same set as long as nothing changed. */
    getSnapshot: read,
    getServerSnapshot: () => NONE,
    remember(id: string): void {
      const ids = [...[...read()].filter((other) => other !== id), id].slice(-SEEN_MOST);
      try {
        getStorage().setItem(SEEN_KEY, ids.join(' '));
      } catch {
        return;
      }
      for (const listener of listeners) listener();
    },
  };
}

/** The browser's store. */
export const seenHomes = createSeenHomes(() => localStorage);
