/** The pin of a listing from its address (docs/product/listings.md, Pin from the address). */

import { actAs, makeAccount, uniqueWord } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';

test('an address places the pin, until it is set manually', async ({ page, request }) => {
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

  // Another ZIP code moves the pin, and what was filled in with it.
  await page.getByLabel('ZIP Code').fill('97201');
  await expect(page.getByText('Placed at the center of 97201')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(latitude).toHaveValue(/^45\.5/);

  // A pin set manually stays, and so does a city that was typed.
  await page.getByLabel('City').fill('Beaverton');
  await page.locator('.leaflet-container').click({ position: { x: 60, y: 60 } });
  await expect(page.getByText('Click the map or drag the pin.')).toBeVisible();
  const placed = await latitude.inputValue();
  const found = page.waitForResponse(/\/api\/geocode\?.*zipCode=10001/);
  await page.getByLabel('ZIP Code').fill('10001');
  await (await found).finished();
  await expect(page.getByLabel('State')).toHaveValue('NY');
  await expect(latitude).toHaveValue(placed);
  await expect(page.getByLabel('City')).toHaveValue('Beaverton');
});

test('a home is published without touching coordinates', async ({ page, request }) => {
  const title = uniqueWord('Bungalow ');
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto('/dashboard/add-listing');
  for (const [label, text] of [
    ['Title', title],
    ['Description', 'A bungalow with a porch, two blocks from the trail.'],
    ['Price', '512000'],
    ['Bedrooms', '3'],
    ['Bathrooms', '2'],
    ['Square Footage', '1480'],
    ['Address', '1208 Kinney Avenue'],
    ['ZIP Code', '78704'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await expect(page.getByLabel('Longitude')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
});
