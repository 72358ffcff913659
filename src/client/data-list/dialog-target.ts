/** Tracks the row or rows that a dialog is about, and restores focus after the dialog closes. */

import { useCallback, useRef, useState, type RefObject } from 'react';

/** The target of a dialog about one or more table rows. */
export interface DialogTarget<T> {
  /** The row or rows; still set during the closing animation. */
  subject: T | null;
  isOpen: boolean;
  /** @param opener the button that regains focus when the dialog closes */
  open: (subject: T, opener: HTMLElement) => void;
  close: () => void;
  /**
   * Closes the dialog after the row is deleted. Focus moves to the same button in the next or
   * previous row or, without such a button, to the fallback.
   */
  closeAfterRemoval: () => void;
  /** Returns the element to focus after the dialog closes. */
  returnFocusTo: () => HTMLElement | null;
}

/**
 * Manages the state of a dialog about one or more rows.
 *
 * @param fallback the page's heading, which receives focus if no row with such a button remains
 */
export function useDialogTarget<T>(fallback: RefObject<HTMLElement | null>): DialogTarget<T> {
  const [subject, setSubject] = useState<T | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const focusTarget = useRef<HTMLElement | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    subject,
    isOpen,
    open: useCallback((next: T, from: HTMLElement) => {
      opener.current = from;
      focusTarget.current = from;
      setSubject(next);
      setIsOpen(true);
    }, []),
    close: useCallback(() => setIsOpen(false), []),
    closeAfterRemoval: useCallback(() => {
      focusTarget.current = findAdjacentButton(opener.current) ?? fallback.current;
      setIsOpen(false);
    }, [fallback]),
    returnFocusTo: useCallback(
      () => (focusTarget.current?.isConnected === true ? focusTarget.current : fallback.current),
      [fallback],
    ),
  };
}

/** Returns the button with the same action (`data-action`) in the next or previous row. */
function findAdjacentButton(button: HTMLElement | null): HTMLElement | null {
  const action = button?.dataset['action'];
  const row = button?.closest('tr');
  if (action === undefined || row === null || row === undefined) return null;
  for (const other of [row.nextElementSibling, row.previousElementSibling]) {
    const control = other?.querySelector<HTMLElement>(
      `[data-action="${action}"]:not([aria-disabled="true"])`,
    );
    if (control) return control;
  }
  return null;
}
