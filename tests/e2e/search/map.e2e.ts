/** Features of the search map, such as drawing areas, searching as it moves, pins and clusters, and going back. */

import type { APIRequestContext, Page } from '@playwright/test';
import { makeAccount, makeListing } from '../support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectHydrated,
  expectTap,
  TAP_MS,
  test,
} from '../support/fixtures.ts';

/** Creates three homes in a row from west to east, far from the demo homes. */
async function makeTown(request: APIRequestContext, name: string): Promise<void> {
  const agent = await makeAccount(request, 'agent');
  const homes = [
    { title: `${name} in the west`, longitude: '-100.060', price: '310000' },
    { title: `${name} by the park`, longitude: '-100.000', price: '595000' },
    { title: `${name} in the east`, longitude: '-99.940', price: '1250000' },
  ];
  for (const home of homes)
    await makeListing(request, agent, { ...home, latitude: '44.5', status: 'For Sale' });
}

const map = (page: Page) => page.getByRole('application', { name: /Map of homes/ });
const count = (page: Page) => page.locator('output', { hasText: /found|Searching/ });
const pin = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Homes on the map' }).getByText(label, { exact: true });

/** Opens the town on the map, which shows three separate pins. */
async function openTown(page: Page, name: string): Promise<void> {
  await page.goto(`/for-sale?searchTerm=${name}&view=map`);
  await expectHydrated(page);
  await expect(pin(page, '$595K')).toBeVisible();
  await expect(pin(page, '$1.25M')).toBeVisible();
  await expect(count(page)).toHaveText('3 properties found');
}

async function tipOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const box = await pin(page, label).boundingBox();
  if (box === null) throw new Error(`There is no pin ${label}.`);
  // The tip of a pin is at its position.
  return { x: box.x + box.width / 2, y: box.y + box.height };
}

test('requests only tiles of the final view @full', async ({ page, request }) => {
  await makeTown(request, 'Hazelbrook');
  const zooms = new Set<string>();
  page.on('request', (tileRequest) => {
    const [, zoom] = /\?tile=(\d+)/.exec(tileRequest.url()) ?? [];
    if (zoom !== undefined) zooms.add(zoom);
  });
  await openTown(page, 'Hazelbrook');
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  expect([...zooms]).toHaveLength(1);
});

