/**
 * The toasts at the bottom of the window. Stored outside of React so that any code can show one.
 */

/** One toast. */
export interface Toast {
  id: number;
  tone: 'info' | 'success' | 'error';
  text: string;
  /** An action, such as Undo. */
  action?: { label: string; onSelect: () => void };
}

/** How long a toast stays, in milliseconds. Toasts with an action stay longer. */
export const TOAST_DURATION_MS = 6_000;
const TOAST_WITH_ACTION_DURATION_MS = 12_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
/** Whether the user hovers over or focuses the toasts. If so, expired toasts stay. */
let isPaused = false;
const expiredIds = new Set<number>();
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

/** Shows a toast temporarily. Returns a function that dismisses it immediately. */
export function showToast(toast: Omit<Toast, 'id'>): () => void {
  const id = nextId++;
  // Replaces a toast with the same text.
  set([...toasts.filter((other) => other.text !== toast.text), { ...toast, id }]);
  const dismiss = () => dismissToast(id);
  setTimeout(
    () => (isPaused ? expiredIds.add(id) : dismiss()),
    toast.action === undefined ? TOAST_DURATION_MS : TOAST_WITH_ACTION_DURATION_MS,
  );
  return dismiss;
}

/** Dismisses a toast; does nothing if it is already dismissed. */
export function dismissToast(id: number): void {
  if (!toasts.some((toast) => toast.id === id)) return;
  set(toasts.filter((toast) => toast.id !== id));
  // The element that was hovered or focused may disappear without an event.
  pauseToasts(false);
}

/** Dismisses all toasts. */
export function clearToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

/** Pauses automatic dismissal while a toast is hovered or focused, and resumes it afterward (WCAG 2.2.1). */
export function pauseToasts(shouldPause: boolean): void {
  isPaused = shouldPause;
  if (shouldPause) return;
  const ids = [...expiredIds];
  expiredIds.clear();
  ids.forEach(dismissToast);
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => toasts,
  getServerSnapshot: (): readonly Toast[] => NO_TOASTS,
};

const NO_TOASTS: readonly Toast[] = [];
