/** A visitor finds homes and agents, views a home, and sends a message to the site. */

import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { showNextPicture } from '../support/pictures.ts';

test('searches from the home page without a status', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
    'All homes',
    'For Sale',
    'For Rent',
  ]);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/for-sale$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('prefetches a menu link once, on hover @full', async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requestedUrls.push(request.url());
  });
  await page.goto('/about');
  await expectHydrated(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, heading, call] of [
    ['For Sale', 'Properties For Sale', /\/api\/properties\?status=For\+Sale$/],
    ['For Rent', 'Properties For Rent', /\/api\/properties\?status=For\+Rent$/],
    ['Agents', 'Meet Our Professional Agents', /\/api\/users\/agents$/],
  ] as const) {
    const response = page.waitForResponse(call);
    await menu.getByRole('link', { name }).hover();
    await response;
    await menu.getByRole('link', { name: 'Contact' }).focus();
    await menu.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByText('Searching...')).toHaveCount(0);
    expect(requestedUrls.filter((url) => call.test(url))).toHaveLength(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading);
  }
});

test('filters the list, opens a home, and returns to the same results', async ({ page }) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  await page.getByLabel('Keyword').fill('Seattle');
  // The suggested places cover the button until another field has focus.
  const place = page.getByRole('option', { name: /^Seattle, WA/ });
  await expect(place).toBeVisible();
  await page.getByLabel('Min. Beds').focus();
  await expect(place).toBeHidden();
  await page.getByLabel('Min. Beds').selectOption('1');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(/searchTerm=Seattle/);
  await expect(page).toHaveURL(/bedrooms=1/);
  // Wait for the new results, not only their URL.
  await expect(page.getByRole('link', { name: /^Remove filter .*Seattle/ })).toBeVisible();
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  const titles = page.getByRole('article').getByRole('heading');
  const before = await titles.allTextContents();
  await page.getByRole('article').nth(2).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(before[2] ?? '');
  await page.goBack();
  await expect(page).toHaveURL(/bedrooms=1/);
  await expect(titles).toHaveText(before);
  await page.reload();
  await expect(titles).toHaveText(before);
});

test('a home opened from a list is refetched, and its page shows that it was deleted @full', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404');
  await page.goto('/for-sale');
  await expectHydrated(page);
  await page.route(/\/api\/properties\/\d+$/, (route) =>
    route.fulfill({ status: 404, json: { message: 'Property not found.', code: 'NOT_FOUND' } }),
  );
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Property not found.' })).toBeVisible();
});

test('views all pictures in a grid, then one at full size, with the keyboard', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  // Wait for the home's page because the list may still be visible.
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expectHydrated(page);
  const tiles = page.getByRole('region', { name: 'Pictures' }).getByRole('button');
  await expect(tiles).toHaveCount(4);
  const viewAllButton = tiles.last();
  await expect(viewAllButton).toContainText('View All');
  await viewAllButton.focus();
  await page.keyboard.press('Enter');
  const gallery = page.getByRole('dialog', { name: 'All photos' });
  const photos = gallery.getByRole('listitem').getByRole('button');
  await expect(photos).toHaveCount(7);
  await expect(photos.first()).toBeFocused();
  await photos.nth(5).press('Enter');
  await expect(gallery).toBeHidden();
  await expect(page.locator('.yarl__counter')).toHaveText('6 / 7');
  await showNextPicture(page);
  await page.keyboard.press('Escape');
  // Focus returns to the last viewed picture in the grid.
  await expect(photos.nth(6)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(gallery).toBeHidden();
  await expect(viewAllButton).toBeFocused();

  await tiles.nth(1).press('Enter');
  await showNextPicture(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('.yarl__root')).toHaveCount(0);
  await expect(tiles.nth(1)).toBeFocused();
});

