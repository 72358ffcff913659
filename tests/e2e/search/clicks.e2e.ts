/** Counts and prints the clicks from the home page to a booked tour. */

import type { Locator } from '@playwright/test';
import { uniqueWord } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

const MAX_CLICKS = 12;

const WINDOW_SIZES = [
  { width: 1440, height: 900, filters: /^More filters/, apply: /^Show \d+ homes?$/ },
  { width: 390, height: 844, filters: /^Filters/, apply: 'Apply Filters' },
];

for (const { width, height, filters, apply } of WINDOW_SIZES) {
  test(`booking a Saturday tour of a 3-bedroom house with a garage in Austin takes at most 12 clicks at ${width} pixels`, async ({
    page,
  }) => {
    const steps: string[] = [];
    // The keyboard is used only to type and to move between text fields.
    const click = async (step: string, target: Locator) => {
      await target.click();
      steps.push(step);
    };

    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expectHydrated(page);
    await click('the search', page.getByRole('combobox', { name: 'Keyword' }));
    await page.keyboard.type('Austin');
    await click('Austin', page.getByRole('option', { name: /^Austin, TX/ }));
    await expect(page).toHaveURL(/\/for-sale\/tx\/austin$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Austin, TX');

    await click('filters', page.getByRole('button', { name: filters }).filter({ visible: true }));
    const sheet = page.getByRole('dialog');
    const choose = (group: string, label: string) =>
      click(`${group}: ${label}`, sheet.getByRole('group', { name: group }).getByText(label));
    await choose('Type', 'House');
    await choose('Min. Beds', '3+');
    await click('Garage', sheet.getByText('Garage', { exact: true }));
    await click('show homes', sheet.getByRole('button', { name: apply }));
    await expect(page).toHaveURL(/propertyType=House&bedrooms=3&features=garage$/);
    await expect(page.getByText(/^\d+ properties found$/)).toBeVisible();

    const home = page.getByRole('article').filter({ hasText: 'Row House across from the Park' });
    await click('the home', home.getByRole('link').first());
    await expect(page).toHaveURL(/\/property\/\d+$/);
    const tour = page.getByRole('button', { name: /tour$/i }).filter({ visible: true });
    await click('the tour', tour.first());
    const day = sheet.getByRole('group', { name: 'Day' }).locator('label', { hasText: 'Sat' });
    await click('Saturday', day.first());
    await click('Name', sheet.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Robin Vale');
    await page.keyboard.press('Tab');
    await expect(sheet.getByLabel('Email', { exact: true })).toBeFocused();
    await page.keyboard.type(`${uniqueWord('robin')}@example.org`);
    await click('send', sheet.getByRole('button', { name: /tour$/i }));
    const confirmation = page.getByRole('heading', { name: /^Tour (requested|booked)$/ });
    await expect(confirmation).toBeVisible();
    await expect(confirmation.locator('..')).toContainText('Saturday');

    // oxlint-disable-next-line no-console -- prints the result of the test
    console.table(steps);
    expect(steps.length).toBeLessThanOrEqual(MAX_CLICKS);
  });
}
