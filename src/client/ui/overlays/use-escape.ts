import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `onEscape` when Escape is pressed inside an element. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const container = element.current;
    if (container === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      escape();
    };
    container.addEventListener('keydown', onKey);
    return () => container.removeEventListener('keydown', onKey);
  }, [element]);
}
