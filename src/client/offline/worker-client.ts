/** The page's side of the service worker. */

import { savesData, whenIdle } from '../ui/timing/when-idle.ts';
import { PAGES_CACHE, PICTURES_CACHE, WORKER_PATH, type KeepMessage } from './cached-pages.ts';

/** How long a page must have been open before it is cached, in milliseconds: a page left sooner was not read. */
const SETTLED_MS = 1_500;
/** Pictures named with a page: a page of a list and its rows. */
const MAX_NAMED_PICTURES = 20;

/** The worker's place in the browser; none on plain HTTP, and in some private windows. */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/** Whether document requests go through the worker. */
export function isWorkerInCharge(): boolean {
  return (container()?.controller ?? null) !== null;
}

/** Registers the worker once the page has loaded and the browser has time; not where data is to be saved. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || savesData()) return;
  whenIdle(() => {
    container()
      ?.register(WORKER_PATH, { updateViaCache: 'none' })
      // Without it everything works but the pages without a network.
      .catch(() => undefined);
  });
}

/**
 * Has the worker cache the page that is shown, a moment from now.
 *
 * @param address path and query
 * @returns takes the wish back
 */
export function keepPageSoon(address: string): () => void {
  const timer = setTimeout(() => {
    const pictures = Array.from(document.images, ({ currentSrc }) => currentSrc)
      .filter((source) => source.startsWith(`${location.origin}/images/`))
      .map((source) => new URL(source).pathname)
      .slice(0, MAX_NAMED_PICTURES);
    const message: KeepMessage = { keep: address, pictures };
    // Never answers where no worker is registered.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    void container()?.ready.then(({ active }) => active?.postMessage(message));
  }, SETTLED_MS);
  return () => clearTimeout(timer);
}

/** Forgets the pages and pictures on this device: what one user looked at is nothing to the next one. */
export async function forgetCachedPages(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await Promise.all([caches.delete(PAGES_CACHE), caches.delete(PICTURES_CACHE)]).catch(
    () => undefined,
  );
}
