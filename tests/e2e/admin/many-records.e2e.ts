/**
 * Dashboard lists with many records: sorting, selecting across pages, bulk changes, and
 * undoing them.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import type { Role } from '#shared/schemas/user.ts';
import {
  type Account,
  actAs,
  bearer,
  makeAccount,
  makeAdmin,
  makeListing,
  uniqueWord,
} from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { keepNotices } from '../screens/responses.ts';

test.slow();

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const rowCheckbox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` });
const bulkBar = (page: Page, noun: string) =>
  page.getByRole('region', { name: `Selected ${noun}s` });
/** Expects the rows' titles from top to bottom, once the list has loaded. */
async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await expect(page.locator('tbody tr')).toHaveCount(titles.length);
  for (const [index, title] of titles.entries()) {
    await expect(page.locator('tbody tr').nth(index)).toContainText(title);
  }
}

async function makeListings(request: APIRequestContext, agent: Account, prices: readonly string[]) {
  const listings = [];
  for (const price of prices) listings.push(await makeListing(request, agent, { price }));
  return listings;
}

async function isAvailable(request: APIRequestContext, id: string): Promise<boolean> {
  const response = await request.get(`/api/properties/${id}`);
  return ((await response.json()) as { isAvailable: boolean }).isAvailable;
}

