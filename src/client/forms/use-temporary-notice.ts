import { useCallback, useEffect, useState } from 'react';

/** A temporary message after a form was submitted. */
export interface Notice {
  tone: 'success' | 'error';
  text: string;
}

/**
 * Manages a notice that disappears after a while (docs/product/pages.md, Loading and errors).
 *
 * @param durationMs how long a notice is shown; a new one restarts the timer
 * @returns the current notice or null, and a function that shows a notice, or hides it for null
 */
export function useTemporaryNotice(
  durationMs: number,
): [Notice | null, (notice: Notice | null) => void] {
  // A new object each time, so that an identical notice restarts the timer.
  const [shown, setShown] = useState<{ notice: Notice } | null>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), durationMs);
    return () => clearTimeout(timer);
  }, [shown, durationMs]);
  const show = useCallback(
    (notice: Notice | null) => setShown(notice === null ? null : { notice }),
    [],
  );
  return [shown?.notice ?? null, show];
}
