/** Offline: recently visited public pages, and an offline page for all others. */

import type { Page } from '@playwright/test';
import { actAs, makeAccount } from '../support/accounts.ts';
import {
  waitForAnimations,
  expect,
  expectAccessible,
  expectHydrated,
  test,
} from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

// Logged when the test evaluates code in the page while a script loads.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push('cross-world service worker resource mismatch');
});

/** Console messages for requests that fail without a network. */
const OFFLINE_MESSAGES = [
  'ERR_INTERNET_DISCONNECTED',
  'ERR_FAILED',
  'status of 503',
  // The router's message before it reloads the document.
  'Error loading route module',
  'Failed to fetch dynamically imported module',
];

/** Opens a page and waits until the service worker controls the site. */
async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await expectHydrated(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Returns the paths and queries of the cached pages. */
function readCachedPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = (await caches.has('pages')) ? await (await caches.open('pages')).keys() : [];
    return keys.map(({ url }) => url.slice(location.origin.length)).sort();
  });
}

const notice = (page: Page) => page.getByText(/You’re offline\. This page was saved today at \d/);

test('visited pages are shown offline, with a notice', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...OFFLINE_MESSAGES);
  await openWithWorker(page, '/');
  await expect.poll(() => readCachedPages(page)).toEqual(['/']);
  await page.getByRole('link', { name: 'For Sale' }).first().click();
  await expect(page).toHaveURL(/\/for-sale$/);
  // Wait because the home page has the same field.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Properties For Sale');
  const title = '1928 Spanish Revival with a Tiled Courtyard';
  await page.getByLabel('Keyword').fill(title);
  await page.getByLabel('Keyword').press('Enter');
  await expect(page).toHaveURL(/searchTerm=/);
  await expect(page.getByText('1 properties found')).toBeVisible();
  await page.getByRole('article').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const listing = new URL(page.url()).pathname;
  await expect.poll(() => readCachedPages(page)).toContain(listing);

  // A page is cached before its pictures are.
  const picture = page.locator('article img').first();
  await expect
    .poll(() =>
      picture.evaluate(
        async (image: HTMLImageElement) => (await caches.match(image.currentSrc)) !== undefined,
      ),
    )
    .toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(notice(page)).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  // Navigates to another cached page.
  await page.getByRole('link', { name: 'Doorstep, home page' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/a home you’ll love/);
  await expect(notice(page)).toBeVisible();

  // Make the first request after the network returns fail, too.
  await page.route('**/api/health', (route) => route.abort(), { times: 1 });
  await context.setOffline(false);
  await expect(page.getByText(/This page was saved/)).toBeHidden();
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByText(/This page was saved/)).toBeHidden();
  expect(await page.locator('html').getAttribute('data-cached-at')).toBeNull();
});

test('a cached page that opens just as the network returns is refreshed @full', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...OFFLINE_MESSAGES);
  await openWithWorker(page, '/for-sale');
  await expect.poll(() => readCachedPages(page)).toEqual(['/for-sale']);
  // Simulates an 'online' event that arrives before the page's scripts have loaded.
  await page.addInitScript(() => {
    addEventListener('online', (event) => event.stopImmediatePropagation(), true);
    // Scripts load after the first paint, after one second, or when the page's visibility changes.
    PerformanceObserver.prototype.observe = () => undefined;
    const start = globalThis.setTimeout;
    const startOthers = (run: () => void, ms?: number) => (ms === 1_000 ? 0 : start(run, ms));
    globalThis.setTimeout = startOthers as typeof setTimeout;
  });
  await context.setOffline(true);
  await page.reload({ waitUntil: 'commit' });
  await context.setOffline(false);
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectHydrated(page);
  await expect(page.getByText(/This page was saved/)).toBeHidden();
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
});

test('pages that are not cached are replaced by the offline page @full', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...OFFLINE_MESSAGES);
  await openWithWorker(page, '/');
  await expect.poll(() => readCachedPages(page)).toEqual(['/']);
  await context.setOffline(true);

  // A link to a page of the site whose data is unavailable.
  await page.getByRole('link', { name: 'Agents' }).first().click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page).toHaveURL(/\/agents$/);
  await expect(page.getByRole('link', { name: /homes for sale and for rent/i })).toBeVisible();
  await expectAccessible(page);
  for (const path of ['/property/1?from=mail', '/dashboard', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  }

  await page.getByRole('link', { name: /homes for sale and for rent/i }).click();
  await expect(notice(page)).toBeVisible();
  await expectHydrated(page);
  // A link to a page whose script was never loaded: the document reloads from the cache.
  await page.locator('html').evaluate((root) => root.setAttribute('data-before', ''));
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page.locator('html')).not.toHaveAttribute('data-before');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/a home you’ll love/);

  await context.setOffline(false);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meet Our Professional Agents');
});

test('the offline page has the chosen theme and reloads when the network returns @full', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...OFFLINE_MESSAGES);
  await page.emulateMedia({ colorScheme: 'light' });
  await openWithWorker(page, '/about');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await waitForAnimations(page);
  const darkBackground = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  await context.setOffline(true);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', darkBackground);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('online pages are never stale @full', async ({ page }) => {
  await openWithWorker(page, '/about');
  await expect.poll(() => readCachedPages(page)).toEqual(['/about']);
  await page.evaluate(async () => {
    const pages = await caches.open('pages');
    await pages.put('/about', new Response('<html lang="en"><title>Old</title>Old page</html>'));
  });
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByText('Old page')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('pages that require signing in are not cached, and signing out clears the cache', async ({
  page,
  request,
}) => {
  await openWithWorker(page, '/about');
  await expect.poll(() => readCachedPages(page)).toEqual(['/about']);
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A request just after signing out would be rejected.
  const notifications = page.waitForResponse(/\/api\/notifications/);
  await page.goto('/contact');
  await expect(page.getByRole('button', { name: agent.name })).toBeVisible();
  await notifications;
  await expect.poll(() => readCachedPages(page)).toEqual(['/about', '/contact']);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => /^\/(api|dashboard|profile|login)/.test(path))).toEqual([]);

  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('user');
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  await expect.poll(() => readCachedPages(page)).toEqual([]);
});

test('the worker is revalidated, and the site can be installed', async ({ request }) => {
  const worker = await request.get('/service-worker.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'content-type': expect.stringContaining('javascript'),
  });
  expect((await request.get('/')).headers()['content-security-policy']).toContain(
    "worker-src 'self'",
  );
  const response = await request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const { icons } = (await response.json()) as { icons: { src: string; purpose?: string }[] };
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200);
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
});
