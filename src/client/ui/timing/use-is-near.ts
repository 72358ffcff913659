import { useCallback, useState } from 'react';

/**
 * Whether an element is, or once was, in the window or near it: for what is loaded only when it is about to be seen.
 *
 * @param distance how near, as a CSS length
 * @returns a ref for the element, and whether it is near
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
