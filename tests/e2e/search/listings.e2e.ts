/**
 * Features of the listing pages, such as live counts, chips, pagination, preserved scroll positions, alternatives
 * when nothing is found, an agent's listings, and sharing.
 */

import { expect, expectHydrated, test } from '../support/fixtures.ts';

test('counts the homes before filters are applied and removes filters one by one', async ({
  page,
}) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  const form = page.locator('form').filter({ hasText: 'Apply Filters' });
  const before =
    (await form
      .getByText(/^\d+ homes?$/)
      .first()
      .textContent()) ?? '';
  await page.getByLabel('Type').selectOption('Condo');
  await page.locator('summary', { hasText: 'Price' }).click();
  await page.getByLabel('Max. Price').fill('900k');
  const liveCount = form.locator('output');
  await expect(liveCount).toHaveText(/^\d+ homes?$/);
  const count = /\d+/.exec((await liveCount.textContent()) ?? '')?.[0] ?? '';
  expect(`${count} homes`).not.toBe(before);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL('/for-sale?propertyType=Condo&maxPrice=900000');
  await expect(page.getByText(`${count} properties found`)).toBeVisible();
  await expect(page.getByLabel('Max. Price')).toHaveValue('900,000');

  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('link', { name: 'Remove filter Condo' }).press('Enter');
  await expect(page).toHaveURL('/for-sale?maxPrice=900000');
  await expect(page.getByLabel('Type')).toHaveValue('all');
  // Focus moves to the next chip, and from the last chip to the count.
  const last = chips.getByRole('link', { name: 'Remove filter Up to $900,000' });
  await expect(last).toBeFocused();
  await last.press('Enter');
  await expect(page).toHaveURL('/for-sale');
  await expect(page.getByText(/\d+ properties found/)).toBeFocused();
});

test('a choice made before the previous response arrives is preserved @full', async ({ page }) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  const gate = Promise.withResolvers<undefined>();
  await page.route('**/api/properties?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByLabel('Type').selectOption('Condo');
  await page.locator('summary', { hasText: 'Price' }).click();
  await page.getByLabel('Max. Price').fill('900k');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  // Make the next choice while the first search is pending.
  await page.getByLabel('Min. Beds').selectOption('2');
  await expect(page).toHaveURL('/for-sale?propertyType=Condo&maxPrice=900000');
  gate.resolve(undefined);
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  await expect(page.getByLabel('Max. Price')).toHaveValue('900,000');
  await expect(page.getByLabel('Min. Beds')).toHaveValue('2');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL('/for-sale?propertyType=Condo&maxPrice=900000&bedrooms=2');
  // The URL changes before the page shows its results; wait for them before going back.
  await expect(page.getByRole('link', { name: 'Remove filter 2+ beds' })).toBeVisible();
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  // Navigating to another URL resets the form to the filters of that URL.
  await page.goBack();
  await expect(page.getByLabel('Min. Beds')).toHaveValue('');
  await expect(page.getByLabel('Type')).toHaveValue('Condo');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByLabel('Type')).toHaveValue('all');
  await expect(page.getByLabel('Max. Price')).toHaveValue('');
});

test('changes made during a pending search are combined with it @full', async ({ page }) => {
  await page.goto('/for-sale?propertyType=Condo&maxPrice=900000&bedrooms=1');
  await expectHydrated(page);
  const gate = Promise.withResolvers<undefined>();
  await page.route('**/api/properties?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  // This runs inside the page. Clicks from Playwright would be too late for the first navigation.
  const active = page.getByRole('list', { name: 'Active filters' });
  await active.evaluate(async (chips) => {
    const removeFilter = (label: string) =>
      [...chips.querySelectorAll('a')].find((chip) => chip.textContent.includes(label))?.click();
    removeFilter('Condo');
    while (chips.textContent.includes('Condo')) await new Promise(requestAnimationFrame);
    removeFilter('900,000');
  });
  await expect(page).toHaveURL('/for-sale?bedrooms=1');
  // The URL changes before the page shows its results.
  await expect(active.getByRole('link')).toHaveCount(1);
  await page.getByLabel('Sort by').selectOption('price_asc');
  const map = page.getByRole('link', { name: 'Map', exact: true });
  await expect(map).toHaveAttribute('href', '/for-sale?bedrooms=1&view=map&sort=price_asc');
  await map.click();
  await expect(page).toHaveURL('/for-sale?bedrooms=1&view=map&sort=price_asc');
  gate.resolve(undefined);
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
});

test('does not search with contradictory prices @full', async ({ page }) => {
  await page.goto('/for-rent');
  await expectHydrated(page);
  await page.locator('summary', { hasText: 'Price' }).click();
  await page.getByLabel('Min. Price').fill('2000');
  await page.getByLabel('Max. Price').fill('1000');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('Max. price is below min. price.')).toBeVisible();
  await expect(page.getByLabel('Max. Price')).toBeFocused();
  await expect(page).toHaveURL('/for-rent');
  await page.getByLabel('Max. Price').fill('3000');
  await expect(page.getByText('Max. price is below min. price.')).toBeHidden();
});

