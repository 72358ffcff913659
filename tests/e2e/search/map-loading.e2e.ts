/** The map with a slow or broken connection, and without homes, on a phone. */

import { makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('homes on the map can be reloaded after a failure @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('/api/properties/map', 'net::ERR_FAILED');
  const agent = await makeAccount(request, 'agent');
  for (const [longitude, price] of [
    ['-100.060', '310000'],
    ['-100.000', '595000'],
    ['-99.940', '1250000'],
  ] as const) {
    const title = `Quailmeadow for ${price}`;
    await makeListing(request, agent, {
      title,
      latitude: '44.5',
      longitude,
      price,
      status: 'For Sale',
    });
  }
  const mapRequests = '**/api/properties/map?**';
  await page.route(mapRequests, (route) => route.abort());
  await page.goto('/for-sale?searchTerm=Quailmeadow&view=map');
  const error = page.getByRole('alert').filter({ hasText: 'The homes could not be loaded.' });
  // After the automatic retries.
  await expect(error).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const above = await page.getByRole('button', { name: 'Within…' }).boundingBox();
  const box = await error.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
  await page.unroute(mapRequests);
  await error.getByRole('button', { name: 'Try again' }).click();
  // The view fits the homes, which would be one cluster on a map of the country.
  const pins = page.getByRole('group', { name: 'Homes on the map' });
  await expect(pins.getByText('$595K', { exact: true })).toBeVisible();
  await expect(pins.getByText('$1.25M', { exact: true })).toBeVisible();
  await expect(error).toBeHidden();
});

test('the map says that homes are loading, and shows the country if there are none @full', async ({
  page,
}) => {
  const response = Promise.withResolvers<void>();
  await page.route('**/api/properties/map?**', async (route) => {
    await response.promise;
    await route.continue();
  });
  await page.goto('/for-sale?minPrice=900000000&view=map');
  const loading = page.getByRole('status').filter({ hasText: 'Loading homes…' });
  await expect(loading).toBeVisible();
  response.resolve();
  await expect(loading).toBeHidden();
  const nameOf = (place: string) => page.locator('.basemap-name', { hasText: place });
  const [west, east] = [nameOf('Seattle'), nameOf('Boston')] as const;
  await expect(west).toBeInViewport();
  await expect(east).toBeInViewport();
  const [left, right] = [await west.boundingBox(), await east.boundingBox()];
  // The country fills most of the map's width.
  expect((right?.x ?? 0) - (left?.x ?? Infinity)).toBeGreaterThan(200);
});

test('the document shows the tiles of the first view before the script has loaded', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/for-sale/tx/austin?view=map', { waitUntil: 'commit' });
  await expect(page.locator('.map-preview')).toBeVisible();
  /** Returns the tiles in the selected elements with their positions. */
  const readTiles = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const source = element.getAttribute('src') ?? element.getAttribute('style');
        const { x, y } = element.getBoundingClientRect();
        return `${/tile=([\d/]+)/.exec(source ?? '')?.[1]} at ${Math.round(x)}, ${Math.round(y)}`;
      }),
    );
  // The layout is final once the styles and fonts have loaded.
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(() => document.fonts.ready);
  const preview = await readTiles('.map-preview b');
  scripts.resolve();
  await expect(page.locator('.has-tiles')).toBeVisible();
  const tiles = await readTiles('.leaflet-tile');
  expect(tiles.length).toBeGreaterThan(0);
  expect(preview).toEqual(expect.arrayContaining(tiles));
});

test('a map whose script could not be loaded offers a retry @full', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('search-map', 'net::ERR_FAILED', 'dynamically imported');
  const script = /\/search-map-[^/]+\.js/;
  await page.goto('/for-sale');
  await expectHydrated(page);
  await page.route(script, (route) => route.abort());
  await page.getByRole('link', { name: 'Map' }).click();
  await expect(page.getByText('The map could not be loaded.')).toBeVisible();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('application', { name: /Map of homes/ })).toBeVisible();
});
