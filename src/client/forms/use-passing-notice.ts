import { useCallback, useEffect, useState } from 'react';

/** A temporary message after a form was submitted. */
export interface Notice {
  tone: 'success' | 'error';
  text: string;
}

/**
 * A notice that disappears after a while (docs/product/pages.md, Waiting and failing).
 *
 * @param stayMs how long it stays; a new one starts again
 * @returns the notice, null when there is none, and what shows one or (null) takes it away
 */
export function usePassingNotice(stayMs: number): [Notice | null, (notice: Notice | null) => void] {
  // An object of its own for every showing: the same words twice stay as long as two notices.
  const [shown, setShown] = useState<{ notice: Notice } | null>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), stayMs);
    return () => clearTimeout(timer);
  }, [shown, stayMs]);
  const show = useCallback(
    (notice: Notice | null) => setShown(notice === null ? null : { notice }),
    [],
  );
  return [shown?.notice ?? null, show];
}
