import { useCallback, useState, type ComponentType } from 'react';
import { showToast } from '../notices/toast-store.ts';

/** A component whose script comes when a user wants it. */
export interface DeferredComponent<P> {
  /** Null until its script is here. */
  Component: ComponentType<P> | null;
  /** The script is on its way. */
  isComing: boolean;
  /** Fetches the script; gives whether it is here. If not, that is said. */
  fetch: () => Promise<boolean>;
}

/**
 * Like React's `lazy`, but a script that cannot be fetched does not take the page down: the user who pressed the button
 * is told. Browsers remember such a script for as long as the document lives, so that only another document helps.
 *
 * @param load must stay the same function from render to render
 * @param name what cannot be opened without it: 'The filters'
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
