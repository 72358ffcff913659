/** Offices: managers' views of their office, and changes by admins. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeOffice, pickAgent } from '../support/office-people.ts';

test('a manager, but not a member, can switch the inbox, tours, and listings to the office', async ({
  page,
  browser,
  request,
}) => {
  const word = uniqueWord('scope');
  const { manager, member } = await makeOffice(request, word);
  const home = await makeListing(request, member, { title: `Home ${word}` });
  const inquiryResponse = await request.post(`/api/properties/${home._id}/inquiries`, {
    data: { name: `Sender ${word}`, email: `${word}@example.org`, message: 'Is there a garden?' },
  });
  expect(inquiryResponse.status()).toBe(201);
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
  await expect(page.getByText('No one has booked a tour')).toBeVisible();

  const memberPage = await (await browser.newContext()).newPage();
  await actAs(memberPage, member);
  await memberPage.goto(pagePaths.manageInquiries({ scope: 'office' }));
  await memberPage.getByRole('link', { name: `Sender ${word}` }).click();
  await expect(memberPage.getByRole('list', { name: 'Messages' })).toContainText(
    `Manager ${word} ·`,
  );
  await expect(memberPage.getByRole('navigation', { name: 'Scope' })).toHaveCount(0);
});

test('an admin sees every inquiry, assigns one, and moves a listing when deleting its agent @full', async ({
  page,
  request,
}) => {
  const word = uniqueWord('all');
  const { admin, member } = await makeOffice(request, word);
  const other = await makeAccount(request, 'agent', `Other ${word}`);
  const home = await makeListing(request, member, { title: `Home ${word}` });
  const inquiryResponse = await request.post(`/api/properties/${home._id}/inquiries`, {
    data: { name: `Sender ${word}`, email: `${word}@example.org`, message: 'Is there a garden?' },
  });
  expect(inquiryResponse.status()).toBe(201);
  await actAs(page, admin);

  await page.goto(pagePaths.manageInquiries({ searchTerm: word }));
  const row = page.getByRole('row').filter({ hasText: `Sender ${word}` });
  await expect(row).toContainText(`Member ${word}`);
  await expect(row).toContainText('New');
  await expect(row).toContainText('0 min');
  await row.getByRole('button', { name: 'Assign to...' }).click();
  await pickAgent(page, 'Agent', other.name);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(row).toContainText(other.name);
  await row.getByRole('link', { name: `Sender ${word}` }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a garden?');
  await expect(page.getByText('(admin), ')).toBeVisible();
  await expect(page.getByLabel(`Reply to Sender ${word}`)).toHaveCount(0);

  await page.goto(pagePaths.manageUsers({ searchTerm: `Member ${word}` }));
  await page.getByRole('button', { name: `Delete user: Member ${word}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('1 listing and its pictures will be deleted too.');
  await pickAgent(page, 'Move listings to', other.name);
  await expect(dialog).toContainText(`1 listing will go to ${other.name}`);
  await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
  await expect(page.getByText('No Users Found')).toBeVisible();
  const propertyResponse = await request.get(`/api/properties/${home._id}`);
  expect(((await propertyResponse.json()) as { agent: { _id: string } }).agent._id).toBe(other._id);
});

test('an admin deletes several agents and reassigns their listings @full', async ({
  page,
  request,
}) => {
  const word = uniqueWord('several');
  const { admin, manager, member } = await makeOffice(request, word);
  const other = await makeAccount(request, 'agent', `Other of ${word}`);
  const homes = [await makeListing(request, member), await makeListing(request, manager)];
  await actAs(page, admin);
  await page.goto(pagePaths.manageUsers({ searchTerm: word }));
  for (const { name } of [member, manager])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Their listings and pictures will be deleted');
  const agentField = page.getByRole('combobox', { name: 'Move listings to' });
  await agentField.fill(word);
  // Agents who are about to be deleted are not offered as new listing agents.
  await expect(page.getByRole('option')).toHaveText([new RegExp(other.name)]);
  await page.getByRole('option', { name: other.name }).click();
  await expect(dialog).toContainText(`Their listings will go to ${other.name}`);
  await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
  await expect(page.getByText('2 accounts were deleted.')).toBeVisible();
  for (const { _id } of homes) {
    const propertyResponse = await request.get(`/api/properties/${_id}`);
    expect(((await propertyResponse.json()) as { agent: { _id: string } }).agent._id).toBe(
      other._id,
    );
  }
});

test('an admin creates an office and adds an agent @full', async ({ page, request }) => {
  const word = uniqueWord('open');
  const { admin } = await makeOffice(request, word);
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  await actAs(page, admin);
  await page.goto(pagePaths.officeDashboard());
  await page.getByRole('button', { name: 'New Office' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Branch ${word}`);
  await dialog.getByLabel('Phone').fill('(512) 555-0142');
  await dialog.getByRole('button', { name: 'Create office' }).click();
  await expect(page.getByText('No members yet.')).toBeVisible();
  await pickAgent(page, 'Add an agent', agent.name);
  await page.getByRole('button', { name: 'Add to office' }).click();
  await expect(page.getByLabel(`Role of ${agent.name}`)).toHaveValue('member');
  await page.getByRole('link', { name: 'Public page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Branch ${word}`);
  await expect(page.getByRole('link', { name: 'Call (512) 555-0142' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(agent.name);
});
