import { useEffect, useRef } from 'react';

/**
 * How long a pointer must stay on a link to signal intent, in milliseconds. The router uses the
 * same delay.
 */
const INTENT_DELAY_MS = 100;

/**
 * Runs a function when the user hovers over or focuses a link and stays there, or touches it.
 *
 * @returns handlers for the link
 */
export function useIntent(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  const start = () => {
    cancel();
    timer.current = setTimeout(run, INTENT_DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onMouseEnter: start,
    onMouseLeave: cancel,
    onFocus: start,
    onBlur: cancel,
    onTouchStart: start,
  };
}
