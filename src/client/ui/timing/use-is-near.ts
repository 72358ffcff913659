import { useCallback, useState } from 'react';

/**
 * Detects when an element comes near the viewport, to load its content just before it becomes
 * visible.
 *
 * @param distance in pixels or percent, such as `200px`
 * @returns a ref for the element, and whether it is or was near the viewport
 */
export function useIsNear(distance: string) {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          setIsNear(true);
        },
        { rootMargin: distance },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [distance],
  );
  return { ref, isNear };
}
