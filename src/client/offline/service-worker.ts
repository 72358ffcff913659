/**
 * The service worker: shows recently viewed public pages while offline. Online, pages always come
 * from the network. It handles no API requests, and caches no pages that require signing in.
 *
 * Built by `scripts/bundle/service-worker.ts`, which defines `BUILD`.
 */

import {
  ASSETS_PREFIX,
  isCacheablePage,
  PAGES_CACHE,
  MAX_PAGES,
  PICTURES_CACHE,
  MAX_PICTURES,
  type CacheMessage,
} from './cached-pages.ts';
import {
  offlinePageHtml,
  offlinePagePolicy,
  readSite,
  readTitle,
  type CachedPage,
  type OfflineSite,
} from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;
declare const BUILD: {
  /** Different for every build. */
  id: string;
  /** URLs of the files that the public pages need. */
  shell: string[];
  stylesheet: string;
};

const ASSETS_CACHE = ASSETS_PREFIX + BUILD.id;
/** The current build and the previous one, whose tabs may still be open. */
const MAX_BUILDS = 2;
const CACHED_AT_HEADER = 'x-cached-at';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(ASSETS_CACHE);
      await cache.addAll(BUILD.shell);
      // All files have unique URLs, so a new worker can serve tabs of the previous build, too.
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await removeOldBuilds();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { url: requestedUrl, pictures } = event.data as CacheMessage;
  const url = new URL(requestedUrl, self.location.origin);
  if (isCacheablePage(url.pathname))
    event.waitUntil(fetchAndCache(url, pictures).catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) {
    event.respondWith(fromCacheFirst(event, ASSETS_CACHE));
  } else if (pathname.startsWith('/images/')) {
    if (isFromCacheablePage(request)) event.respondWith(fromCacheFirst(event, PICTURES_CACHE));
  } else if (request.mode === 'navigate' && !/^\/api\/|\.\w+$/.test(pathname)) {
    // Other pages are not cached; if the network fails, they get the offline page.
    event.respondWith(
      isCacheablePage(pathname) ? openPage(event) : fetch(request).catch(() => offlinePage()),
    );
  }
});

/** Returns a public page from the network, else the cached one, else the offline page. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(cachePage(new URL(event.request.url), copy).catch(() => undefined));
    return response;
  } catch {
    return (await findCachedPage(event.request.url)) ?? offlinePage();
  }
}

/** Returns a file whose URL changes with its content: from the cache, else from the network. */
async function fromCacheFirst(event: FetchEvent, cacheName: string): Promise<Response> {
  const cached = await caches.match(event.request, { ignoreVary: true });
  if (cached !== undefined) return cached;
  const response = await fetch(event.request);
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(
      (async () => {
        const cache = await caches.open(cacheName);
        await cache.put(event.request, copy);
        if (cacheName === PICTURES_CACHE) await trim(cache, MAX_PICTURES);
      })().catch(() => undefined),
    );
  }
  return response;
}

/** Returns whether a cacheable page requested the file. Dashboard pictures, for example, are not cached. */
function isFromCacheablePage(request: Request): boolean {
  return URL.canParse(request.referrer) && isCacheablePage(new URL(request.referrer).pathname);
}

/**
 * Caches a page that was shown without a document request through the worker: by client-side
 * navigation, or before the worker was installed.
 */
async function fetchAndCache(url: URL, pictures: readonly string[]): Promise<void> {
  await cachePage(url, await fetch(url, { credentials: 'omit', headers: { accept: 'text/html' } }));
  const cache = await caches.open(PICTURES_CACHE);
  await addMissing(
    cache,
    pictures.filter((path) => path.startsWith('/images/')),
  );
  await trim(cache, MAX_PICTURES);
}

async function cachePage(url: URL, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || response.redirected || !type.startsWith('text/html')) return;
  const html = await response.text();
  const headers = new Headers({
    'content-type': type,
    [CACHED_AT_HEADER]: new Date().toISOString(),
  });
  // Without this header, the cached page would have no Content-Security-Policy.
  const policy = response.headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', policy);
  await addMissing(await caches.open(ASSETS_CACHE), assetsIn(html));
  const pages = await caches.open(PAGES_CACHE);
  await pages.put(url.pathname + url.search, new Response(html, { headers }));
  await trim(pages, MAX_PAGES);
}

async function findCachedPage(url: string): Promise<Response | undefined> {
  const pages = await caches.open(PAGES_CACHE);
  const cached = await pages.match(url, { ignoreVary: true });
  if (cached === undefined) return undefined;
  const html = await cached.text();
  const cachedAt = cached.headers.get(CACHED_AT_HEADER) ?? '';
  return new Response(html.replace('<html ', `<html data-cached-at="${cachedAt}" `), {
    headers: cached.headers,
  });
}

async function offlinePage(): Promise<Response> {
  const pages = await caches.open(PAGES_CACHE);
  const list: CachedPage[] = [];
  let site: OfflineSite | undefined;
  for (const request of await pages.keys()) {
    const html = await (await pages.match(request, { ignoreVary: true }))?.text();
    const { pathname, search } = new URL(request.url);
    if (html === undefined) continue;
    list.unshift({ href: pathname + search, title: readTitle(html) });
    // The most recently cached page has the current settings.
    site = readSite(html);
  }
  return new Response(offlinePageHtml(list, BUILD.stylesheet, site), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': await offlinePagePolicy(),
    },
  });
}

function assetsIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
}

async function addMissing(cache: Cache, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if ((await caches.match(path, { ignoreVary: true })) === undefined) await cache.add(path);
  }
}

/** Removes the oldest entries. A page that is cached again becomes the newest. */
async function trim(cache: Cache, maxEntries: number): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(key);
}

/** Removes the files of older builds, and the pages that need them. */
async function removeOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(ASSETS_PREFIX));
  const others = builds.filter((name) => name !== ASSETS_CACHE);
  const outdated = others.slice(0, Math.max(0, others.length - (MAX_BUILDS - 1)));
  for (const name of outdated) await caches.delete(name);
  if (outdated.length === 0) return;
  const pages = await caches.open(PAGES_CACHE);
  for (const request of await pages.keys()) {
    const html = (await (await pages.match(request))?.text()) ?? '';
    const assets = await Promise.all(assetsIn(html).map((path) => caches.match(path)));
    if (assets.includes(undefined)) await pages.delete(request);
  }
}
