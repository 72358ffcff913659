/**
 * User data stored on this device apart from the session. Most of it is deleted when the session
 * ends.
 */

import { SESSION_END_KEY } from './session-store.ts';

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
 *
 * @returns a function that unregisters it
 */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Removes the user's data, such as viewed homes and unsent questions, including data of modules
 * that are not loaded.
 */
export function clearUserData(end: SessionEnd): void {
  if (end.isReplaced !== true)
    removeAll(() => localStorage, [RECENT_KEY, SEEN_KEY, COMPARE_KEY, COST_KEY]);
  const prefixes = [EDITED_SEARCH_KEY, CONTACT_DETAILS_KEY, questionKey(''), INQUIRY_TOKEN_PREFIX];
  removeAll(
    () => sessionStorage,
    [SESSION_END_KEY, ...prefixes, ...(end.isSignOut ? [DRAFT_KEY] : [])],
  );
  // Stores the current time again.
  clearDataOfEndedSessions();
  for (const listener of listeners) listener(end);
}

/**
 * Removes this tab's data if a session has ended since the tab was last open. A tab that was on another
 * site, or that the browser had unloaded, was not notified.
 */
export function clearDataOfEndedSessions(): void {
  try {
    const known = sessionStorage.getItem(SESSION_END_KEY);
    const last = localStorage.getItem(SESSION_END_KEY) ?? '';
    if (known !== null && known !== last) clearUserData({ isSignOut: false, isReplaced: true });
    else sessionStorage.setItem(SESSION_END_KEY, last);
  } catch {
    // Storage is disabled, so it is empty.
  }
}

/** Removes all entries whose keys start with one of the prefixes. */
function removeAll(storage: () => Storage, prefixes: readonly string[]): void {
  try {
    const stored = storage();
    const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? '');
    for (const key of keys)
      if (prefixes.some((prefix) => key.startsWith(prefix))) stored.removeItem(key);
  } catch {
    // Storage is disabled, so it is empty.
  }
}
