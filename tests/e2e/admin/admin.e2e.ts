/** The admin dashboard: users, listings, messages, and statistics. */

import type { Page } from '@playwright/test';
import {
  actAs,
  bearer,
  demoAdmin,
  logIn,
  makeAccount,
  makeAdmin,
  makeListing,
  PASSWORD,
  uniqueWord,
} from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';

// axe checks every screen and dialog, which is slow on two cores.
test.slow();

/** Returns the table row that contains a text. */
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('registers an agent, changes the role, and deletes the account with two listings @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 409');
  const name = uniqueWord('Agent ');
  const email = `${uniqueWord('agent')}@example.org`;
  await actAs(page, await demoAdmin(request));
  await page.goto('/dashboard/manage-users');

  await test.step('the form shows errors', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Users' })).toBeVisible();
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register New User' });
    await dialog.getByRole('button', { name: 'Register User' }).click();
    for (const message of [
      'Name is required',
      'Invalid email address',
      'Password must be at least 6 characters',
    ]) {
      await expect(dialog.getByText(message, { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill(name);
    await expect(dialog.getByText('Name is required')).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused();
  });

  await test.step('Cancel clears the input, a duplicate email is rejected, and a user can be registered', async () => {
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register New User' });
    await expect(dialog.getByLabel('Name')).toHaveValue('');
    await expect(dialog.getByLabel('Role')).toHaveValue('user');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email').fill('admin@demo.doorstep.example');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByLabel('Role').selectOption('Agent');
    await dialog.getByRole('button', { name: 'Register User' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'An account with this email already exists.',
    );
    await expectAccessible(page);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Register User' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${name} was registered.`)).toBeVisible();
  });

  const agent = await logIn(request, email);
  const listing = await makeListing(request, agent);
  await makeListing(request, agent);

  await test.step('finds the account; search and role are in the URL', async () => {
    await page.getByPlaceholder('Search by name or email...').fill(email.toUpperCase());
    await expect(page).toHaveURL(/searchTerm=/);
    await expect(page.getByText('1 user found')).toBeVisible();
    await page.getByLabel('Role').selectOption('Agent');
    await expect(page).toHaveURL(/role=agent/);
    await page.reload();
    await expect(rowOf(page, email)).toContainText('Agent');
    await expect(page.getByLabel('Role')).toHaveValue('agent');
    await page.getByLabel('Role').selectOption('All Roles');
    await expect(page).not.toHaveURL(/role=/);
    // The URL changes before the list does.
    await expect(page.getByLabel('Role')).toHaveValue('');
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('changes the role with the keyboard', async () => {
    const edit = page.getByRole('button', { name: `Edit user: ${name}` });
    await edit.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Edit User: ${name}` });
    await dialog.getByLabel('Role').selectOption('User');
    await expect(dialog.getByText('2 listings, but')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
    await expect(rowOf(page, email).getByText('User', { exact: true })).toBeVisible();
  });

  await test.step('lists the data deleted with the account, and deletes it', async () => {
    await page.getByRole('button', { name: `Delete user: ${name}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm User Deletion' });
    await expect(dialog).toContainText(
      'Are you sure you want to delete this user? This action cannot be undone.',
    );
    await expect(dialog).toContainText('2 listings and their pictures will be deleted too.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible();
    await expect(
      page.getByText('No users match your current filters. Try adjusting your search.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAccessible(page);
    expect((await request.get(`/api/properties/${listing._id}`)).status()).toBe(404);
  });
});

test('arrow keys move between rows, admins cannot change or delete their own account, and errors are shown @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404', 'status of 503');
  const admin = await makeAdmin(request);
  const user = await makeAccount(request, 'user');
  await actAs(page, admin);
  await page.goto('/dashboard/manage-users');
  const editButtons = page.getByRole('button', { name: /^Edit user/ });
  await editButtons.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await expect(editButtons.nth(2)).toBeFocused();
  await page.goto(`/dashboard/manage-users?searchTerm=${admin.email}`);
  const ownEditButton = page.getByRole('button', { name: `Edit user: ${admin.name}` });
  await expect(ownEditButton).toHaveAttribute('aria-disabled', 'true');
  await expect(ownEditButton).toHaveAccessibleDescription('You cannot change your own role.');
  await expect(
    page.getByRole('button', { name: `Delete user: ${admin.name}` }),
  ).toHaveAccessibleDescription('You cannot delete your own account.');
  await ownEditButton.focus();
  // The text is in the row for screen readers, and now also in the tooltip.
  await expect(page.getByText('You cannot change your own role.')).toHaveCount(2);
  await expect(page.getByText('You cannot change your own role.').last()).toBeVisible();

  await page.goto(`/dashboard/manage-users?searchTerm=${user.email}`);
  await page.getByRole('button', { name: `Delete user: ${user.name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await request.delete(`/api/users/${user._id}`, { headers: bearer(admin) });
  await page.clock.install();
  await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('User not found.');
  await expectAccessible(page);
  await page.clock.runFor(5_100);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible();

  await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/dashboard/manage-users?role=admin');
  await expect(page.getByText('Error fetching users.')).toBeVisible();
  await page.unroute('**/api/users?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
});

test('finds a listing by its address, marks it as rented, changes its price, and deletes it @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const street = uniqueWord('Lane');
  const listing = await makeListing(request, agent, { address: `7 ${street} Street` });
  const isAvailable = async () =>
    (
      (await (await request.get(`/api/properties/${listing._id}`)).json()) as {
        isAvailable: boolean;
      }
    ).isAvailable;
  await actAs(page, await demoAdmin(request));
  await page.goto('/dashboard/manage-properties');
  const row = rowOf(page, listing.title);

  await test.step('finds the listing by its address', async () => {
    await page.getByPlaceholder('Search by title, address, city...').fill(`7 ${street}`);
    await expect(page.getByText('1 listing found')).toBeVisible();
    await expect(row).toContainText('Portland, OR');
    await expect(row).toContainText(agent.name);
    await expectAccessible(page);
  });

  await test.step('marks it as rented, undoes the change, and marks it again', async () => {
    const toggle = row.getByRole('switch');
    await expect(toggle).toBeChecked();
    await toggle.press('Space');
    await expect(row).toContainText('Sold/Rented');
    await expect(page.getByText(`“${listing.title}” is marked as rented.`)).toBeVisible();
    expect(await isAvailable()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`“${listing.title}” is active again.`)).toBeVisible();
    await expect(toggle).toBeChecked();
    await toggle.click();
    await expect(page.getByText(`“${listing.title}” is marked as rented.`)).toBeVisible();
    await page.getByLabel('Availability', { exact: true }).selectOption('Sold/Rented');
    await expect(page).toHaveURL(/availability=false/);
    await expect(page.getByLabel('Availability', { exact: true })).toHaveValue('false');
    await page.getByLabel('Status', { exact: true }).selectOption('For Rent');
    await expect(page).toHaveURL(
      /availability=false.*status=For\+Rent|status=For\+Rent.*availability=false/,
    );
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('For Rent');
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expect(row).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Status', { exact: true }).selectOption('For Sale');
    await expect(page.getByRole('heading', { name: 'No Properties Found' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/manage-properties$/);
  });

  await test.step('changes the price', async () => {
    const box = page.getByPlaceholder('Search by title, address, city...');
    await expect(box).toHaveValue('');
    await box.fill(street);
    await expect(page.getByText('1 listing found')).toBeVisible();
    await page.getByRole('link', { name: `Edit Listing: ${listing.title}` }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/edit-listing/${listing._id}$`));
    await page.getByRole('spinbutton', { name: 'Price' }).fill('2650');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL(/my-listings/);
    await page.getByRole('button', { name: 'Back to Property Mgt.' }).click();
    await expect(page).toHaveURL(new RegExp(`manage-properties\\?searchTerm=${street}$`));
    await expect(row).toContainText('$2,650');
    await expect(row).toContainText(agent.name);
  });

  await test.step('deletes it', async () => {
    await page.getByRole('button', { name: `Delete Listing: ${listing.title}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(dialog).toContainText(
      'Are you sure you want to permanently delete this property listing? This action cannot be undone.',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No Properties Found' })).toBeVisible();
    expect((await request.get(`/api/properties/${listing._id}`)).status()).toBe(404);
  });
});

test('reverts the availability switch if the change fails, and shows an error if the list cannot be loaded @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 500', 'status of 503');
  const agent = await makeAccount(request, 'agent');
  const { title } = await makeListing(request, agent);
  await actAs(page, await demoAdmin(request));
  await page.goto(`/dashboard/manage-properties?agentId=${agent._id}`);
  await expect(page.getByRole('link', { name: `Listings by ${agent.name}` })).toBeVisible();
  await page.route('**/api/properties/bulk', (route) => route.fulfill({ status: 500, body: '' }));
  const toggle = rowOf(page, title).getByRole('switch');
  await toggle.click();
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred.');
  await expect(toggle).toBeChecked();
  await expectAccessible(page);
  await page.route('**/api/properties/all*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(page.getByText('Error fetching properties.')).toBeVisible();
  await expectAccessible(page);
});

test('reads and deletes a message just sent from the contact page', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const name = uniqueWord('Sender ');
  const subject = uniqueWord('Question ');
  const admin = await makeAdmin(request);
  await actAs(page, admin);
  await page.clock.install();
  const unreadCountResponse = page.waitForResponse(/\/api\/contact\?.*isRead=false/);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await unreadCountResponse;

  await test.step('a visitor sends a message', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const visitor = await context.newPage();
    await visitor.goto('/contact');
    await expectHydrated(visitor);
    await visitor.getByLabel('Name').fill(name);
    await visitor.getByLabel('Email').fill('sender@example.org');
    await visitor.getByLabel('Subject').fill(subject);
    await visitor.getByLabel('Message').fill('Is the garden fenced?\nWe have a dog.');
    await visitor.getByRole('button', { name: /send/i }).click();
    await expect(visitor.getByText('Message Sent!')).toBeVisible();
    await context.close();
  });

  const row = rowOf(page, subject);
  await test.step('the message appears without a reload and is counted', async () => {
    await page.clock.runFor(31_000);
    await expect(row).toBeVisible();
    await expect(row).toContainText('Unread: ');
    await expect(page.getByRole('link', { name: /Messages.*unread/ })).toBeVisible();
    await expect(page.getByText(/new messages? in the inbox\./)).toBeAttached();
    await expectAccessible(page);
  });

  await test.step('opening the message marks it as read', async () => {
    // The row updates optimistically, so wait for the response, too.
    const readResponse = page.waitForResponse(/\/api\/contact\/\d+\/read$/);
    await row.getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog', { name: `Message from: ${name}` });
    for (const text of ['Email', 'sender@example.org', 'Subject', subject, 'Message', 'Received']) {
      await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(dialog).toContainText('We have a dog.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(row).not.toContainText('Unread: ');
    await readResponse;
    await page.reload();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('Unread: ');
  });

  await test.step('deletes it', async () => {
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Message' });
    await expect(dialog).toContainText(
      'Are you sure you want to delete this message? This action is permanent.',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
  });
});

test('shows the statistics, and chart values with the arrow keys @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 503');
  await actAs(page, await demoAdmin(request));
  await page.goto('/dashboard');
  await test.step('shows the statistics', async () => {
    for (const label of ['Total Properties', 'Total Users', 'Total Agents']) {
      await expect(
        page.getByRole('link', { name: new RegExp(`^${label}\\s*[\\d,]+$`) }),
      ).toBeVisible();
    }
    await expect(
      page.getByRole('link', { name: /Total Property Value\s*\$[\d.]+[KMBT]?/ }),
    ).toBeVisible();
    for (const heading of [
      'New Listings (Last 7 Days)',
      'Properties by Type',
      'Recent Listings',
      'New Users',
    ]) {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    const days = page.getByRole('table', { name: 'New listings in the last 7 days' });
    await expect(days.getByRole('row')).toHaveCount(8);
    await expect(page.getByRole('table', { name: 'Properties by type' })).toContainText('House');
    await expectAccessible(page);
  });

  await test.step('the arrow keys show chart values', async () => {
    await page.getByRole('application', { name: /New listings by day/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('status').filter({ hasText: /new listings?$/ })).toBeVisible();
    const types = page.getByRole('application', { name: /Properties by type/ });
    await expect(types.locator('[tabindex="0"]')).toHaveCount(0);
    await types.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('status').filter({ hasText: /homes?, \d+%$/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('shows an error if the statistics cannot be loaded', async () => {
    await page.route('**/api/admin/stats*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/dashboard/overview');
    await expect(page.getByText('Failed to load stats.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/admin/stats*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Total Agents')).toBeVisible();
  });
});

test('tells agents that the pages are for admins @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  for (const [path, heading] of [
    ['/dashboard/manage-users', 'Manage Users'],
    ['/dashboard/manage-properties', 'Manage Properties'],
    ['/dashboard/messages', 'Contact Messages'],
  ] as const) {
    await test.step(heading, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Manage Users' })).toBeHidden();
      await expectAccessible(page);
    });
  }
});
