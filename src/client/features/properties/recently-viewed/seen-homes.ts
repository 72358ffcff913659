/**
 * The homes whose pages were opened on this device, newest first. Only their IDs are
 * stored.
 */

import { createDeviceList, type ListStorage } from '../../../session/device-list.ts';
import { onSessionEnd, RECENT_KEY, SEEN_KEY } from '../../../session/device-memory.ts';

/**
 * Creates a list of homes on this device.
 *
 * @param max maximum number of homes
 * @param getStorage called on each use; defaults to the browser's storage
 */
export function createSeenHomes(key: string, max: number, getStorage?: () => ListStorage) {
  const list = createDeviceList<string>({
    key,
    max,
    parse: (value) => (typeof value === 'string' ? value : undefined),
    ...(getStorage === undefined ? {} : { getStorage }),
  });
  const without = (id: string) => list.getSnapshot().filter((other) => other !== id);
  return {
    ...list,
    /** Adds a listing to the front, or moves it there. */
    remember(id: string) {
      if (list.getSnapshot()[0] !== id) list.write([id, ...without(id)]);
    },
    /** Removes a listing that can no longer be found. */
    remove(id: string) {
      if (list.getSnapshot().includes(id)) list.write(without(id));
    },
  };
}

/** The homes in 'Recently viewed'. */
export const recentHomes = createSeenHomes(RECENT_KEY, 12);
/** The homes that the map marks as seen. */
export const seenHomes = createSeenHomes(SEEN_KEY, 1_000);

onSessionEnd(recentHomes.forget);
onSessionEnd(seenHomes.forget);

let lastVisit: string | undefined;

/**
 * Records that a property page was opened, once per navigation. Signing out clears the list and
 * remounts the page, which must not add the home again.
 *
 * @param visit identifies the navigation
 */
export function rememberHome(id: string, visit: string): void {
  if (visit === lastVisit) return;
  lastVisit = visit;
  recentHomes.remember(id);
  seenHomes.remember(id);
}
