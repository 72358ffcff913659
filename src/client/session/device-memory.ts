/**
 * User data stored on this device apart from the session. Most of it is deleted when the session
 * ends.
 */

/** Storage key of the recently viewed homes (localStorage). */
export const RECENT_KEY = 'recently-viewed';
/** Storage key of the homes whose pages were opened, for the map's pins (localStorage). */
export const SEEN_KEY = 'seen-homes';
/** Storage key of a visitor's saved homes (localStorage). They stay on the device after sign-out. */
export const SAVED_KEY = 'saved-homes';
/** Storage key of the homes chosen for comparison (localStorage). */
export const COMPARE_KEY = 'compare';
/** Storage key of the monthly cost inputs (localStorage). */
export const COST_KEY = 'monthly-cost';
/** Storage key of an unsaved listing form (sessionStorage). */
export const DRAFT_KEY = 'listing-draft';

/** Storage key of the name, email, and phone used for questions in this tab (sessionStorage). */
export const CONTACT_DETAILS_KEY = 'ask-person';
/** Returns the storage key of an unsent question, by home (sessionStorage). */
export const questionKey = (propertyId: string) => `ask-message ${propertyId}`;
const INQUIRY_TOKEN_PREFIX = 'ask-token ';
/**
 * Returns the storage key of the token of an inquiry sent in this tab, by home and the visitor's
 * email address (sessionStorage).
 */
export const inquiryTokenKey = (propertyId: string, email: string) =>
  `${INQUIRY_TOKEN_PREFIX}${propertyId} ${email.toLowerCase()}`;

/** Storage key of the saved search being edited (sessionStorage). */
export const EDITED_SEARCH_KEY = 'edited-search';

/** Storage key of the ID of the user whose data this tab stores; '' for a visitor (sessionStorage). */
const TAB_USER_KEY = 'tab-user';

/** How a session ended. */
export type SessionEnd = {
  /**
   * Whether the user signed out in this tab. If not, drafts of listings and replies remain, for the
   * same user only.
   */
  isSignOut: boolean;
  /**
   * Whether another session has started since. The data shared by all tabs then belongs to the new
   * session, so only this tab's data is deleted.
   */
  isReplaced?: boolean;
};

const listeners = new Set<(end: SessionEnd) => void>();

/**
 * Registers a function that clears a module's memory, called when a session ends in this tab or
 * another tab.
 */
export function onSessionEnd(listener: (end: SessionEnd) => void): void {
  listeners.add(listener);
}

/** The storages to clear; each throws if storage is disabled. */
export type DeviceStorages = {
  local: () => Pick<Storage, 'removeItem' | 'key' | 'length'>;
  tab: () => Pick<Storage, 'removeItem' | 'key' | 'length'>;
};

const BROWSER_STORAGES: DeviceStorages = { local: () => localStorage, tab: () => sessionStorage };

/**
 * Removes the user's data, such as viewed homes and unsent questions, including data of modules
 * that are not loaded.
 */
export function clearUserData(end: SessionEnd, storages = BROWSER_STORAGES): void {
  if (end.isReplaced !== true)
    removeAll(storages.local, [RECENT_KEY, SEEN_KEY, COMPARE_KEY, COST_KEY]);
  const prefixes = [EDITED_SEARCH_KEY, CONTACT_DETAILS_KEY, questionKey(''), INQUIRY_TOKEN_PREFIX];
  removeAll(storages.tab, [TAB_USER_KEY, ...prefixes, ...(end.isSignOut ? [DRAFT_KEY] : [])]);
  for (const listener of listeners) listener(end);
}

/**
 * Removes this tab's data if it belongs to another user. A tab that was on another site, or that the
 * browser had unloaded, was not notified when the session ended.
 *
 * @param userId '' for a visitor, whose data is kept after signing in
 */
export function keepTabDataOf(userId: string): void {
  try {
    const owner = sessionStorage.getItem(TAB_USER_KEY);
    if (owner && owner !== userId) clearUserData({ isSignOut: false, isReplaced: true });
    sessionStorage.setItem(TAB_USER_KEY, userId);
  } catch {
    // Storage is disabled, so it is empty.
  }
}

/** Removes all entries whose keys start with one of the prefixes. */
function removeAll(storage: DeviceStorages['tab'], prefixes: readonly string[]): void {
  try {
    const stored = storage();
    const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? '');
    for (const key of keys)
      if (prefixes.some((prefix) => key.startsWith(prefix))) stored.removeItem(key);
  } catch {
    // Storage is disabled, so it is empty.
  }
}
