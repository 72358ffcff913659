import { useDeferredValue } from 'react';

/**
 * Returns whether hydration has finished: false on the server and in a component's first render.
 * Becomes true in a low-priority render.
 */
export function useHydrated(): boolean {
  return useDeferredValue(true, false);
}
