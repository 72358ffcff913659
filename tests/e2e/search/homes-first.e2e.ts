/** The homes, the map, and the contact buttons are in the first viewport. Prints measurements. */

import type { Page } from '@playwright/test';
import { makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { makePicture } from '../support/pictures.ts';

const CITY_PATH = '/for-sale/tx/austin';
const AUSTIN_FIELDS = {
  city: 'Austin',
  state: 'TX',
  latitude: '30.25',
  longitude: '-97.75',
  status: 'For Sale',
};

const WINDOW_SIZES = [
  {
    width: 1440,
    height: 900,
    // In pixels from the top of the window: the first card of three lists, and the map.
    max: { list: 230, city: 260, chips: 290, map: 130 },
    fullyVisible: 4,
  },
  { width: 390, height: 844, max: { list: 200, city: 220, chips: 240, map: 120 }, fullyVisible: 1 },
];

/**
 * Returns the first card's position, in pixels from the top of the window, and the number of fully
 * visible cards.
 */
async function measureCards(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator('.home-card').first()).toBeVisible();
  return page.locator('.home-card').evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const fullyVisible = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    return { top: Math.round(boxes[0]?.top ?? Infinity), fullyVisible: fullyVisible.length };
  });
}

/** Opens a home whose agent accepts tours. */
async function openHome(page: Page) {
  const response = await page.request.get('/api/properties?searchTerm=Shoal+Creek');
  const [home] = (await response.json()) as { _id: string; tourMode: string | null }[];
  expect(home?.tourMode).toBe('request');
  await page.goto(`/property/${home?._id}`);
  await expectHydrated(page);
}

for (const { width, height, max, fullyVisible } of WINDOW_SIZES) {
  test(`a home’s price, cost, and contact buttons are in the first viewport at ${width}x${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openHome(page);
    const price = page.locator('article header').getByText('$845,000');
    const cost = page.getByText(/^Est\. \$[\d,]+\/mo · \$681\/sqft$/);
    const ask = page.getByRole('button', { name: 'Ask about this home' }).filter({ visible: true });
    const tour = page.getByRole('button', { name: 'Request a tour' }).filter({ visible: true });
    const parts = { price, cost, ask, tour };
    const boxes: Record<string, { x: number; y: number; right: number; bottom: number }> = {};
    for (const [name, part] of Object.entries(parts)) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const box = (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
      boxes[name] = { x: box.x, y: box.y, right: box.x + box.width, bottom: box.y + box.height };
    }
    // oxlint-disable-next-line no-console -- prints the result of the test
    console.table(boxes);
    const { ask: askBox, tour: tourBox } = boxes;
    expect(tourBox?.y).toBe(askBox?.y);
    expect(tourBox?.x).toBeGreaterThan(askBox?.right ?? Infinity);
    expect(tourBox?.right).toBeLessThanOrEqual(width);
    // Both buttons have text labels.
    await expect(ask).toHaveText(/^Ask/);
    expect(await tour.evaluate((button) => (button as HTMLElement).innerText)).toBe(
      'Request a tour',
    );
    if (width < 768) {
      // The breadcrumbs fit on one line beside 'Save' and 'Share'.
      const breadcrumbs = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox();
      expect(breadcrumbs?.height).toBeLessThan(30);
    }
  });

  test(`the first cards and the map start near the top at ${width}x${height}`, async ({
    page,
    request,
  }) => {
    // The newest homes are listed first. One of these has a long word as its title, and the other a
    // two-line title.
    const agent = await makeAccount(request, 'agent');
    for (const title of ['Donaudampfschifffahrtsgesellschaft'.repeat(3), 'A home '.repeat(12)])
      await makeListing(request, agent, { title, ...AUSTIN_FIELDS });
    await page.setViewportSize({ width, height });
    const list = await measureCards(page, '/for-sale');
    await expect(page.getByRole('button', { name: 'Save search' })).toBeInViewport({ ratio: 1 });
    const city = await measureCards(page, CITY_PATH);
    const chips = await measureCards(page, `${CITY_PATH}?propertyType=House&bedrooms=1`);
    // The market line is a single line that ends before the edge of the window.
    const market = await page.getByText(/^\d+ homes.* · median .* · .*days/).boundingBox();
    expect((market?.x ?? Infinity) + (market?.width ?? 0)).toBeLessThan(width);
    expect(market?.height).toBeLessThanOrEqual(24);

    await page.goto(`${CITY_PATH}?view=map`);
    const map = page.getByRole('application');
    await expect(map).toBeVisible();
    const mapTop = Math.round((await map.boundingBox())?.y ?? Infinity);
    const countCardsBesideMap = () =>
      page
        .locator('.home-card:visible')
        .evaluateAll(
          (cards) =>
            cards
              .map((card) => card.getBoundingClientRect())
              .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
        );
    if (width > 1024) {
      await expect.poll(countCardsBesideMap).toBeGreaterThanOrEqual(4);
      // Next to the map, the market line shares a row with the breadcrumbs.
      const trail = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox();
      const line = await page.getByText(/^\d+ homes.* · median .* · .*days/).boundingBox();
      expect(line?.y).toBeLessThan((trail?.y ?? NaN) + (trail?.height ?? NaN));
    }
    // oxlint-disable-next-line no-console -- prints the result of the test
    console.table({
      'first card on /for-sale': list.top,
      'first card of a city': city.top,
      'first card of a city with chips': chips.top,
      'fully visible homes in the list': list.fullyVisible,
      'map starts at': mapTop,
      'fully visible homes beside the map': await countCardsBesideMap(),
    });
    expect(list.top).toBeLessThanOrEqual(max.list);
    expect(city.top).toBeLessThanOrEqual(max.city);
    expect(chips.top).toBeLessThanOrEqual(max.chips);
    expect(list.fullyVisible).toBeGreaterThanOrEqual(fullyVisible);
    expect(mapTop).toBeLessThanOrEqual(max.map);
  });
}

test('with one picture, the button to ask about a home is in the first viewport', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const images = await makePicture('front.jpg', '#7a9e7e');
  const { _id } = await makeListing(request, agent, { ...AUSTIN_FIELDS, images });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/property/${_id}`);
  await expect(page.getByRole('button', { name: 'Ask about this home' })).toBeInViewport({
    ratio: 1,
  });
});