test('shows a home’s location on a map @full', async ({ page }) => {
  await page.goto('/for-rent?searchTerm=Seattle');
  await page.getByRole('article').first().getByRole('link').first().click();
  const map = page.locator('.leaflet-container');
  await page.getByRole('heading', { name: /location/i }).scrollIntoViewIfNeeded();
  await expect(map).toBeVisible();
  expect((await map.boundingBox())?.height).toBe(384);
  await expect(map).toContainText('OpenStreetMap');
  const marker = map.locator('.leaflet-marker-icon');
  await expect(marker).toHaveCSS('width', '25px');
  await marker.press('Enter');
  await expect(map.locator('.leaflet-popup-content')).not.toBeEmpty();
});

test('sends a message through the contact form', async ({ page }) => {
  await page.goto('/contact');
  await expectHydrated(page);
  const send = page.getByRole('button', { name: /send/i });
  await send.click();
  for (const message of [
    'Name is required',
    'Please enter a valid email address',
    'Subject must be at least 5 characters',
    'Message must be at least 10 characters',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Vera Visitor');
  await expect(page.getByText('Name is required')).toBeHidden();
  await page.getByLabel('Email').fill('vera@example.org');
  await page.getByLabel('Subject').fill('The house by the river');
  await page.getByLabel('Message').fill('Will it still be available in spring?');
  await send.click();
  await expect(page.getByText('Message Sent!')).toBeVisible();
  await expect(
    page.getByText("Thank you for reaching out. We'll get back to you as soon as possible."),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a message that cannot be sent shows the server’s error, if any @full', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('status of 429', 'status of 502');
  await page.goto('/contact');
  await expectHydrated(page);
  await page.getByLabel('Name').fill('Vera Visitor');
  await page.getByLabel('Email').fill('vera@example.org');
  await page.getByLabel('Subject').fill('The house by the river');
  await page.getByLabel('Message').fill('Will it still be available in spring?');
  const send = page.getByRole('button', { name: /send/i });
  const rejectWith = (status: number, body: string) =>
    page.route('**/api/contact', (route) => route.fulfill({ status, body }));
  await rejectWith(
    429,
    JSON.stringify({ message: 'Too many messages.', code: 'TOO_MANY_REQUESTS' }),
  );
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Too many messages.');
  await rejectWith(502, '<h1>Bad gateway</h1>');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('An error occurred.');
});

test('finds an agent by name, and views the agent’s listings', async ({ page }) => {
  await page.goto('/agents');
  await expectHydrated(page);
  const name = 'Maren Calloway';
  await page.getByPlaceholder('Search by agent name...').fill(name);
  await expect(page).toHaveURL(/searchTerm=/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'View Profile & Listings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Listings by ${name}`);
  await page.goto('/agents?searchTerm=zzyzx');
  await expect(page.getByText('No Agents Found')).toBeVisible();
  await expect(page.getByText('Your search for "zzyzx" did not match any agents.')).toBeVisible();
});

test('a list that cannot be loaded shows an error @full', async ({ page, expectedErrors }) => {
  expectedErrors.push('503');
  await page.goto('/');
  await expectHydrated(page);
  await page.route('**/api/properties?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Unavailable.', code: 'UNAVAILABLE' } }),
  );
  await page.getByRole('link', { name: 'For Rent' }).first().click();
  await expect(page.getByText('An Error Occurred')).toBeVisible();
  await expect(
    page.getByText('Could not load properties at this time. Please try again later.'),
  ).toBeVisible();
});

test('on a phone, one tap opens the filters @full', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/for-sale');
  await expectHydrated(page);
  await page
    .getByRole('button', { name: /filters/i })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('group', { name: 'Min. Beds' }).getByText('2+').click();
  await sheet.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/bedrooms=2/);
  // A menu opened while results are loading stays open.
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('link', { name: /^Remove filter 2/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'About Us' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/for-sale$/);
  await expect(page.getByRole('banner').locator('details')).not.toHaveAttribute('open');
});