test('shows the old results, dimmed, while new ones load @full', async ({ page }) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  const titles = page.getByRole('article').getByRole('heading');
  const before = await titles.allTextContents();
  const gate = Promise.withResolvers<undefined>();
  await page.route('**/api/properties?*sort=price_asc*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByLabel('Sort by').selectOption('Price: Low to High');
  await expect(page.getByText('Searching...')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').filter({ has: titles.first() })).toBeVisible();
  await expect(titles).toHaveText(before);
  gate.resolve(undefined);
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  await expect(page).toHaveURL('/for-sale?sort=price_asc');
  expect(await titles.allTextContents()).not.toEqual(before);
});

test('pages through results, opens a home, and returns to the same position', async ({ page }) => {
  await page.goto('/for-sale?sort=price_desc');
  await expectHydrated(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/for-sale?sort=price_desc&page=2');
  await expect(page.getByText(/\d+ properties found/)).toBeFocused();
  const card = page.getByRole('article').nth(10);
  await card.scrollIntoViewIfNeeded();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  // The scroll position at the click: on a busy machine, the click may scroll to the card again.
  await page.evaluate(() => {
    const recordPosition = () =>
      (document.documentElement.dataset['scrollAtClick'] = String(scrollY));
    addEventListener('click', recordPosition, { capture: true, once: true });
  });
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const top = await page.evaluate(() => Number(document.documentElement.dataset['scrollAtClick']));
  expect(top).toBeGreaterThan(0);
  await page.goBack();
  await expect(page).toHaveURL('/for-sale?sort=price_desc&page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  // The home is listed as recently viewed.
  const recentHomes = page.getByRole('region', { name: 'Recently viewed on this device' });
  await recentHomes.scrollIntoViewIfNeeded();
  await expect(recentHomes.getByRole('link', { name: title })).toBeVisible();
  // On a later visit, it is on the home page, but not on its own page.
  const listingsReleased = Promise.withResolvers<void>();
  await page.route('**/api/properties/*', async (route) => {
    await listingsReleased.promise;
    await route.continue();
  });
  await page.goto('/');
  await expectHydrated(page);
  await recentHomes.scrollIntoViewIfNeeded();
  await expect(recentHomes.getByRole('link')).toHaveAccessibleName('A recently viewed home');
  listingsReleased.resolve();
  await recentHomes.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(recentHomes).toBeHidden();
});

test('offers alternatives when nothing is found', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=Seattle&minPrice=90000000');
  await expectHydrated(page);
  await expect(page.getByText('No Properties Found')).toBeVisible();
  const alternatives = page.getByRole('list', { name: 'Suggested searches' });
  const alternative = alternatives.getByRole('link', { name: 'Include homes under $90,000,000' });
  const count = /(\d+) homes?$/.exec((await alternative.textContent()) ?? '')?.[1] ?? '';
  await alternative.click();
  await expect(page).toHaveURL('/for-sale?searchTerm=Seattle');
  await expect(page.getByText(`${count} properties found`)).toBeVisible();
});

test('a server-rendered empty result’s suggestions survive hydration with a slow script @full', async ({
  page,
}) => {
  const script = /listing-empty-[^/]*\.js$/;
  await page.route(script, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const scriptLoaded = page.waitForResponse(script);
  await page.goto('/for-sale?searchTerm=Seattle&minPrice=90000000', { waitUntil: 'commit' });
  const alternative = page.getByRole('link', { name: 'Include homes under $90,000,000' });
  const element = await alternative.elementHandle();
  await scriptLoaded;
  await expectHydrated(page);
  await expect(alternative).toBeVisible();
  expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  await alternative.click();
  await expect(page).toHaveURL('/for-sale?searchTerm=Seattle');
});

test('shows that it searched for a corrected spelling @full', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=Austn');
  await expect(page.getByText('Showing homes for “austin”')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Austin, TX');
});

test('an agent’s page uses the name in its URL only in its heading @full', async ({
  page,
  request,
}) => {
  const [home] = (await (
    await request.get('/api/properties?searchTerm=Seattle&limit=1')
  ).json()) as [{ agent: { _id: string; name: string } }];
  await page.goto(`/agent-listings?agentId=${home.agent._id}&agentName=%3Cimg+src=x%3E`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Listings by <img src=x>');
  await expect(page).toHaveTitle(`Listings by ${home.agent.name} | Doorstep`);
  await expect(page.getByText(home.agent.name).first()).toBeVisible();
});

test('an agent’s page without homes shows the agent, and an unknown agent returns a 404 @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  const [home] = (await (
    await request.get('/api/properties?searchTerm=Seattle&limit=1')
  ).json()) as [{ agent: { _id: string; name: string } }];
  const { _id, name } = home.agent;
  await page.goto(`/agent-listings?agentId=${_id}&agentName=Mallory&minPrice=99999999`);
  await expect(page.getByText('No Properties Found')).toBeVisible();
  await expect(page).toHaveTitle(`Listings by ${name} | Doorstep`);
  await expect(page.getByRole('link', { name: 'Contact Agent' })).toBeVisible();

  expectedErrors.push('status of 404');
  const response = await page.goto('/agent-listings?agentId=999999&agentName=Mallory');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Agent Not Found | Doorstep');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
});

test('a listing page whose homes cannot be loaded offers a retry @full', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('503');
  await page.goto('/about');
  await expectHydrated(page);
  await page.route('**/api/properties?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Unavailable.', code: 'UNAVAILABLE' } }),
  );
  await page.getByRole('link', { name: 'For Sale' }).first().click();
  await expect(page.getByText('An Error Occurred')).toBeVisible();
  await page.unroute('**/api/properties?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
});

test('copies a listing’s link if there is no share sheet @full', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/for-sale?searchTerm=Seattle');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expectHydrated(page);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});
