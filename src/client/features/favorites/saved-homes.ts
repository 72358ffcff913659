import { useSyncExternalStore } from 'react';
import type { HomeWithNote } from '../../property-cards/card-buttons.tsx';

/** The saved homes, on the account or on the device. */
export interface SavedHomes {
  has: (id: string) => boolean;
  /**
   * Saves or unsaves a home. The change is shown immediately. If it fails, it is rolled back with a
   * message.
   */
  toggle: (property: HomeWithNote) => void;
}

let current: SavedHomes = { has: () => false, toggle: () => undefined };
const listeners = new Set<() => void>();

/** Updates every heart. Called by `SavedHomesSync`. */
export function publishSavedHomes(next: SavedHomes): void {
  current = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const getSnapshot = () => current;

export function useSavedHomes(): SavedHomes {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
