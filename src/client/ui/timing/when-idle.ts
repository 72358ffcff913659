/** Runs low-priority work. */

/** Timeout after which it starts even if the browser is busy, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Runs a function once the document and its pictures have loaded and the browser is idle.
 *
 * @returns cancels it
 */
export function whenIdle(run: () => void): () => void {
  let forget = (): void => removeEventListener('load', wait);
  function wait() {
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(run, MAX_WAIT_MS / 2);
      forget = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
    forget = () => cancelIdleCallback(handle);
  }
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => forget();
}

/** Returns whether the user prefers reduced data usage. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
