import { useCallback, useState, type ComponentType } from 'react';
import { showToast } from '../notices/toast-store.ts';

/** A component whose script is loaded on demand. */
export interface DeferredComponent<P> {
  /** Null until its script is loaded. */
  Component: ComponentType<P> | null;
  /** Whether the script is loading. */
  isComing: boolean;
  /** Loads the script; returns whether it succeeded. Failures are reported. */
  fetch: () => Promise<boolean>;
}

/**
 * Like React's `lazy`, but a script that cannot be loaded shows a message instead of failing the
 * page. Browsers remember the failure as long as the document lives, so only a reload helps.
 *
 * @param load must be stable across renders
 * @param name the feature that needs the script: 'The filters'
 */
export function useDeferredComponent<P>(
  load: () => Promise<ComponentType<P>>,
  name: string,
): DeferredComponent<P> {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null);
  const [isComing, setIsComing] = useState(false);
  const isHere = Component !== null;
  const fetch = useCallback(async () => {
    if (isHere) return true;
    setIsComing(true);
    try {
      const loaded = await load();
      setComponent(() => loaded);
      return true;
    } catch {
      showToast({
        tone: 'error',
        text: `${name} cannot be opened just now. Check your connection.`,
        action: { label: 'Reload page', onSelect: () => location.reload() },
      });
      return false;
    } finally {
      setIsComing(false);
    }
  }, [load, name, isHere]);
  return { Component, isComing, fetch };
}