test('draws an area around a home freehand with the mouse and goes back and forward', async ({
  page,
  request,
}) => {
  await makeTown(request, 'Larkmeadow');
  await openTown(page, 'Larkmeadow');
  await page.getByRole('button', { name: 'Draw' }).click();
  const { x, y } = await tipOf(page, '$595K');
  await page.mouse.move(x + 50, y);
  await page.mouse.down();
  for (let step = 0; step <= 24; step++) {
    const angle = (step / 24) * 2 * Math.PI;
    await page.mouse.move(x + 50 * Math.cos(angle), y + 50 * Math.sin(angle));
  }
  await page.mouse.up();
  await expect(count(page)).toHaveText('1 properties found');
  await expect(page).toHaveURL(/area=/);
  await expect(pin(page, '$1.25M')).toBeHidden();
  const withArea = page.url();
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByText('Drawn area')).toBeVisible();

  // Open the home's page, and go back to the same view.
  await pin(page, '$595K').click();
  await page.getByRole('region', { name: 'Selected home' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larkmeadow by the park');
  await page.goBack();
  await expect(page).toHaveURL(withArea);
  await expect(count(page)).toHaveText('1 properties found');
  await expect(pin(page, '$595K')).toHaveClass(/is-seen/);
  await page.goBack();
  await expect(count(page)).toHaveText('3 properties found');
  await expect(page).not.toHaveURL(/area=/);
  await page.goForward();
  await expect(count(page)).toHaveText('1 properties found');
  await chips.getByRole('link', { name: 'Remove filter Drawn area' }).click();
  await expect(count(page)).toHaveText('3 properties found');
});

test('draws with the keyboard only and moves between the pins with arrow keys @full', async ({
  page,
  request,
}) => {
  await makeTown(request, 'Quillbrook');
  await openTown(page, 'Quillbrook');
  const draw = page.getByRole('button', { name: 'Draw' });
  await draw.focus();
  await page.keyboard.press('Enter');
  await expect(map(page)).toBeFocused();
  // The home by the park is under the crosshair in the center; the points go around it.
  for (const [key, times] of [
    ['ArrowUp', 2],
    ['ArrowLeft', 2],
  ] as const)
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  for (let time = 0; time < 4; time++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  for (let time = 0; time < 4; time++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  for (let time = 0; time < 4; time++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  // At the first point, Enter closes the area.
  for (let time = 0; time < 4; time++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(count(page)).toHaveText('1 properties found');
  await expect(map(page)).toBeFocused();
  await expect(page).toHaveURL(/area=/);
  const withArea = page.url();

  // Open the home's page, and go back to the same view, without a mouse.
  await pin(page, '$595K').focus();
  await page.keyboard.press('Enter');
  const chosenHome = page.getByRole('region', { name: 'Selected home' });
  await expect(chosenHome).toBeFocused();
  const link = chosenHome.getByRole('link').first();
  while (!(await link.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillbrook by the park');
  await page.goBack();
  await expect(page).toHaveURL(withArea);
  await expect(count(page)).toHaveText('1 properties found');
  await expect(pin(page, '$595K')).toBeVisible();

  await page.goBack();
  await expect(count(page)).toHaveText('3 properties found');
  await pin(page, '$310K').focus();
  await page.keyboard.press('ArrowRight');
  await expect(pin(page, '$595K')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(pin(page, '$1.25M')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosenHome).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pin(page, '$1.25M')).toBeFocused();
  // Only one pin is a tab stop.
  const stops = page.locator('.map-pin[tabindex="0"]');
  await expect(stops).toHaveCount(1);

  await draw.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(draw).toBeVisible();
  await expect(map(page)).toBeFocused();

  // While the user is drawing, Tab skips the pins because the drawing layer covers them.
  await draw.focus();
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  while (!(await cancel.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
    await expect(page.locator('.map-pin:focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(draw).toBeVisible();
  await expect(map(page)).toBeFocused();

  const within = page.getByRole('button', { name: 'Within…' });
  await within.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Within' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(within).toBeFocused();
  await expect(within).toHaveAttribute('aria-expanded', 'false');
});

test('moving the map searches the new area, automatically or on request', async ({
  page,
  request,
}) => {
  // The map is too narrow for all three homes once it is zoomed in.
  await page.setViewportSize({ width: 1200, height: 720 });
  await makeTown(request, 'Fernhollow');
  await openTown(page, 'Fernhollow');
  await page.getByRole('button', { name: 'Pan controls' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/bounds=/);
  await expect(count(page)).toHaveText('1 properties found');
  await page.goBack();
  await expect(count(page)).toHaveText('3 properties found');

  await page.getByRole('checkbox', { name: 'Search as I move the map' }).uncheck();
  await page.getByRole('button', { name: 'Move right' }).click();
  const searchHereButton = page.getByRole('button', { name: 'Search this area' });
  await expect(searchHereButton).toBeVisible();
  await expect(count(page)).toHaveText('3 properties found');
  await searchHereButton.click();
  await expect(count(page)).not.toHaveText('3 properties found');
  await expect(searchHereButton).toBeHidden();
  await expect(map(page)).toBeFocused();
  await expect(page).toHaveURL(/bounds=/);

  // The map area is a chip above the list.
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page).not.toHaveURL(/view=map/);
  await expect(page.getByText('Map area')).toBeVisible();
});

test('the first view excludes a distant home, and a button shows it @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  for (let index = 0; index < 10; index += 1)
    await makeListing(request, agent, {
      title: `Sedgewater ${index}`,
      ...(index === 0
        ? { latitude: '61.2', longitude: '-149.9', price: '310000' }
        : { latitude: `${44.5 + index / 100}`, longitude: '-100', price: '595000' }),
      status: 'For Sale',
    });
  await page.goto('/for-sale?searchTerm=Sedgewater&view=map');
  await expectHydrated(page);
  await expect(page.getByText('1 home outside the map.')).toBeVisible();
  await expect(pin(page, '9')).toHaveCount(0);
  await expect(count(page)).toHaveText('10 properties found');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(pin(page, '9')).toBeVisible();
  await expect(pin(page, '$310K')).toBeVisible();
  await expect(page.getByText('outside the map')).toBeHidden();
  await expect(map(page)).toBeFocused();
  await expect(page).not.toHaveURL(/bounds=/);
});

test('overlapping pins become a cluster with their count, which zooms in on click', async ({
  page,
  request,
}) => {
  await makeTown(request, 'Willowmere');
  await page.goto('/for-sale?searchTerm=Willowmere&view=map&bounds=-104,42,-96,47');
  await expectHydrated(page);
  await expect(pin(page, '3')).toHaveAccessibleName('3 homes');
  await expect(page.locator('.map-pin')).toHaveCount(1);
  await page.getByRole('article').first().hover();
  await expect(pin(page, '3')).toHaveClass(/is-raised/);
  await pin(page, '3').click();
  for (const label of ['$310K', '$595K', '$1.25M']) await expect(pin(page, label)).toBeVisible();
});

test('a selected pin low on the map and its card are both visible @full', async ({
  page,
  request,
}) => {
  await makeTown(request, 'Ferrybank');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const bounds = size.width > 1000 ? '-100.2,44.495,-99.8,44.78' : '-100.1,44.495,-99.9,44.78';
    await page.goto(`/for-sale?searchTerm=Ferrybank&view=map&bounds=${bounds}`);
    await expectHydrated(page);
    await pin(page, '$595K').click();
    const card = page.getByRole('region', { name: 'Selected home' });
    await expect(card.getByText('Ferrybank by the park')).toBeVisible();
    await expect(async () => {
      const top = (await card.boundingBox())?.y ?? 0;
      expect((await tipOf(page, '$595K')).y).toBeLessThan(top);
    }).toPass();
    await expect(pin(page, '$595K')).toBeInViewport({ ratio: 0.99 });
    // The preview's attribution link is hidden once the map covers the preview.
    await expect(page.getByRole('link', { name: 'OpenStreetMap' })).toHaveCount(1);
    // The card does not cover the map's buttons.
    const moveButton = page.getByRole('button', { name: 'Pan controls' });
    await moveButton.click({ trial: true });
    // The visitor did not move the map, so the search is unchanged.
    expect(new URL(page.url()).searchParams.get('bounds')).toBe(bounds);
    await expect(page.getByRole('button', { name: 'Search this area' })).toBeHidden();
  }
});

test('leaving a map during or before a zoom causes no errors @full', async ({ page, request }) => {
  await makeTown(request, 'Swiftgate');
  await openTown(page, 'Swiftgate');
  const list = page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' });
  const wheel = async () =>
    map(page).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const position = { clientX: box.x + 200, clientY: box.y + 200 };
      element.dispatchEvent(new WheelEvent('wheel', { deltaY: -200, ...position, bubbles: true }));
    });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const isZooming of [true, false]) {
    await wheel();
    if (isZooming) {
      await page.clock.runFor(100);
      await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(1);
    }
    await list.click();
    await expect(map(page)).toHaveCount(0);
    // Longer than any of the map's timers.
    await page.clock.runFor(2_000);
    await page.goBack();
    await page.clock.runFor(1_000);
    await expect(map(page)).toBeVisible();
  }
});

test('a card highlights its pin, and a search within a distance of a place finds its homes @full', async ({
  page,
  request,
}) => {
  await makeTown(request, 'Alderwick');
  await openTown(page, 'Alderwick');
  await page.getByRole('article').filter({ hasText: 'by the park' }).hover();
  await expect(pin(page, '$595K')).toHaveClass(/is-raised/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Within…' }).click();
  await page.getByRole('textbox', { name: 'Within' }).fill('2');
  await page.getByRole('combobox', { name: 'miles of' }).fill('Alderwick park');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await expect(count(page)).toHaveText('1 properties found');
  await expect(page.getByText('Within 2 miles of Alderwick park')).toBeVisible();
  await expect(map(page)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('draws an area by tapping, shows a home’s card, and returns to the list @full', async ({
    page,
    request,
  }) => {
    await makeTown(request, 'Tanglewood');
    await openTown(page, 'Tanglewood');
    await page.getByRole('button', { name: 'Draw' }).click();
    const { x, y } = await tipOf(page, '$595K');
    const corners = [
      [-40, -40],
      [40, -40],
      [40, 40],
      [-40, 40],
    ] as const;
    for (const [index, [dx, dy]] of corners.entries()) {
      const text = index === 0 ? '1 point' : `${index + 1} points`;
      await expectTap(
        () => page.touchscreen.tap(x + dx, y + dy),
        () => expect(page.getByText(text, { exact: true })).toBeAttached({ timeout: TAP_MS }),
      );
    }
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(count(page)).toHaveText('1 properties found');
    const chosenHome = page.getByRole('region', { name: 'Selected home' });
    await expectTap(
      () => pin(page, '$595K').tap({ timeout: TAP_MS }),
      () => expect(chosenHome).toContainText('Tanglewood by the park', { timeout: TAP_MS }),
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Show list' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('draws an area with one finger, and going back restores the view @full', async ({
    page,
    request,
  }) => {
    await makeTown(request, 'Mossgrove');
    await openTown(page, 'Mossgrove');
    await page.getByRole('button', { name: 'Draw' }).click();
    const { x, y } = await tipOf(page, '$595K');
    const finger = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', angle?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          angle === undefined ? [] : [{ x: x + 45 * Math.cos(angle), y: y + 45 * Math.sin(angle) }],
      });
    await touch('touchStart', 0);
    for (let step = 1; step <= 24; step++) await touch('touchMove', (step / 24) * 2 * Math.PI);
    await touch('touchEnd');
    await expect(count(page)).toHaveText('1 properties found');
    await expect(page).toHaveURL(/area=/);
    // The map moves to the area before the pins outside it disappear.
    await expect(pin(page, '$1.25M')).toBeHidden();

    // A tap just above the pin hits it because the browser adjusts touch targets.
    const box = await pin(page, '$595K').boundingBox();
    if (box === null) throw new Error('There is no pin.');
    const chosenHome = page.getByRole('region', { name: 'Selected home' });
    await expectTap(
      () => page.touchscreen.tap(box.x + box.width / 2, box.y - 12),
      () => expect(chosenHome).toContainText('Mossgrove by the park', { timeout: TAP_MS }),
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(chosenHome).toBeHidden();
    const withArea = page.url();

    await page.goBack();
    await expect(count(page)).toHaveText('3 properties found');
    await page.goForward();
    await expect(page).toHaveURL(withArea);
    await expect(count(page)).toHaveText('1 properties found');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows a list and a notice instead of the map', async ({ page }) => {
    await page.goto('/for-sale?view=map');
    await expect(page.getByText('The map needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('without tiles, the outlines are still drawn @full', async ({ page, expectedErrors }) => {
  expectedErrors.push('?tile=', 'net::ERR_FAILED');
  await page.route(/\?tile=/, (route) => route.abort());
  await page.goto('/for-sale?view=map');
  await expect(page.locator('path.basemap-land')).toBeAttached();
  await expect(page.locator('path.basemap-state')).toBeAttached();
  await expect(page.locator('.basemap-name').first()).toBeAttached();
});
