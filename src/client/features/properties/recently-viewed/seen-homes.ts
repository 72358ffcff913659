/** The homes whose pages were opened on this device, the newest first. Only their identifiers are stored. */

import { createDeviceList, type ListStorage } from '../../../session/device-list.ts';
import { forgetAtSignOut, RECENT_KEY, SEEN_KEY } from '../../../session/device-memory.ts';

/**
 * @param most how many are remembered
 * @param getStorage asked at every use; the browser's if absent
 */
export function createSeenHomes(key: string, most: number, getStorage?: () => ListStorage) {
  const list = createDeviceList<string>({
    key,
    most,
    parse: (value) => (typeof value === 'string' ? value : undefined),
    ...(getStorage === undefined ? {} : { getStorage }),
  });
  const without = (id: string) => list.getSnapshot().filter((other) => other !== id);
  return {
    ...list,
    /** Puts a listing first. */
    remember(id: string) {
      if (list.getSnapshot()[0] !== id) list.write([id, ...without(id)]);
    },
    /** Removes a deleted listing. */
    remove(id: string) {
      if (list.getSnapshot().includes(id)) list.write(without(id));
    },
  };
}

/** What 'Recently viewed' shows. */
export const recentHomes = createSeenHomes(RECENT_KEY, 12);
/** The homes that the map marks as seen. */
export const seenHomes = createSeenHomes(SEEN_KEY, 1_000);

forgetAtSignOut(recentHomes.forget);
forgetAtSignOut(seenHomes.forget);

/** Remembers that a listing's page was opened. */
export function rememberHome(id: string): void {
  recentHomes.remember(id);
  seenHomes.remember(id);
}
