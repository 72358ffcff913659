/** When and whether to run low-priority work. */

/** How long to wait for an idle browser, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Runs a function once the document and its pictures have loaded and the browser is idle.
 *
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  let cancel = (): void => removeEventListener('load', wait);
  function wait() {
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(run, MAX_WAIT_MS / 2);
      cancel = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
    cancel = () => cancelIdleCallback(handle);
  }
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => cancel();
}

/** Returns whether the user prefers reduced data usage. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
