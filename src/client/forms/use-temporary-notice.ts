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
  // A new object each time so that an identical notice restarts the timer.
  const [current, setCurrent] = useState<{ notice: Notice } | null>(null);
  useEffect(() => {
    if (current === null) return undefined;
    const timer = setTimeout(() => setCurrent(null), durationMs);
    return () => clearTimeout(timer);
  }, [current, durationMs]);
  const show = useCallback(
    (notice: Notice | null) => setCurrent(notice === null ? null : { notice }),
    [],
  );
  return [current?.notice ?? null, show];
}