test('on a phone, a long count fits next to the sort order and the save button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/for-sale');
  await expectHydrated(page);
  const save = page.getByRole('button', { name: 'Save search' });
  await expect(save).toBeVisible();
  await page.getByText(/^\d+ properties found$/).evaluate((count) => {
    count.textContent = '10,000+ properties found';
  });
  await expect(save).toBeInViewport({ ratio: 1 });
});

test('on a tablet, the sort order and the save button share a row @full', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const path of ['/for-sale', CITY_PATH, `${CITY_PATH}?view=map`]) {
    await page.goto(path);
    await expectHydrated(page);
    const sort = await page.getByLabel('Sort by').boundingBox();
    const save = await page.getByRole('button', { name: 'Save search' }).boundingBox();
    expect(save?.x, path).toBeGreaterThan((sort?.x ?? 0) + (sort?.width ?? 0));
    expect(save?.y, path).toBeGreaterThanOrEqual(sort?.y ?? 0);
    expect(save?.y, path).toBeLessThan((sort?.y ?? 0) + (sort?.height ?? 0));
  }
});

test('the tools of a list do not overflow at 400 percent zoom @full', async ({ page }) => {
  // Equivalent to a window of 1280 by 1024 pixels at 400 percent zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${CITY_PATH}?propertyType=House&bedrooms=1&minPrice=100000&maxPrice=9000000`);
  await expectHydrated(page);
  const tools = page.locator('.listing-tools');
  await expect(tools.getByText(/properties found/)).toBeVisible();
  expect(await tools.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
});

test('the bottom bar on a phone clips neither price nor buttons at 200 percent zoom @full', async ({
  page,
}) => {
  // Equivalent to a 390-pixel window at 200 percent zoom.
  await page.setViewportSize({ width: 195, height: 640 });
  await openHome(page);
  const price = page.locator('[data-bottom-bar]').getByText('$845,000');
  await expect(price).toBeInViewport({ ratio: 1 });
  expect(await price.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const bar = await page.locator('[data-bottom-bar]').boundingBox();
  for (const name of ['Ask about this home', 'Request a tour']) {
    const button = page.locator('[data-bottom-bar]').getByRole('button', { name });
    const box = await button.boundingBox();
    expect((box?.x ?? Infinity) + (box?.width ?? 0), name).toBeLessThanOrEqual(bar?.width ?? 0);
  }
});
