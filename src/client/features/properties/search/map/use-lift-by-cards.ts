import { useEffect, type RefObject } from 'react';

/**
 * Reports the card that the pointer or the keyboard is on, to highlight its pin.
 *
 * @param onLift must be stable across renders; gets null when the pointer or the focus leaves
 */
export function useLiftByCards(
  list: RefObject<HTMLElement | null>,
  isActive: boolean,
  onLift: (id: string | null) => void,
): void {
  useEffect(() => {
    const box = list.current;
    if (!isActive || box === null) return undefined;
    const lift = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest('[data-property-id]') : null;
      onLift(card?.getAttribute('data-property-id') ?? null);
    };
    const drop = () => onLift(null);
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener('pointerover', lift, { signal });
    box.addEventListener('pointerleave', drop, { signal });
    box.addEventListener('focusin', lift, { signal });
    box.addEventListener('focusout', drop, { signal });
    return () => listening.abort();
  }, [list, isActive, onLift]);
}
