import { useEffect, type RefObject } from 'react';

/**
 * Reports the card that is hovered over or focused, to highlight its pin.
 *
 * @param onHighlight must be stable across renders; receives null when the pointer or focus leaves
 */
export function useHighlightByCards(
  list: RefObject<HTMLElement | null>,
  isActive: boolean,
  onHighlight: (id: string | null) => void,
): void {
  useEffect(() => {
    const box = list.current;
    if (!isActive || box === null) return undefined;
    const report = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest('[data-property-id]') : null;
      onHighlight(card?.getAttribute('data-property-id') ?? null);
    };
    const clear = () => onHighlight(null);
    const controller = new AbortController();
    const { signal } = controller;
    box.addEventListener('pointerover', report, { signal });
    box.addEventListener('pointerleave', clear, { signal });
    box.addEventListener('focusin', report, { signal });
    box.addEventListener('focusout', clear, { signal });
    return () => controller.abort();
  }, [list, isActive, onHighlight]);
}
