/** Place suggestions: by keyboard, pointer, and touch, and while the API is slow or fails. */

import type { Page } from '@playwright/test';
import { expect, expectHydrated, expectTap, TAP_MS, test } from '../support/fixtures.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Keyword' }).first();
const options = (page: Page) => page.getByRole('option').filter({ visible: true, hasText: ',' });
const seattle = (page: Page) => options(page).filter({ hasText: /^Seattle, WA/ });

test('the search on the home page suggests places, with the keyboard only', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  await field(page).focus();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('seat');
  await expect(seattle(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /places? found/ })).toBeAttached();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');

  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('seat');

  await page.keyboard.press('ArrowDown');
  await expect(seattle(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /./);
  const active = await field(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/for-sale\/wa\/seattle$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Properties For Sale in Seattle, WA',
  );
});

test('Enter without a selected place searches for the typed words', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  await field(page).pressSequentially('seattle');
  await expect(seattle(page)).toBeVisible();
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/for-sale\?searchTerm=seattle$/);
});

test('selecting a place in a rental search opens its for-rent page @full', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('For Rent');
  await field(page).fill('aus');
  await options(page).first().click();
  await expect(page).toHaveURL(/\/for-rent\/[a-z]{2}\/aus[a-z-]*$/);
});

test('selecting a place keeps the other filters, and selecting an address opens its listing @full', async ({
  page,
}) => {
  await page.goto('/for-sale?bedrooms=1&sort=price_asc');
  await expectHydrated(page);
  await field(page).fill('Seattle');
  await seattle(page).click();
  await expect(page).toHaveURL(/\/for-sale\/wa\/seattle\?bedrooms=1&sort=price_asc$/);
  // Wait for the new page because the previous page also has this field.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Properties For Sale in Seattle, WA',
  );
  await expect(field(page)).toHaveValue('');

  const [home] = await page.evaluate(async () => {
    const response = await fetch('/api/properties?city=Seattle&state=WA&status=For+Sale&limit=1');
    return (await response.json()) as [{ _id: string; address: string }];
  });
  await field(page).fill(home.address);
  await options(page).filter({ hasText: home.address }).first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
});

test('a late response to an earlier input is ignored @full', async ({ page }) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  const gate = Promise.withResolvers<void>();
  const placesRequest = page.waitForRequest(/\/api\/places\?term=aus/);
  await page.route(/\/api\/places\?term=aus/, async (route) => {
    await gate.promise;
    // The page may have aborted the request by then.
    await route.continue().catch(() => undefined);
  });
  await field(page).fill('aus');
  await placesRequest;
  await field(page).fill('seattle');
  await expect(seattle(page)).toBeVisible();
  gate.resolve();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(options(page).filter({ hasText: 'Austin' })).toHaveCount(0);
});

test('searches for the typed words if places cannot be loaded @full', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('status of 500');
  await page.goto('/for-sale');
  await expectHydrated(page);
  await page.route(/\/api\/places\?/, (route) => route.fulfill({ status: 500, json: {} }));
  const failedResponse = page.waitForResponse(/\/api\/places\?/);
  await field(page).fill('garden');
  await failedResponse;
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/for-sale\?searchTerm=garden$/);
});

test("the map’s 'Within' accepts a suggested place @full", async ({ page }) => {
  await page.goto('/for-sale?view=map');
  await page.getByRole('button', { name: 'Within…' }).click();
  const placeField = page.getByRole('combobox', { name: 'miles of' });
  await placeField.fill('Seat');
  await seattle(page).click();
  await expect(placeField).toHaveValue('Seattle, WA');
  await placeField.press('Enter');
  await expect(page).toHaveURL(/near=47\.\d+%2C-122\.\d+/);
  await expect(page.getByText('Within 5 miles of Seattle, WA')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('a place can be tapped, on the page and in the filter sheet @full', async ({ page }) => {
    await page.goto('/');
    await expectHydrated(page);
    await expectTap(
      () => field(page).tap({ timeout: TAP_MS }),
      () => expect(field(page)).toBeFocused({ timeout: TAP_MS }),
    );
    await page.keyboard.type('sea');
    await expectTap(
      () => seattle(page).tap({ timeout: TAP_MS }),
      () => expect(page).toHaveURL(/\/for-sale\/wa\/seattle$/, { timeout: TAP_MS }),
    );

    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog');
    const sheetField = sheet.getByRole('combobox', { name: 'Keyword' });
    await sheetField.fill('aus');
    await expect(options(page).first()).toBeVisible();
    // The first Escape closes only the list.
    await sheetField.press('Escape');
    await expect(options(page)).toHaveCount(0);
    await expect(sheet).toBeVisible();
    await sheetField.press('ArrowDown');
    await expectTap(
      () => options(page).first().tap({ timeout: TAP_MS }),
      () => expect(page).toHaveURL(/\/for-sale\/[a-z]{2}\/aus[a-z-]*$/, { timeout: TAP_MS }),
    );
    await expect(sheet).toBeHidden();
  });
});
