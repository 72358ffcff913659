import { useCallback, useState, type ComponentType } from 'react';
import { showToast } from '../notices/toast-store.ts';

/** A component whose script is loaded on demand. */
export interface DeferredComponent<P> {
  /** Null until its script is loaded. */
  Component: ComponentType<P> | null;
  /** Whether the script is loading. */
  isLoading: boolean;
  /** Loads the script; returns whether it succeeded. Shows a toast on failure. */
  fetch: () => Promise<boolean>;
}

/**
 * Loads a component like React's `lazy`, but shows a message if its script cannot be loaded. Browsers
 * cache the failure until the document is reloaded.
 *
 * @param load must be stable across renders
 * @param name the feature that needs the script, as the start of the message, such as 'The filters'
 */
export function useDeferredComponent<P>(
  load: () => Promise<ComponentType<P>>,
  name: string,
): DeferredComponent<P> {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const isLoaded = Component !== null;
  const fetch = useCallback(async () => {
    if (isLoaded) return true;
    setIsLoading(true);
    const opener = document.activeElement;
    try {
      const loaded = await load();
      // The user may have pressed Tab since. A dialog returns focus to the element that had it when
      // the dialog opened.
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      setComponent(() => loaded);
      return true;
    } catch {
      showToast({
        tone: 'error',
        text: `${name} couldn’t be opened. Check your connection.`,
        action: { label: 'Reload page', onSelect: () => location.reload() },
      });
      return false;
    } finally {
      setIsLoading(false);
    }
  }, [load, name, isLoaded]);
  return { Component, isLoading, fetch };
}
