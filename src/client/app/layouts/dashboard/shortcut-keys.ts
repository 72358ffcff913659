/** The dashboard's shortcuts: a single key, or `g` and a letter. */

/** The effect of a key. `letter` follows a `g`, as in 'go to'. */
export type Shortcut =
  | { action: 'go'; letter: string }
  | { action: 'new-listing' }
  | { action: 'search' }
  | { action: 'undo' }
  | { action: 'list'; key: ListKey }
  | { action: 'unread'; step: 1 | -1 }
  | { action: 'help' };

/** The keys for lists; see list-keys.ts. */
const LIST_KEYS = ['j', 'k', 'x', 'a', 'e', 'v', 'delete', 'arrowleft', 'arrowright'] as const;
export type ListKey = (typeof LIST_KEYS)[number];

/** The relevant part of a keyboard event. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The time within which a letter must follow the `g`. */
const SEQUENCE_TIMEOUT_MS = 1_200;

/**
 * Returns whether a key was pressed soon enough after a `g`.
 *
 * @param gAtMs when the `g` was pressed (`Event.timeStamp`); null after another key
 * @param atMs when the key was pressed (`Event.timeStamp`)
 */
export function isAfterG(gAtMs: number | null, atMs: number): boolean {
  return gAtMs !== null && atMs - gAtMs < SEQUENCE_TIMEOUT_MS;
}

/**
 * Interprets a key press.
 *
 * @param isAfterGKey whether a `g` was pressed just before
 * @returns null for a key without a shortcut, for `g` itself, and with Ctrl, Meta, or Alt
 */
export function readShortcut(press: KeyPress, isAfterGKey: boolean): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (isAfterGKey && /^[a-z]$/.test(key)) return { action: 'go', letter: key };
  if (key === 'n') return { action: 'new-listing' };
  if (key === '/') return { action: 'search' };
  if (key === '?') return { action: 'help' };
  if (key === 'z') return { action: 'undo' };
  if (press.shiftKey && (key === 'j' || key === 'k'))
    return { action: 'unread', step: key === 'j' ? 1 : -1 };
  const listKey = LIST_KEYS.find((candidate) => candidate === key);
  if (listKey !== undefined) return { action: 'list', key: listKey };
  return null;
}

/** Input types without typed text. */
const NON_TEXT_INPUTS = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
]);

/**
 * Returns whether an element handles keys itself for typing or choosing and must not trigger
 * shortcuts.
 */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.closest('[role="application"], [role="menu"], [role="tablist"]') !== null
  ) {
    return true;
  }
  // Arrow keys select radio buttons.
  if (target instanceof HTMLInputElement && target.type === 'radio') return true;
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUTS.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const STORAGE_KEY = 'shortcuts';

/**
 * Returns whether shortcuts are enabled on this device (WCAG 2.2, 2.1.4: single keys can be turned
 * off).
 */
export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Enables or disables the shortcuts. */
export function setShortcutsEnabled(isEnabled: boolean): void {
  try {
    if (isEnabled) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Without storage, the setting lasts only for this page.
  }
}
