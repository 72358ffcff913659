/**
 * What keys do in a list of the dashboard. They press what stands on the screen, which bears `data-action` (in rows and
 * their header) or `data-bulk` (in the bar of the selection), so that a key never does what a button would not.
 */

import type { ListKey } from './shortcut-keys.ts';

/** The button of a row that a key presses. */
const ROW_ACTIONS: Partial<Record<ListKey, string>> = {
  x: 'select',
  e: 'edit',
  v: 'view',
  delete: 'delete',
};

/**
 * Does what a key means in the list on the screen.
 *
 * @returns whether there was something to do
 */
export function pressInList(key: ListKey): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody > tr, main [data-row]')];
  if (rows.length === 0) return false;
  if (key === 'j' || key === 'k') return goToRow(rows, key === 'j' ? 1 : -1);
  if (key === 'a') return press(document.querySelector('main [data-action="select-page"]'));
  if (key === 'arrowleft' || key === 'arrowright') {
    const rel = key === 'arrowleft' ? 'prev' : 'next';
    return press(document.querySelector(`main a[rel="${rel}"]`));
  }
  if (key === 'delete') {
    const all = document.querySelector<HTMLElement>('[data-bulk="delete"]');
    if (all !== null) return press(all);
  }
  const here = rows.find((row) => row.contains(document.activeElement)) ?? rowUnderMouse(rows);
  return press(here?.querySelector(`[data-action="${ROW_ACTIONS[key]}"]`) ?? null);
}

/** Goes to the first control of the next row, or of the one before; from elsewhere to the first or the last. */
function goToRow(rows: readonly HTMLElement[], step: 1 | -1): boolean {
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const here =
    focused === -1 ? rows.findIndex((row) => row.querySelector('[aria-current]')) : focused;
  const next = here === -1 ? rows.at(step === 1 ? 0 : -1) : rows[here + step];
  const control = next?.querySelector<HTMLElement>('input:not(:disabled), button, a[href]');
  if (!control) return false;
  control.focus();
  // A row beside what it opens: going to it opens it.
  if (next?.hasAttribute('data-row') === true) control.click();
  return true;
}

function rowUnderMouse(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.matches(':hover'));
}

function press(control: HTMLElement | null): boolean {
  if (control === null || control.matches(':disabled')) return false;
  // What opens a dialog gives the focus back to it, and what is pressed is where the keys go on.
  control.focus();
  control.click();
  return true;
}

/**
 * Presses the control on the page that bears a key of its own, as `data-key`; a text box gets the focus.
 *
 * @returns whether there was one
 */
export function pressKeyed(event: {
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
  if (!(control instanceof HTMLTextAreaElement)) control.click();
  return true;
}
