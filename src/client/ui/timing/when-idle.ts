/** Runs low-priority work. */

/** The latest start where the browser is never idle, in milliseconds. */
const LATEST_MS = 3_000;

/**
 * Runs something once the document has loaded, its pictures included, and the browser has nothing else to do.
 *
 * @returns takes the wish back
 */
export function whenIdle(run: () => void): () => void {
  let forget = (): void => removeEventListener('load', wait);
  function wait() {
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(run, LATEST_MS / 2);
      forget = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(run, { timeout: LATEST_MS });
    forget = () => cancelIdleCallback(handle);
  }
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => forget();
}

/** Whether the device's owner asks for as little data as possible. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
