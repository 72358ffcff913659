/**
 * Without JavaScript, public pages can be read and navigated, including search, filters, sort
 * order, and pages.
 */

import { expect, test } from '../support/fixtures.ts';

test.use({ javaScriptEnabled: false });

test('navigates from the home page to a listing and its agent', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('Seattle');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/for-sale\?searchTerm=Seattle$/);
  await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  const card = page.getByRole('article').first();
  await expect(card).toContainText('Seattle, WA');
  await card.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expect(page.getByRole('heading', { name: 'About this home' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Agent' }).first()).toHaveAttribute(
    'href',
    /^mailto:.+subject=Inquiry/,
  );
});

test('a place has its own page @full', async ({ page, expectedErrors }) => {
  expectedErrors.push('status of 404');
  await page.goto('/for-sale?city=Austin&state=Texas&bedrooms=1');
  await expect(page).toHaveURL(/\/for-sale\/tx\/austin\?bedrooms=1$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Properties For Sale in Austin, TX',
  );
  await expect(page.getByText(/homes? for sale · median price \$/)).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Austin, TX');
  await page.getByRole('searchbox').first().fill('garden');
  await page
    .getByRole('button', { name: 'Search' })
    .or(page.getByRole('button', { name: 'Apply Filters' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/for-sale\/tx\/austin\?searchTerm=garden/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Austin, TX' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in Austin, TX');
  await page.goto('/for-rent/Texas/Austin?bedrooms=1');
  await expect(page).toHaveURL(/\/for-rent\/tx\/austin\?bedrooms=1$/);
  const notFound = await page.goto('/for-sale/tx/no-such-place');
  expect(notFound?.status()).toBe(404);
});

test('more filters open below the row, and their button shows the number of homes @full', async ({
  page,
}) => {
  await page.goto('/for-sale?bedrooms=2');
  await page.locator('summary', { hasText: 'More filters' }).click();
  await expect(page.getByRole('group', { name: 'Price and cost' })).toBeVisible();
  await page.getByLabel('Garage').check();
  await page.getByRole('button', { name: /^Show [\d,]+ homes$/ }).click();
  await expect(page).toHaveURL(/\/for-sale\?(.*&)?bedrooms=2&features=garage$/);
  const countText = await page.getByText(/^\d+ properties found$/).textContent();
  await page.locator('summary', { hasText: 'More filters' }).click();
  await expect(page.getByLabel('Garage')).toBeChecked();
  await expect(
    page.getByRole('button', { name: `Show ${countText?.split(' ')[0]} homes` }),
  ).toBeVisible();
});

test('sorting and pagination work without JavaScript', async ({ page }) => {
  await page.goto('/for-sale?sort=price_asc');
  const prices = await page
    .getByRole('article')
    .getByText(/^\$[\d,]+$/)
    .allTextContents();
  const numbers = prices.map((text) => Number(text.replace(/\D/g, '')));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  await page.getByRole('link', { name: /next/i }).first().click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page).toHaveURL(/sort=price_asc/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the Agents, About, and Contact pages are readable @full', async ({ page }) => {
  await page.goto('/agents');
  await page.getByRole('link', { name: 'View Profile & Listings' }).first().click();
  await expect(page).toHaveURL(/\/agent-listings\?agentId=\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Listings by');
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
