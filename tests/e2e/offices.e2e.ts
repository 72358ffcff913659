/** Offices: what managers see and do for their office. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeListing, uniqueWord } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { makeOffice } from './office-people.ts';

test('a manager switches the inbox, tours, and listings to the office, and a member cannot', async ({
  page,
  browser,
  request,
}) => {
  const word = uniqueWord('scope');
  const { manager, member } = await makeOffice(request, word);
  const home = await makeListing(request, member, { title: `Home ${word}` });
  const asked = await request.post(`/api/properties/${home._id}/inquiries`, {
    data: { name: `Sender ${word}`, email: `${word}@example.org`, message: 'Is there a garden?' },
  });
  expect(asked.status()).toBe(201);
  await actAs(page, manager);

  await page.goto(pagePaths.manageInquiries());
  await expect(page.getByRole('heading', { name: 'No inquiries yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Office', exact: true }).last().click();
  const row = page.getByRole('link', { name: `Sender ${word}` });
  await expect(row).toContainText(`Home ${word}, Member ${word}`);
  await row.click();
  await page.getByLabel(`Reply to Sender ${word}`).fill('There is one.');
  await page.keyboard.press('Control+Enter');
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('There is one.');
  await expect(messages).toContainText('You ·');

  await page.goto(pagePaths.myListings());
  await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();
  const scope = page.getByRole('navigation', { name: 'Scope' });
  await scope.getByRole('link', { name: 'Office' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Home ${word}` })).toContainText(
    `Member ${word}`,
  );
  await scope.getByRole('link', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();

  await page.goto(pagePaths.toursDashboard());
  await scope.getByRole('link', { name: 'Office' }).click();
  await expect(page.getByText('No one has booked a time')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await actAs(other, member);
  await other.goto(pagePaths.manageInquiries({ scope: 'office' }));
  await other.getByRole('link', { name: `Sender ${word}` }).click();
  await expect(other.getByRole('list', { name: 'Messages' })).toContainText(`Manager ${word} ·`);
  await expect(other.getByRole('navigation', { name: 'Scope' })).toHaveCount(0);
});
