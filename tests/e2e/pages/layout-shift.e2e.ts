/**
 * No layout shifts: the six pages of docs/performance.md and a place page, on a phone, scrolled to
 * the end.
 */

import type { Page } from '@playwright/test';
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
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as Shift[]) {
          if (entry.hadRecentInput) continue;
          const moved = entry.sources.map(({ node }) =>
            node?.parentElement?.outerHTML.slice(0, 120),
          );
          shifts.push(`${entry.value.toFixed(4)} ${moved.join(' + ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
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
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
    ).toEqual([]);
  });
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
