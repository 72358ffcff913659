/** The availability switch of a listing (docs/product/dashboard.md, Availability). */

import { actAs, bearer, makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bookTour, setTourHours } from '../support/tour-hours.ts';
import { keepNotices } from '../screens/responses.ts';

test('a switch reverts if the server rejects the change @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 403');
  const agent = await makeAccount(request, 'agent');
  const { title } = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await page.route('**/api/properties/bulk', (route) =>
    route.fulfill({
      status: 403,
      json: { message: 'You don’t have permission to change this listing.', code: 'FORBIDDEN' },
    }),
  );
  const availability = page.getByRole('switch', { name: `Availability of ${title}` });
  await availability.click();
  await expect(page.getByRole('alert')).toHaveText(
    'You don’t have permission to change this listing.',
  );
  await expect(availability).toBeChecked();
  await expectAccessible(page);

  await page.unroute('**/api/properties/bulk');
  await availability.click();
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Rented');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Active');
});

test('asks before a listing with upcoming tours is marked as rented', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  const { _id: id, title } = await makeListing(request, agent);
  await setTourHours(request, agent);
  await bookTour(request, { _id: id }, 'Vera Visitor');
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  const availability = page.getByRole('switch', { name: `Availability of ${title}` });
  const row = page.getByRole('row').filter({ hasText: title });
  const dialog = page.getByRole('alertdialog', { name: 'Mark as rented?' });
  await availability.click();
  await expect(dialog).toContainText(
    '1 upcoming tour will be canceled, and the visitor will be emailed.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep active' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Active');
  await expect(availability).toBeChecked();

  await availability.click();
  await dialog.getByRole('button', { name: 'Mark as rented' }).click();
  await expect(page.getByText(`“${title}” is marked as rented.`)).toBeVisible();
  // Canceled tours cannot be restored.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('switching to a state that another session has already set succeeds, without offering Undo', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const { _id, title } = await makeListing(request, agent);
  await actAs(page, agent);
  await keepNotices(page);
  await page.goto('/dashboard/my-listings');
  const availability = page.getByRole('switch', { name: `Availability of ${title}` });
  await expect(availability).toBeChecked();
  const data = { ids: [_id], action: 'mark-unavailable' };
  await request.post('/api/properties/bulk', { headers: bearer(agent), data });
  await availability.click();
  await expect(page.getByText('is marked as rented.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const home = await request.get(`/api/properties/${_id}`, { headers: bearer(agent) });
  expect(await home.json()).toMatchObject({ isAvailable: false });
});
