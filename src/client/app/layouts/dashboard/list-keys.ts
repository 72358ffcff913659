/**
 * Keyboard shortcuts in dashboard lists. They press on-screen elements, such as those marked with
 * `data-action` (in rows and their header) or `data-bulk` (in the bulk action bar), and page links,
 * so a key never does more than a click would.
 */

import type { ListKey } from './shortcut-keys.ts';

/** The `data-action` of the row control that each key presses. */
const ROW_ACTIONS: Partial<Record<ListKey, string>> = {
  x: 'select',
  e: 'edit',
  v: 'view',
  delete: 'delete',
};

/**
 * Handles a key in the list on screen.
 *
 * @returns whether it had an effect
 */
export function handleListKey(key: ListKey): boolean {
  const rows = rowsOnScreen();
  if (rows.length === 0) return false;
  if (key === 'j' || key === 'k') return moveToRow(rows, key === 'j' ? 1 : -1);
  if (key === 'a') return press(document.querySelector('main [data-action="select-page"]'));
  if (key === 'arrowleft' || key === 'arrowright') {
    return turnPage(key === 'arrowleft' ? -1 : 1);
  }
  if (key === 'delete') {
    const bulkDelete = document.querySelector<HTMLElement>('[data-bulk="delete"]');
    if (bulkDelete !== null) return press(bulkDelete);
  }
  const current = rows.find((row) => row.contains(document.activeElement)) ?? rowUnderMouse(rows);
  return press(current?.querySelector(`[data-action="${ROW_ACTIONS[key]}"]`) ?? null);
}

/**
 * Opens the next or previous unread row, or turns the page if there is none in that direction.
 *
 * @returns whether it had an effect
 */
export function goToUnread(step: 1 | -1): boolean {
  const rows = rowsOnScreen();
  const current = currentIndex(rows);
  const inOrder =
    step === 1 ? rows.slice(current + 1) : rows.slice(0, Math.max(current, 0)).reverse();
  const next = inOrder.find((row) => row.hasAttribute('data-unread'));
  return next === undefined ? turnPage(step) : activateRow(next);
}

const rowsOnScreen = () => [
  ...document.querySelectorAll<HTMLElement>('main tbody > tr, main [data-row]'),
];

/** Returns the index of the focused row or else of the open row; -1 if there is neither. */
function currentIndex(rows: readonly HTMLElement[]): number {
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  return focused === -1 ? rows.findIndex((row) => row.querySelector('[aria-current]')) : focused;
}

/** Moves to the next or previous row, or to the first or last row if none is current. */
function moveToRow(rows: readonly HTMLElement[], step: 1 | -1): boolean {
  const current = currentIndex(rows);
  const next = current === -1 ? rows.at(step === 1 ? 0 : -1) : rows[current + step];
  if (next !== undefined) return activateRow(next);
  // If moving opens rows, continue on the next or previous page.
  return rows.some((row) => row.hasAttribute('data-row')) && turnPage(step);
}

/** Focuses a row's first control. Opens the row if its details are next to the list. */
function activateRow(row: HTMLElement): boolean {
  const control = row.querySelector<HTMLElement>('input:not(:disabled), button, a[href]');
  if (control === null) return false;
  control.focus();
  if (row.hasAttribute('data-row')) control.click();
  return true;
}

const turnPage = (step: 1 | -1) =>
  press(document.querySelector(`main a[rel="${step === 1 ? 'next' : 'prev'}"]`));

function rowUnderMouse(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.matches(':hover'));
}

function press(control: HTMLElement | null): boolean {
  if (control === null || control.matches(':disabled')) return false;
  // Dialogs return focus to the control, so the keys continue from there.
  control.focus();
  control.click();
  return true;
}

/**
 * Presses the page's control for a key (`data-key`). A text field, and the first of several choices
 * (`data-key-focus`), gets focus instead.
 *
 * @returns whether the page has a control for the key
 */
export function pressControlForKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}) {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z\d]$/i.test(event.key)) return false;
  const control = document.querySelector<HTMLElement>(
    `main [data-key="${event.key.toLowerCase()}"]:not(:disabled)`,
  );
  if (control === null) return false;
  control.focus();
  if (!control.matches('textarea, [data-key-focus]')) control.click();
  return true;
}
