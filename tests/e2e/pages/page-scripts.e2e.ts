/** The modules of a page are requested after its first paint (decision 037). */

import { expect, expectHydrated, test } from '../support/fixtures.ts';

test('modules do not delay the first paint', async ({ page, request }) => {
  // A home with pictures; homes published by end-to-end tests may have none.
  const response = await request.get('/api/properties?searchTerm=Seattle&limit=1');
  const [listing] = (await response.json()) as [{ _id: string }];
  const styles = Promise.withResolvers<void>();
  await page.route('**/assets/*.css', async (route) => {
    await styles.promise;
    await route.continue();
  });
  const modules: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) modules.push(request.url());
  });
  const picture = page.waitForResponse(/\/images\//);
  await page.goto(`/property/${listing._id}`, { waitUntil: 'commit' });
  await picture;
  expect(modules).toEqual([]);
  styles.resolve();
  await expectHydrated(page);
  expect(modules).not.toEqual([]);
});

test('a page that is never painted is hydrated', async ({ page }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto('/about');
  await expectHydrated(page);
});

test('a page in a background tab is hydrated immediately', async ({ page }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => undefined;
    window.setTimeout = (() => 0) as never;
    Object.defineProperty(document, 'hidden', { get: () => document.readyState !== 'complete' });
  });
  await page.goto('/about');
  // Poll from the test: waiting in the page would need frames or timers.
  await expect
    .poll(async () => page.evaluate(() => '__reactRouterRouteModules' in globalThis))
    .toBe(true);
});
