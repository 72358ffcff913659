/** Dialogs about rows of a table: what they are about, and where the keyboard goes when they close. */

import { useCallback, useRef, useState, type RefObject } from 'react';

/** The row that a table's dialog is about. */
export interface DialogTarget<T> {
  /** Stays while the dialog fades away. */
  about: T | null;
  isOpen: boolean;
  /** @param opener the button, which gets the focus back */
  open: (about: T, opener: HTMLElement) => void;
  close: () => void;
  /** The same after the row was deleted: the focus goes to the same button of the next row. */
  closeAfterRemoval: () => void;
  /** For the dialog's `returnFocusTo`. */
  returnFocusTo: () => HTMLElement | null;
}

/** @param fallback receives focus when the last row was removed: the page's heading */
export function useDialogTarget<T>(fallback: RefObject<HTMLElement | null>): DialogTarget<T> {
  const [about, setAbout] = useState<T | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const focusNext = useRef<HTMLElement | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    about,
    isOpen,
    open: useCallback((next: T, from: HTMLElement) => {
      opener.current = from;
      focusNext.current = from;
      setAbout(next);
      setIsOpen(true);
    }, []),
    close: useCallback(() => setIsOpen(false), []),
    closeAfterRemoval: useCallback(() => {
      focusNext.current = adjacentOf(opener.current) ?? fallback.current;
      setIsOpen(false);
    }, [fallback]),
    returnFocusTo: useCallback(
      () => (focusNext.current?.isConnected === true ? focusNext.current : fallback.current),
      [fallback],
    ),
  };
}

/** The button for the same action (`data-action`) in the row after, or before, a button's own. */
function adjacentOf(button: HTMLElement | null): HTMLElement | null {
  const action = button?.dataset['action'];
  const row = button?.closest('tr');
  if (action === undefined || row === null || row === undefined) return null;
  for (const other of [row.nextElementSibling, row.previousElementSibling]) {
    const found = other?.querySelector<HTMLElement>(
      `[data-action="${action}"]:not([aria-disabled="true"])`,
    );
    if (found) return found;
  }
  return null;
}
