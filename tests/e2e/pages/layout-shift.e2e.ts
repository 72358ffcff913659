/**
 * No layout shifts on a phone: public pages scrolled to the end, and pages whose content loads in the
 * browser.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeAdmin } from '../support/accounts.ts';
import { waitForAnimations, expect, expectHydrated, test } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });

const PATHS = [
  '/',
  '/for-sale',
  '/for-rent',
  '/for-sale/wa/seattle',
  '/property/{id}',
  '/agents',
  '/contact',
];

for (const path of PATHS) {
  test(`no layout shift on ${path}`, async ({ page, request }) => {
    // A home with pictures; homes published by end-to-end tests may have none.
    const homesResponse = await request.get('/api/properties?searchTerm=Seattle&limit=1');
    const [listing] = (await homesResponse.json()) as [{ _id: string }];
    await loadFontsFirst(page);
    await recordShifts(page);
    // Later shifts above the viewport do not count: once the page is scrolled, the browser
    // compensates for them by scrolling (scroll anchoring).
    await page.goto(path.replace('{id}', listing._id), { waitUntil: 'networkidle' });
    await expectHydrated(page);
    // Scrolls down the whole page so that pictures, the map, and lazy sections load.
    await page.evaluate(async () => {
      const waitForNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let y = 0; y < document.documentElement.scrollHeight; y += 200) {
        scrollTo({ top: y, behavior: 'instant' });
        await waitForNextFrame();
        await waitForNextFrame();
      }
      await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => null)));
      await document.fonts.ready;
      await waitForNextFrame();
      await waitForNextFrame();
    });
    if (path.includes('{id}')) {
      await expect(page.locator('.leaflet-marker-icon')).toBeVisible();
      await waitForAnimations(page);
    }
    expect(await readShifts(page)).toEqual([]);
  });
}

/** Pages whose content loads in the browser, after the first paint. */
const CLIENT_RENDERED_PAGES = [
  { path: pagePaths.savedHomes(), viewer: 'visitor', finalText: 'No saved homes yet' },
  { path: pagePaths.profile(), viewer: 'agent', finalText: 'Your Data' },
  { path: pagePaths.savedSearches(), viewer: 'agent', finalText: 'Alert settings' },
  { path: pagePaths.tours(), viewer: 'agent', finalText: 'No tours yet' },
  { path: pagePaths.manageUsers(), viewer: 'admin', finalText: /^\d+ users$/ },
  { path: pagePaths.overview(), viewer: 'admin', finalText: 'New Users' },
] as const;

for (const { path, viewer, finalText } of CLIENT_RENDERED_PAGES) {
  test(`no layout shift when the content of ${path} loads: ${viewer}`, async ({
    page,
    request,
  }) => {
    if (viewer !== 'visitor') {
      await actAs(
        page,
        viewer === 'admin' ? await makeAdmin(request) : await makeAccount(request, viewer),
      );
    }
    await loadFontsFirst(page);
    await recordShifts(page);
    await page.route('**/api/site/setup', async (route) => {
      // Show the checklist even if another test has dismissed it, and only after the figures.
      const response = await route.fetch();
      const setup = (await response.json()) as object;
      await expect(page.getByText('New Users', { exact: true })).toHaveCount(1);
      await route.fulfill({ response, json: { ...setup, isDismissed: false } });
    });
    const painted = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    painted.resolve();
    await expect(page.getByText(finalText).first()).toBeVisible();
    await waitForAnimations(page);
    // The account menu can be a few pixels larger than the space reserved for it.
    expect((await readShifts(page)).filter((shift) => Number.parseFloat(shift) > 0.005)).toEqual(
      [],
    );
  });
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        const movedElements = entry.sources.map(({ node }) =>
          node?.parentElement?.outerHTML.slice(0, 120),
        );
        shifts.push(`${entry.value.toFixed(4)} ${movedElements.join(' + ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function readShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

/** The number of fonts that the document preloads (src/client/app/root.tsx). */
const PRELOADED_FONT_COUNT = 2;

/**
 * Delays the styles, and thereby the first paint, until the fonts have loaded: fallback fonts have
 * matching metrics only on systems with Georgia and Arial.
 */
async function loadFontsFirst(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'font') count += 1;
    if (count === PRELOADED_FONT_COUNT) resolve();
  });
  await page.route(/\.css$/, async (route) => {
    await promise;
    await route.continue();
  });
}

/** The used part of a layout-shift entry (Layout Instability API), which the DOM types lack. */
interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}
