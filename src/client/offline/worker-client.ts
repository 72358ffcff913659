/** The page's side of the service worker. */

import { savesData, whenIdle } from '../ui/timing/when-idle.ts';
import { PAGES_CACHE, PICTURES_CACHE, WORKER_PATH, type CacheMessage } from './cached-pages.ts';

/**
 * How long a page must be open before it is cached, in milliseconds. A page left sooner was not
 * read.
 */
const SETTLED_MS = 1_500;
/** Maximum pictures sent with a page: enough for a page of a list with its rows. */
const MAX_NAMED_PICTURES = 20;

/**
 * Returns the browser's service worker container; undefined on plain HTTP, and in some private
 * windows.
 */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/** Returns whether document requests go through the worker. */
export function isWorkerActive(): boolean {
  return (container()?.controller ?? null) !== null;
}

/**
 * Registers the worker once the page has loaded and the browser is idle; not if the user saves
 * data.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || savesData()) return;
  whenIdle(() => {
    container()
      ?.register(WORKER_PATH, { updateViaCache: 'none' })
      // Without it, everything works except offline pages.
      .catch(() => undefined);
  });
}

/**
 * Asks the worker after a delay to cache the current page.
 *
 * @param address path and query
 * @returns cancels it
 */
export function cachePageSoon(address: string): () => void {
  const timer = setTimeout(() => {
    const pictures = Array.from(document.images, ({ currentSrc }) => currentSrc)
      .filter((source) => source.startsWith(`${location.origin}/images/`))
      .map((source) => new URL(source).pathname)
      .slice(0, MAX_NAMED_PICTURES);
    const message: CacheMessage = { keep: address, pictures };
    // Never resolves without a registered worker.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    void container()?.ready.then(({ active }) => active?.postMessage(message));
  }, SETTLED_MS);
  return () => clearTimeout(timer);
}

/**
 * Removes the cached pages and pictures from this device, so that the next user does not see them.
 */
export async function clearCachedPages(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await Promise.all([caches.delete(PAGES_CACHE), caches.delete(PICTURES_CACHE)]).catch(
    () => undefined,
  );
}
