import { useSyncExternalStore } from 'react';
import type { ButtonsProperty } from '../../property-cards/card-buttons.tsx';

/** The saved homes, on the account or on the device. */
export interface SavedHomes {
  has: (id: string) => boolean;
  /** Shown at once; comes back, with a word about it, if it failed. */
  toggle: (property: ButtonsProperty) => void;
}

let current: SavedHomes = { has: () => false, toggle: () => undefined };
const listeners = new Set<() => void>();

/** Tells every heart what is saved now. The keeper does this. */
export function publishSavedHomes(next: SavedHomes): void {
  current = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const read = () => current;

export function useSavedHomes(): SavedHomes {
  return useSyncExternalStore(subscribe, read, read);
}
