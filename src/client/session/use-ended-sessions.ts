import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './device-memory.ts';

let count = 0;
const listeners = new Set<() => void>();

/** The number of sessions that have ended in this document. */
export const endedSessions = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  getSnapshot: () => count,
};

onSessionEnd(() => {
  count += 1;
  listeners.forEach((listener) => listener());
});

/**
 * Returns a React key for forms, which changes when a session ends, so that the next user gets empty
 * forms.
 */
export function useEndedSessions(): number {
  return useSyncExternalStore(endedSessions.subscribe, endedSessions.getSnapshot, () => 0);
}
