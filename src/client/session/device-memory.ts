/** Data about a user stored on this device beside the session; deleted on sign-out. */

/** Storage key of the homes that were looked at last (localStorage). */
export const RECENT_KEY = 'recently-viewed';
/** Storage key of the homes whose pages were opened, for the map's pins (localStorage). */
export const SEEN_KEY = 'seen-homes';
/** Storage key of the homes that a visitor saved (localStorage); they are the device's own, and stay. */
export const SAVED_KEY = 'saved-homes';
/** Storage key of the homes that were chosen to be compared (localStorage). */
export const COMPARE_KEY = 'compare';
/** Storage key of what was entered in the monthly cost of homes (localStorage). */
export const COST_KEY = 'monthly-cost';
/** Storage key of a listing's form that was left unsaved (sessionStorage). */
export const DRAFT_KEY = 'listing-draft';

/** Storage key of the name, email, and phone used for questions in this tab (sessionStorage). */
export const ASK_PERSON_KEY = 'ask-person';
/** Storage key of a question that was left unsent, by home (sessionStorage). */
export const askMessageKey = (propertyId: string) => `ask-message ${propertyId}`;
/** Storage key of the token of the inquiry that was opened in this tab, by home (sessionStorage). */
export const askTokenKey = (propertyId: string) => `ask-token ${propertyId}`;

/** Storage key of the saved search whose filters are being changed (sessionStorage). */
export const EDITED_SEARCH_KEY = 'edited-search';

/** How a session ended. */
export type SessionEnd = {
  /**
   * Asked for by the user. A session that ended by itself leaves what they were writing: its drafts are given back to
   * them alone.
   */
  wasAsked: boolean;
  /** Another session has begun since, to which belongs what all tabs share: only this tab's part goes. */
  isReplaced?: boolean;
};

const forgetters = new Set<(end: SessionEnd) => void>();

/** Registers what a module remembers in memory; called when a session ends in this window or in another one. */
export function forgetAtSignOut(forget: (end: SessionEnd) => void): void {
  forgetters.add(forget);
}

/** The storages that are cleaned; each throws where storage is switched off. */
export type DeviceStorages = {
  local: () => Pick<Storage, 'removeItem'>;
  tab: () => Pick<Storage, 'removeItem' | 'key' | 'length'>;
};

const BROWSER: DeviceStorages = { local: () => localStorage, tab: () => sessionStorage };

/** Forgets what was looked at and searched for, also where the module that wrote it was never loaded here. */
export function forgetUser(end: SessionEnd, storages = BROWSER): void {
  if (end.isReplaced !== true) {
    for (const key of [RECENT_KEY, SEEN_KEY, COMPARE_KEY, COST_KEY]) remove(storages.local, key);
  }
  remove(storages.tab, EDITED_SEARCH_KEY);
  remove(storages.tab, ASK_PERSON_KEY);
  for (const keyOf of [askMessageKey, askTokenKey]) removeAll(storages.tab, keyOf(''));
  if (end.wasAsked) remove(storages.tab, DRAFT_KEY);
  for (const forget of forgetters) forget(end);
}

/** Removes what was stored of any home. */
function removeAll(storage: DeviceStorages['tab'], prefix: string): void {
  try {
    const stored = storage();
    const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index));
    for (const key of keys) if (key?.startsWith(prefix) === true) stored.removeItem(key);
  } catch {
    // Storage is switched off: nothing is in it.
  }
}

function remove(storage: () => Pick<Storage, 'removeItem'>, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Storage is switched off: nothing is in it.
  }
}
