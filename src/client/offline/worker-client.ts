/** The page's interface to the service worker. */

import { prefersReducedData, whenIdle } from '../ui/timing/when-idle.ts';
import { PAGES_CACHE, PICTURES_CACHE, WORKER_PATH, type CacheMessage } from './cached-pages.ts';

/** How long a page must be open before it is cached, in milliseconds. */
const CACHE_DELAY_MS = 1_500;
/** Maximum pictures per message: most of those on one page of a list. */
const MAX_MESSAGE_PICTURES = 20;

/**
 * Returns the browser's service worker container; undefined on plain HTTP, and in some private
 * windows.
 */
function workerContainer(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/** Returns whether the worker handles this page's document requests. */
export function isWorkerActive(): boolean {
  return (workerContainer()?.controller ?? null) !== null;
}

/**
 * Registers the worker when the page has loaded and the browser is idle, unless the user prefers
 * reduced data usage.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || prefersReducedData()) return;
  whenIdle(() => {
    workerContainer()
      ?.register(WORKER_PATH, { updateViaCache: 'none' })
      // Without the worker, everything works except offline pages.
      .catch(() => undefined);
  });
}

/**
 * Asks the worker after a delay to cache the current page.
 *
 * @param url path and query
 * @returns a function that cancels the request
 */
export function cachePageSoon(url: string): () => void {
  const timer = setTimeout(() => {
    const pictures = Array.from(document.images, ({ currentSrc }) => currentSrc)
      .filter((source) => source.startsWith(`${location.origin}/images/`))
      .map((source) => new URL(source).pathname)
      .slice(0, MAX_MESSAGE_PICTURES);
    const message: CacheMessage = { url, pictures };
    // Never resolves without a registered worker.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ServiceWorker.postMessage takes no target origin
    void workerContainer()?.ready.then(({ active }) => active?.postMessage(message));
  }, CACHE_DELAY_MS);
  return () => clearTimeout(timer);
}

/**
 * Removes the cached pages and pictures from this device so that the next user does not see them.
 */
export async function clearCachedPages(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await Promise.all([caches.delete(PAGES_CACHE), caches.delete(PICTURES_CACHE)]).catch(
    () => undefined,
  );
}
