/** How soon homes, map, and the ways to ask come into sight. Prints what it measures. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const CITY = '/for-sale/tx/austin';

const WINDOWS = [
  { width: 1440, height: 900, most: { list: 230, city: 260, chips: 290, map: 130 }, whole: 4 },
  { width: 390, height: 844, most: { list: 200, city: 220, chips: 240, map: 120 }, whole: 1 },
];

/** Where the cards are, in pixels from the top of the window, and how many are in sight as a whole. */
async function measureCards(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator('.home-card').first()).toBeVisible();
  return page.locator('.home-card').evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const whole = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    return { top: Math.round(boxes[0]?.top ?? Infinity), whole: whole.length };
  });
}

for (const { width, height, most, whole } of WINDOWS) {
  test(`homes come first at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const list = await measureCards(page, '/for-sale');
    const city = await measureCards(page, CITY);
    const chips = await measureCards(page, `${CITY}?propertyType=House&bedrooms=1`);

    await page.goto(`${CITY}?view=map`);
    const map = page.getByRole('application');
    await expect(map).toBeVisible();
    const mapTop = Math.round((await map.boundingBox())?.y ?? Infinity);
    const countBesideMap = () =>
      page
        .locator('.home-card:visible')
        .evaluateAll(
          (cards) =>
            cards
              .map((card) => card.getBoundingClientRect())
              .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
        );
    if (width > 1024) await expect.poll(countBesideMap).toBeGreaterThanOrEqual(4);
    // oxlint-disable-next-line no-console -- the numbers are what this test is for
    console.table({
      'first card on /for-sale': list.top,
      'first card of a city': city.top,
      'first card of a city with chips': chips.top,
      'whole homes in the list': list.whole,
      'map starts at': mapTop,
      'whole homes beside the map': await countBesideMap(),
    });
    expect(list.top).toBeLessThanOrEqual(most.list);
    expect(city.top).toBeLessThanOrEqual(most.city);
    expect(chips.top).toBeLessThanOrEqual(most.chips);
    expect(list.whole).toBeGreaterThanOrEqual(whole);
    expect(mapTop).toBeLessThanOrEqual(most.map);
  });
}
