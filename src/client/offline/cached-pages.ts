/** Names shared by the service worker and the pages. Depends on neither environment. */

/** Where the worker stands; its scope is the whole site. */
export const WORKER_PATH = '/service-worker.js';

/** Whole pages, as they came from the server. */
export const PAGES_CACHE = 'pages';
/** The pictures on them. */
export const PICTURES_CACHE = 'pictures';
/** Built files: one cache for each build, `assets <build>`. */
export const ASSETS_PREFIX = 'assets ';

/** How many pages are cached: about an evening's. */
export const MAX_PAGES = 30;
/** How many pictures are cached: some five for each page, about 10 MB. */
export const MAX_PICTURES = 150;

/** A cached page says on its root element when it was fetched, as an ISO time: `data-cached-at`. */
export const CACHED_AT = 'cachedAt';

/** Asks the worker to cache a page that it has not handed over itself. */
export interface KeepMessage {
  /** Path and query. */
  keep: string;
  /** Paths of the pictures in sight. */
  pictures: string[];
}

/** Public pages made to be read; nothing else is ever cached. */
const KEPT = /^\/(?:for-sale|for-rent|agents|agent-listings|about|contact|property\/[^/]+)?\/?$/;

/** Whether a page may be cached on the device. */
export function isCachedPage(pathname: string): boolean {
  return KEPT.test(pathname);
}
