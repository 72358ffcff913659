/** Places a listing's pin from its address (docs/product/listings.md, Pin from the address). */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, uniqueWord } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';

test('an address places the pin, until it is set manually @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto('/dashboard/add-listing');
  const latitude = page.getByLabel('Latitude');
  const longitude = page.getByLabel('Longitude');
  const pin = page.locator('.leaflet-marker-icon');
  await page.getByLabel('Address').fill('1208 Kinney Avenue');
  await page.getByLabel('ZIP Code').fill('78704');
  await expect(page.getByLabel('City')).toHaveValue('Austin');
  await expect(page.getByLabel('State')).toHaveValue('TX');
  await expect(latitude).toHaveValue(/^30\.2/);
  await expect(longitude).toHaveValue(/^-97\.7/);
  await expect(
    page.getByText('Placed at the center of 78704 - drag the pin to the house'),
  ).toBeVisible();
  await page.locator('.leaflet-container').scrollIntoViewIfNeeded();
  await expect(pin).toBeInViewport();

  // Another ZIP code moves the pin and replaces the city and state that the first one filled in.
  await page.getByLabel('ZIP Code').fill('97201');
  await expect(page.getByText('Placed at the center of 97201')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(latitude).toHaveValue(/^45\.5/);

  // A manually placed pin and a typed city are preserved.
  await page.getByLabel('City').fill('Beaverton');
  await page.locator('.leaflet-container').click({ position: { x: 60, y: 60 } });
  await expect(page.getByText('Click the map or drag the pin.')).toBeVisible();
  const pinLatitude = await latitude.inputValue();
  const geocodeResponse = page.waitForResponse(/\/api\/geocode\?.*zipCode=10001/);
  await page.getByLabel('ZIP Code').fill('10001');
  await (await geocodeResponse).finished();
  await expect(page.getByLabel('State')).toHaveValue('NY');
  await expect(latitude).toHaveValue(pinLatitude);
  await expect(page.getByLabel('City')).toHaveValue('Beaverton');
});

/** Counts the clicks, taps, and key presses in the page. */
const countInputs = () => {
  const counts = { clicks: 0, keys: 0 };
  Object.assign(globalThis, { counts });
  // A click triggered by Enter has a `detail` of 0.
  addEventListener('click', ({ detail }) => (counts.clicks += Math.min(detail, 1)), true);
  addEventListener('keydown', () => (counts.keys += 1), true);
};

for (const width of [1440, 390]) {
  test(`a home is published without entering coordinates, in a window ${width} pixels wide`, async ({
    page,
    request,
  }) => {
    const title = uniqueWord('Bungalow ');
    await page.setViewportSize({ width, height: 900 });
    await actAs(page, await makeAccount(request, 'agent'));
    await page.goto(pagePaths.myListings());
    await expectHydrated(page);
    await page.evaluate(countInputs);
    const startedAt = performance.now();
    await page.getByRole('link', { name: 'New Listing' }).first().click();
    await page.getByLabel('Title').click();
    // Type and status keep their defaults; the ZIP Code fills in city and state.
    for (const text of [
      title,
      'A bungalow with a porch, two blocks from the trail.',
      '',
      '',
      '512000',
      '3',
      '2',
      '1480',
      '1208 Kinney Avenue',
      '',
      '',
    ]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('78704');
    await page.getByRole('button', { name: 'Add Property' }).click();
    await expect(page.getByText('Listing published.')).toBeVisible();
    const seconds = (performance.now() - startedAt) / 1_000;
    await expect(page.getByText(title).first()).toBeVisible();
    const { clicks, keys } = await page.evaluate(
      () => (globalThis as unknown as { counts: { clicks: number; keys: number } }).counts,
    );
    // oxlint-disable-next-line no-console
    console.log(`${width} pixels: ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s`);
    expect(clicks).toBe(3);
  });
}

test('a form submitted before the address is found waits for the pin @full', async ({
  page,
  request,
}) => {
  const title = uniqueWord('Bungalow ');
  await actAs(page, await makeAccount(request, 'agent'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/geocode\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(pagePaths.addListing());
  await expectHydrated(page);
  await fillListing(page, title);
  for (const label of ['Latitude', 'Longitude']) await page.getByLabel(label).fill('');
  await page.getByLabel('ZIP Code').fill('78704');
  await page.getByLabel('ZIP Code').press('Enter');
  release();
  await expect(page.getByText('Listing published.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
});
