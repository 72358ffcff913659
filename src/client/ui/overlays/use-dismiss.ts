import { useEffect, type RefObject } from 'react';

/**
 * Calls `onDismiss` for an open panel on Escape, or when the user presses or focuses an element
 * outside.
 *
 * @param container the panel and the button that opened it
 * @param onDismiss must be stable across renders; closes the panel, and focuses the button if
 * `shouldReturnFocus`
 */
export function useDismiss(
  container: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (shouldReturnFocus: boolean) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss(true);
    };
    const onOutside = (event: Event) => {
      const inside = event.target instanceof Node && container.current?.contains(event.target);
      if (inside !== true) onDismiss(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [container, isOpen, onDismiss]);
}
