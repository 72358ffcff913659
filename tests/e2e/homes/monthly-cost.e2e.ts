/** The monthly cost in filters (with loan terms), chips, cards, and the comparison; and labels for new listings and price cuts on cards. */

import {
  waitForAnimations,
  expect,
  expectAccessible,
  expectHydrated,
  test,
} from '../support/fixtures.ts';

type Home = { _id: string; price: number };

const CARD_COST = /^\$[\d,]+\/mo$/;

test('a search by monthly cost shows the cost on each card @full', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/for-sale');
  await expectHydrated(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(CARD_COST)).toHaveCount(0);
  await page.getByRole('button', { name: /^More filters/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Max. Monthly Cost')).toBeVisible();
  // Check accessibility before typing because the count is dimmed while it loads.
  await waitForAnimations(page);
  await expectAccessible(page);
  await dialog.getByLabel('Max. Monthly Cost').fill('$4,000');
  await dialog.getByLabel('Interest Rate (%)').fill('99');
  await dialog.getByLabel('Loan Term (years)').focus();
  await expect(dialog.getByText('Enter a number from 0 to 30.')).toBeVisible();
  await dialog.getByLabel('Interest Rate (%)').fill('5.25');
  await dialog.getByRole('button', { name: /^(Show|Apply|See)/ }).click();
  await expect(page).toHaveURL(/maxMonthly=4000&rate=5\.25/);
  const cards = page.getByRole('article');
  // The old results stay until the new ones have loaded.
  await expect(cards.first()).toContainText('/mo');
  const costs = await page.getByText(CARD_COST).allTextContents();
  expect(costs.length).toBe(await cards.count());
  expect(Math.max(...costs.map((text) => Number(text.replace(/\D/g, ''))))).toBeLessThan(4001);

  // The interest rate can be removed without the cost.
  await page.getByRole('link', { name: /5\.25% interest/ }).click();
  await expect(page).toHaveURL(/maxMonthly=4000$/);
  await page.getByRole('link', { name: /Up to \$4,000\/mo/ }).click();
  await expect(page).toHaveURL(/\/for-sale$/);
  await expect(page.getByText(CARD_COST)).toHaveCount(0);
});

test('cards show new listings and price cuts', async ({ page }) => {
  await page.goto('/for-sale');
  await expect(page.getByRole('article').first()).toContainText('New');
  await page.goto('/for-sale?reduced=true');
  await expect(page.getByRole('article').first()).toContainText(
    /Price cut \$[\d,]+ \(\d+(\.\d)?%\)/,
  );
});

test('a comparison has the monthly cost as a row @full', async ({ page, request }) => {
  const response = await request.get(
    '/api/properties?status=For%20Rent&searchTerm=Seattle&limit=2',
  );
  const homes = (await response.json()) as Home[];
  await page.goto(`/compare?ids=${homes.map(({ _id }) => _id).join(',')}`);
  const row = page.getByRole('row', { name: /^Monthly cost/ });
  for (const { price } of homes) {
    await expect(row).toContainText(`$${Math.round(price).toLocaleString('en-US')}/mo`);
  }
});
