import { useDeferredValue } from 'react';

/**
 * Whether the browser has taken the page over: false on the server and in a component's first render, which is the
 * server's. True in a render of its own that keeps nothing else waiting.
 */
export function useHydrated(): boolean {
  return useDeferredValue(true, false);
}
