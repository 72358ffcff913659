/** Names and limits shared by the service worker and the pages. */

/** The worker's path; its scope is the whole site. */
export const WORKER_PATH = '/service-worker.js';

/** The cache of complete pages, as rendered by the server. */
export const PAGES_CACHE = 'pages';
/** The cache of the pictures on these pages. */
export const PICTURES_CACHE = 'pictures';
/** The prefix of the caches of built files. Each build has one, `assets <build>`. */
export const ASSETS_PREFIX = 'assets ';

/** Maximum number of cached pages: about one evening of browsing. */
export const MAX_PAGES = 30;
/** Maximum number of cached pictures: about five per page, about 10 MB. */
export const MAX_PICTURES = 150;

/**
 * The data attribute on a cached page's root element, `data-cached-at`: when it was fetched, as an
 * ISO time.
 */
export const CACHED_AT = 'cachedAt';

/** Asks the worker to cache a page that it did not serve itself. */
export interface CacheMessage {
  /** Path and query. */
  url: string;
  /** Paths of the page's loaded pictures. */
  pictures: string[];
}

/** The paths of the public pages that can be cached; other pages never are. */
const CACHEABLE_PATHS =
  /^\/(?:for-sale|for-rent|agents|agent-listings|about|contact|property\/[^/]+)?\/?$/;

/** Returns whether a page can be cached on the device. */
export function isCacheablePage(pathname: string): boolean {
  return CACHEABLE_PATHS.test(pathname);
}
