/**
 * No layout shifts on a phone: public pages scrolled to the end, and pages whose content arrives
 * late.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeAdmin } from '../support/accounts.ts';
import { afterAnimations, expect, expectHydrated, test } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });

const ADDRESSES = [
  '/',
  '/for-sale',
  '/for-rent',
  '/for-sale/wa/seattle',
  '/property/{id}',
  '/agents',
  '/contact',
];

for (const address of ADDRESSES) {
  test(`no layout shift on ${address}`, async ({ page, request }) => {
    // A home with pictures: those published by end-to-end tests have none.
    const found = await request.get('/api/properties?searchTerm=Seattle&limit=1');
    const [listing] = (await found.json()) as [{ _id: string }];
    await bringFontsFirst(page);
    await recordShifts(page);
    // Once the page is scrolled, the browser compensates for shifts above the viewport by scrolling
    // (scroll anchoring).
    await page.goto(address.replace('{id}', listing._id), { waitUntil: 'networkidle' });
    await expectHydrated(page);
    // Scrolls down the whole page, so that pictures, the map, and lazy sections load.
    await page.evaluate(async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let y = 0; y < document.documentElement.scrollHeight; y += 200) {
        scrollTo({ top: y, behavior: 'instant' });
        await nextFrame();
        await nextFrame();
      }
      await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => null)));
      await document.fonts.ready;
      await nextFrame();
      await nextFrame();
    });
    if (address.includes('{id}')) {
      await expect(page.locator('.leaflet-marker-icon')).toBeVisible();
      await afterAnimations(page);
    }
    expect(await shiftsOf(page)).toEqual([]);
  });
}

/** Pages whose content arrives in the browser, after a first paint without it. */
const LATE_PAGES = [
  { address: pagePaths.savedHomes(), as: 'visitor', last: 'No saved homes yet' },
  { address: pagePaths.profile(), as: 'agent', last: 'Your Data' },
  { address: pagePaths.savedSearches(), as: 'agent', last: 'Alert settings' },
  { address: pagePaths.tours(), as: 'agent', last: 'No tours yet' },
  { address: pagePaths.manageUsers(), as: 'admin', last: /^\d+ users$/ },
  { address: pagePaths.overview(), as: 'admin', last: 'New Users' },
] as const;

for (const { address, as, last } of LATE_PAGES) {
  test(`no layout shift when ${address} receives its content: ${as}`, async ({ page, request }) => {
    if (as !== 'visitor') {
      await actAs(page, as === 'admin' ? await makeAdmin(request) : await makeAccount(request, as));
    }
    await bringFontsFirst(page);
    await recordShifts(page);
    await page.route('**/api/site/setup', async (route) => {
      // Another test may have dismissed the checklist. It arrives after the figures.
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
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    painted.resolve();
    await expect(page.getByText(last).first()).toBeVisible();
    await afterAnimations(page);
    // The account's menu may take a few pixels more than the space that is kept for it.
    expect((await shiftsOf(page)).filter((shift) => Number.parseFloat(shift) > 0.005)).toEqual([]);
  });
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120));
        shifts.push(`${entry.value.toFixed(4)} ${moved.join(' + ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

/** The document's preloads (src/client/app/root.tsx). */
const FONTS = 2;

/**
 * Holds the styles, and thereby the first paint, until the fonts have loaded: fallback fonts have
 * matching metrics only on systems with Georgia and Arial, and how long they are visible depends on
 * the machine.
 */
async function bringFontsFirst(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'font') count += 1;
    if (count === FONTS) resolve();
  });
  await page.route(/\.css$/, async (route) => {
    await promise;
    await route.continue();
  });
}

/** The used part of a layout-shift entry (Layout Instability API); the DOM's types lack it. */
interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}
