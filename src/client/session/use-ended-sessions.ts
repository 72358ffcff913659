import { useSyncExternalStore } from 'react';
import { forgetAtSignOut } from './device-memory.ts';

let count = 0;
const listeners = new Set<() => void>();

/** How many sessions have ended in this document. */
export const endedSessions = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  getSnapshot: () => count,
};

forgetAtSignOut(() => {
  count += 1;
  listeners.forEach((listener) => listener());
});

/** A key for forms that hold what their user typed: with another number they begin anew, for the next one. */
export function useEndedSessions(): number {
  return useSyncExternalStore(endedSessions.subscribe, endedSessions.getSnapshot, () => 0);
}
