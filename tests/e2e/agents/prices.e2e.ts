/** Changing prices on My Listings. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer, makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test('changes a price in the table with the keyboard and reports a concurrent change @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 400', 'status of 409');
  const agent = await makeAccount(request, 'agent');
  const { _id, title } = await makeListing(request, agent, { address: '12 Orchard Row' });
  await actAs(page, agent);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/my-listings');
  const row = page.getByRole('row').filter({ hasText: title });
  const priceButton = (price: string) =>
    row.getByRole('button', { name: `Change price: ${title}, ${price}` });
  const priceField = row.getByRole('textbox', { name: `Price of ${title}` });
  await expect(row).toContainText('12 Orchard Row');
  await expect(row).toContainText('0 inquiries');

  const widths = () =>
    row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  const widthsBefore = await widths();
  await priceButton('$2,400').focus();
  await page.keyboard.press('Enter');
  await expect(priceField).toBeFocused();
  expect(await widths()).toEqual(widthsBefore);
  await page.keyboard.type('9');
  await page.keyboard.press('Escape');
  await expect(priceButton('$2,400')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: 'Save price' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(priceButton('$2,400')).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type('a lot');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toHaveText(
    'Price must be a number from 0 to 100,000,000,000.',
  );
  await expect(priceField).toHaveValue('a lot');
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${agent.token}` };
  const data = { price: '2500', before: 2400 };
  await request.patch(`/api/properties/${_id}/price`, { headers, data });
  await priceField.fill('2450');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toHaveText(
    'The price was changed to $2,500 in the meantime.',
  );
  await priceField.fill('2450');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`“${title}” is now $2,450.`)).toBeVisible();
  await expect(priceButton('$2,450')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(priceButton('$2,500')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await priceButton('$2,500').click();
  await priceField.fill('2600');
  await row.getByRole('button', { name: 'Save price' }).click();
  await expect(priceButton('$2,600')).toBeVisible();
});

test('saving an open listing form does not undo another user’s price change', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto(pagePaths.editListing(_id));
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('2400');
  const response = await request.patch(`/api/properties/${_id}/price`, {
    headers: bearer(agent),
    data: { price: '2500', before: 2400 },
  });
  expect(response.status()).toBe(200);
  const description = 'A description that was written in a form opened earlier.';
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  const listing = await request.get(`/api/properties/${_id}`);
  expect(await listing.json()).toMatchObject({ description, price: 2500 });
});