test('sorts, searches, and filters the agent’s own listings, with the state in the URL @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const [first, second, third] = await makeListings(request, agent, ['900', '3100', '1700']);
  const titles = [first, second, third].map((listing) => listing?.title ?? '');
  const [oldest = '', mostExpensive = '', newest = ''] = titles;
  await actAs(page, agent);
  // Only very wide windows show the 'Listed' column.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/dashboard/my-listings');
  await expectOrder(page, [newest, mostExpensive, oldest]);
  await expect(page.getByRole('columnheader', { name: /^Listed/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await page.getByRole('link', { name: 'Sort by Price' }).click();
  await expect(page).toHaveURL(/sort=price_asc$/);
  await expectOrder(page, [oldest, newest, mostExpensive]);
  const price = page.getByRole('columnheader', { name: /^Price/ });
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('link', { name: 'Sort by Price' }).press('Enter');
  await expectOrder(page, [mostExpensive, newest, oldest]);
  await expect(page.getByRole('link', { name: 'Sort by Price' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expectOrder(page, [mostExpensive, newest, oldest]);

  await page.getByPlaceholder('Search by title, address, city...').fill(oldest);
  await expect(page.getByText('1 listing found')).toBeVisible();
  await expect(page).toHaveURL(/sort=price_desc/);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expectOrder(page, [mostExpensive, newest, oldest]);
  await page.getByLabel('Availability', { exact: true }).selectOption('Sold/Rented');
  await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expectOrder(page, [mostExpensive, newest, oldest]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Sort by', { exact: true }).selectOption('Oldest first');
  await expectOrder(page, [oldest, mostExpensive, newest]);
  await expectAccessible(page);
});

test('selects listings across pages, marks them as rented, undoes the change, and deletes them', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const listings = await makeListings(
    request,
    agent,
    Array.from({ length: 26 }, (_, index) => String(1000 + index)),
  );
  const [oldest, second] = listings;
  const newest = listings.at(-1);
  if (!oldest || !second || !newest) throw new Error('Expected 26 listings.');
  await actAs(page, agent);
  // Otherwise, toasts with 'Undo' would disappear after a while.
  await keepNotices(page);
  await page.goto('/dashboard/my-listings');

  await test.step('the selection is preserved across pages', async () => {
    await rowCheckbox(page, newest.title).check();
    await expect(bulkBar(page, 'listing')).toContainText('1 selected');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Next page' }).click();
    await rowCheckbox(page, oldest.title).check();
    await rowCheckbox(page, second.title).check();
    await expect(bulkBar(page, 'listing')).toContainText('3 selected');
    await expect(bulkBar(page, 'listing')).toContainText('1 of them not on this page');
  });

  await test.step('marks them as rented and undoes the change', async () => {
    await bulkBar(page, 'listing').getByRole('button', { name: 'Mark as rented' }).click();
    await expect(page.getByText('3 listings are marked as rented.')).toBeVisible();
    await expect(bulkBar(page, 'listing')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(rowOf(page, oldest.title)).toContainText('Rented');
    expect(await isAvailable(request, newest._id)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('3 listings are active again.')).toBeVisible();
    await expect(rowOf(page, oldest.title)).toContainText('Active');
    expect(await isAvailable(request, newest._id)).toBe(true);
  });

  await test.step('deletes them after a confirmation and reports the one that was already deleted', async () => {
    await rowCheckbox(page, oldest.title).check();
    await rowCheckbox(page, second.title).check();
    await page.getByRole('link', { name: 'Previous page' }).click();
    await rowCheckbox(page, newest.title).check();
    await bulkBar(page, 'listing').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(dialog).toContainText('these 3 property listings');
    for (const { title } of [oldest, second, newest]) await expect(dialog).toContainText(title);
    await expectAccessible(page);
    // Another session deletes one of them first.
    await request.delete(`/api/properties/${second._id}`, { headers: bearer(agent) });
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 listings were deleted.')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('1 of 3 could not be deleted:');
    await expect(page.getByRole('alert')).toContainText(`“${second.title}”: Property not found.`);
    await expect(page.getByText('23 listings', { exact: true })).toBeVisible();
    // Scroll to the end, where the bar covers no row: axe would report partly covered buttons as
    // too small.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a failed bulk change shows an error and preserves the selection @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 503');
  const agent = await makeAccount(request, 'agent');
  const [listing] = await makeListings(request, agent, ['1200', '1300']);
  await actAs(page, agent);
  // Otherwise, toasts with 'Undo' would disappear after a while.
  await keepNotices(page);
  await page.goto('/dashboard/my-listings');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.route('**/api/properties/bulk', (route) =>
    route.fulfill({ status: 503, json: { message: 'Try later.', code: 'UNAVAILABLE' } }),
  );
  await bulkBar(page, 'listing').getByRole('button', { name: 'Mark as rented' }).click();
  await expect(page.getByRole('alert')).toHaveText('Try later.');
  await expect(bulkBar(page, 'listing')).toContainText('2 selected');
  await page.unroute('**/api/properties/bulk');
  await bulkBar(page, 'listing').getByRole('button', { name: 'Mark as rented' }).click();
  await expect(page.getByText('2 listings are marked as rented.')).toBeVisible();
  expect(await isAvailable(request, listing?._id ?? '')).toBe(false);
  await page.keyboard.press('z');
  await expect(page.getByText('2 listings are active again.')).toBeVisible();
  expect(await isAvailable(request, listing?._id ?? '')).toBe(true);
});

test('works through a list with the shortcuts from the help dialog @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const listings = await makeListings(
    request,
    agent,
    Array.from({ length: 25 }, (_, index) => String(2000 + index)),
  );
  const newestFirst = listings.toReversed().map(({ title }) => title);
  const [first = '', second = '', , fourth = ''] = newestFirst;
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await expect(rowCheckbox(page, first)).toBeVisible();

  await page.keyboard.press('?');
  const shortcutsDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcutsDialog).toContainText('Select the row');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shortcutsDialog).toBeHidden();

  await page.keyboard.press('j');
  await expect(rowCheckbox(page, first)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rowCheckbox(page, second)).toBeChecked();
  await rowCheckbox(page, fourth).click({ modifiers: ['Shift'] });
  await expect(bulkBar(page, 'listing')).toContainText('3 selected');
  await page.keyboard.press('a');
  await expect(bulkBar(page, 'listing')).toContainText('24 selected');
  await page.keyboard.press('Escape');
  await expect(bulkBar(page, 'listing')).toBeHidden();

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/my-listings$/);

  await expect(rowCheckbox(page, first)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(dialog).toContainText(first);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Delete Listing: ${first}` })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/edit-listing\/\d+$/);
});

test('returns to the list page from which a listing was edited @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const [cheapest] = await makeListings(request, agent, ['800', '2500']);
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings?sort=price_asc');
  await page.getByRole('link', { name: `Edit Listing: ${cheapest?.title}` }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/my-listings\?sort=price_asc$/);
  await page.getByRole('link', { name: `Edit Listing: ${cheapest?.title}` }).click();
  await page.getByRole('spinbutton', { name: 'Price' }).fill('850');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(/my-listings\?sort=price_asc$/);
  await expect(rowOf(page, cheapest?.title ?? '')).toContainText('$850');
});

test('changes the roles of several users, undoes the change, and deletes two users @full', async ({
  page,
  request,
}) => {
  const admin = await makeAdmin(request);
  const familyName = uniqueWord('Family');
  const users = [
    await makeAccount(request, 'user', `Ann ${familyName}`),
    await makeAccount(request, 'agent', `Bob ${familyName}`),
    await makeAccount(request, 'user', `Cid ${familyName}`),
  ] as const;
  await makeListing(request, users[1]);
  await actAs(page, admin);
  // Otherwise, toasts with 'Undo' would disappear after a while.
  await keepNotices(page);

  await page.goto(`/dashboard/manage-users?searchTerm=${admin.email}`);
  await expect(rowCheckbox(page, admin.name)).toBeDisabled();

  await page.goto(`/dashboard/manage-users?searchTerm=${familyName}&sort=name_asc`);
  await expectOrder(page, ['Ann', 'Bob', 'Cid']);
  await page.getByRole('link', { name: 'Sort by Name' }).click();
  await expectOrder(page, ['Cid', 'Bob', 'Ann']);

  await test.step('makes them agents and restores their previous roles', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bulkBar(page, 'user').getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 3 Users' });
    await expect(dialog).toContainText('Currently 2 users and 1 agent.');
    await dialog.getByLabel('Role').selectOption('Agent');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('2 users are now agents.')).toBeVisible();
    await expect(rowOf(page, 'Ann').getByText('Agent', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 users were restored to their previous roles.')).toBeVisible();
    await expect(rowOf(page, 'Ann').getByText('User', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Bob').getByText('Agent', { exact: true })).toBeVisible();
  });

  await test.step('deletes two of them', async () => {
    await page.keyboard.press('Escape');
    await rowCheckbox(page, `Ann ${familyName}`).check();
    await rowCheckbox(page, `Bob ${familyName}`).check();
    await bulkBar(page, 'user').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm User Deletion' });
    await expect(dialog).toContainText('these 2 users');
    await expect(dialog).toContainText('Their listings');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(page.getByText('2 accounts were deleted.')).toBeVisible();
    await expectOrder(page, ['Cid']);
  });
});

test('does not change or restore a role that another admin has changed meanwhile @full', async ({
  page,
  request,
}) => {
  const admin = await makeAdmin(request);
  const user = await makeAccount(request, 'user');
  const setRole = async (role: Role) => {
    const response = await request.put(`/api/users/${user._id}`, {
      headers: bearer(admin),
      data: { role },
    });
    expect(response.ok()).toBe(true);
  };
  const expectConflict = async (role: string) => {
    await expect(page.getByText('The role has changed. Please check it again.')).toBeVisible();
    await expect(rowOf(page, user.email).getByText(role, { exact: true })).toBeVisible();
  };
  const edit = page.getByRole('button', { name: `Edit user: ${user.name}` });
  const dialog = page.getByRole('dialog');
  await actAs(page, admin);
  await keepNotices(page);
  await page.goto(`/dashboard/manage-users?searchTerm=${user.email}`);

  await test.step('in the dialog', async () => {
    await edit.click();
    await setRole('agent');
    await dialog.getByLabel('Role').selectOption('Admin');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expectConflict('Agent');
  });

  await test.step('with Undo', async () => {
    await page.reload();
    await edit.click();
    await dialog.getByLabel('Role').selectOption('Admin');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText(`${user.name} is now an admin.`)).toBeVisible();
    await setRole('user');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectConflict('User');
  });
});

test('marks messages as read and unread, and deletes several @full', async ({ page, request }) => {
  const admin = await makeAdmin(request);
  const subjects = [uniqueWord('Garden '), uniqueWord('Garage ')];
  for (const subject of subjects) {
    const response = await request.post('/api/contact', {
      data: {
        name: 'Greta',
        email: 'greta@example.org',
        subject,
        message: 'Is it still available?',
      },
    });
    expect(response.status()).toBe(201);
  }
  await actAs(page, admin);
  // Otherwise, toasts with 'Undo' would disappear after a while.
  await keepNotices(page);
  await page.goto('/dashboard/messages?isRead=false');
  const boxes = subjects.map((subject) => rowCheckbox(page, `message from Greta: ${subject}`));
  for (const box of boxes) await box.check();
  await bulkBar(page, 'message').getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByText('2 messages marked as read.')).toBeVisible();
  for (const box of boxes) await expect(box).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const subject of subjects) await expect(rowOf(page, subject)).toContainText('Unread: ');
  await expectAccessible(page);

  await test.step('marks a read message as unread', async () => {
    const [subject = ''] = subjects;
    const readResponse = page.waitForResponse((response) =>
      /\/contact\/\d+\/read$/.test(response.url()),
    );
    await rowOf(page, subject).getByRole('button', { name: 'View' }).click();
    await readResponse;
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as unread' }).click();
    await expect(page.getByText('1 message marked as unread.')).toBeVisible();
    await expect(rowOf(page, subject)).toContainText('Unread: ');
  });

  await page.getByLabel('Show').selectOption('All messages');
  await expect(page).toHaveURL(/messages$/);
  for (const box of boxes) await box.check();
  await bulkBar(page, 'message').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Message' });
  await expect(dialog).toContainText('these 2 messages');
  await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
  await expect(page.getByText('2 messages were deleted.')).toBeVisible();
  for (const subject of subjects) await expect(rowOf(page, subject)).toHaveCount(0);
});
