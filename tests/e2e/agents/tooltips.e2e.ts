/** The tooltips of a table's icon buttons. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, logIn } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';

test('a row’s action shows its name when hovered or focused, until Escape', async ({
  page,
  request,
}) => {
  await actAs(page, await logIn(request, 'agent@demo.doorstep.example', 'doorstep'));
  await page.goto(pagePaths.myListings());
  const tooltip = page.getByText('Edit Listing', { exact: true });
  await page
    .getByRole('link', { name: /^Edit Listing/ })
    .nth(1)
    .hover();
  await expect(tooltip).toBeVisible();
  // The pointer can move to the tooltip without closing it.
  await tooltip.hover();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();

  await page
    .getByRole('link', { name: /^View Public Page/ })
    .first()
    .focus();
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeHidden();
  await expect(page.getByText('Figures', { exact: true })).toBeVisible();
});
