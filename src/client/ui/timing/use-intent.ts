import { useEffect, useRef } from 'react';

/** How long a user points at a link before they seem to mean it, in milliseconds: as long as the router waits. */
const INTENT_MS = 100;

/**
 * Runs something when a user points at a link, puts the focus on it or touches it, and stays.
 *
 * @returns handlers for the link
 */
export function useIntent(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  const begin = () => {
    end();
    timer.current = setTimeout(run, INTENT_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onMouseEnter: begin,
    onMouseLeave: end,
    onFocus: begin,
    onBlur: end,
    onTouchStart: begin,
  };
}
