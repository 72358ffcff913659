/** Counts and prints the clicks from the home page to a booked tour. */

import type { Locator } from '@playwright/test';
import { uniqueWord } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

const MOST = 12;

test('a tour of a 3-bedroom house in Austin with a garage on Saturday takes 12 clicks', async ({
  page,
}) => {
  const steps: { step: string; clicks: number }[] = [];
  const click = async (step: string, target: Locator) => {
    await target.click();
    steps.push({ step, clicks: 1 });
  };
  // A native select takes one click to open, and one for the option.
  const choose = async (name: string, option: string) => {
    await page.getByLabel(name, { exact: true }).selectOption(option);
    steps.push({ step: `${name}: ${option}`, clicks: 2 });
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expectHydrated(page);
  await click('the search', page.getByRole('combobox', { name: 'Keyword' }));
  await page.keyboard.type('Austin');
  await expect(page.getByRole('option', { name: /^Austin, TX/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/for-sale\/tx\/austin$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Austin, TX');
  await choose('Type', 'House');
  await choose('Min. Beds', '3+');
  await click('More filters', page.getByRole('button', { name: /^More filters/ }));
  await click('Garage', page.getByRole('dialog').getByText('Garage', { exact: true }));
  await click('Show homes', page.getByRole('button', { name: /^Show \d+ homes?$/ }));
  await expect(page).toHaveURL(/propertyType=House&bedrooms=3&features=garage$/);
  const home = page.getByRole('article').filter({ hasText: 'Row House across from the Park' });
  await expect(page.getByText(/^\d+ properties found$/)).toBeVisible();
  await click('the home', home.getByRole('link').first());
  await expect(page).toHaveURL(/\/property\/\d+$/);
  const tour = page.getByRole('button', { name: /tour$/i }).filter({ visible: true });
  await click('the tour', tour.first());
  const dialog = page.getByRole('dialog');
  const day = dialog.getByRole('group', { name: 'Day' }).locator('label', { hasText: 'Sat' });
  await click('Saturday', day.first());
  const time = dialog.getByRole('group', { name: 'Time' }).locator('label');
  await click('a time', time.first());

  // Name and address are typed, with Tab between the fields.
  const name = dialog.getByLabel('Name', { exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(name).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.type('Robin Vale');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(`${uniqueWord('robin')}@example.org`);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: /^Your tour is (requested|booked)$/ }),
  ).toBeVisible();

  const clicks = steps.reduce((sum, step) => sum + step.clicks, 0);
  // oxlint-disable-next-line no-console -- the numbers are what this test is for
  console.table([...steps, { step: 'all', clicks }]);
  expect(clicks).toBeLessThanOrEqual(MOST);
});
