/** States of the admin dashboard. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { expectAlert, expectSkeleton, expectText } from './expectations.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';
import type { World } from './world.ts';

const users = () => pagePaths.manageUsers();
const marenSearch = () => pagePaths.manageUsers({ searchTerm: 'maren' });
const inbox = () => pagePaths.messages();
const longNameTerm = ({ longNameAgent }: World) => longNameAgent.name.split(' ')[1] ?? '';

const openRegister = async (page: Page) => page.getByRole('button', { name: 'Add User' }).click();
const openEdit = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit user: Maren Calloway' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('User');
  await expectText(page, /keeps \d+ listings/);
};
const openDelete = async (page: Page) => {
  await page.getByRole('button', { name: 'Delete user: Maren Calloway' }).click();
  await expectText(page, /listings and their pictures will be deleted/);
};
const openMessageDelete = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Delete: / })
    .last()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
};

/** Returns a page's states while the API fails, and while a request is pending. */
const requestStates = (name: string, url: string, calls: RegExp): ScreenState[] => [
  {
    name: `${name}, failed`,
    viewer: 'admin',
    url: () => url,
    prepare: fail(calls),
    expectedErrors: [SERVER_ERROR],
    reach: expectAlert,
  },
  {
    name: `${name}, loading`,
    viewer: 'admin',
    url: () => url,
    prepare: leavePending(calls),
    reach: expectSkeleton,
  },
];

/** Returns a state of an admin page. */
const state = (
  name: string,
  url: ScreenState['url'],
  reach: ScreenState['reach'],
  options: Partial<ScreenState> = {},
): ScreenState => ({ name, viewer: 'admin', url, reach, ...options });

export const ADMIN_STATES: readonly ScreenState[] = [
  ...requestStates('admin overview', pagePaths.overview(), /\/api\/admin\/stats/),
  ...requestStates('manage-users', pagePaths.manageUsers(), /\/api\/users\?|\/api\/users$/),
  ...requestStates('manage-properties', pagePaths.manageProperties(), /\/api\/properties\/all/),
  ...requestStates('messages', pagePaths.messages(), /\/api\/contact/),
  state(
    'admin overview, a chart’s value',
    () => pagePaths.overview(),
    async (page) => {
      const chart = page.getByRole('application', { name: /New listings by day/ });
      await chart.focus();
      // Otherwise, the header would partly cover a button.
      await chart.evaluate((element) => element.scrollIntoView());
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('status').filter({ hasText: /new listings?$/ })).toBeVisible();
    },
  ),
  state(
    'admin overview, without its charts',
    () => pagePaths.overview(),
    (page) => expectText(page, 'The charts could not be loaded.'),
    {
      prepare: (page) => page.route(/\/assets\/charts-/, (route) => route.abort('failed')),
      expectedErrors: ['ERR_FAILED', 'charts-'],
    },
  ),
  state(
    'manage-users, no results',
    () => pagePaths.manageUsers({ searchTerm: 'zzyzx' }),
    (page) => expectText(page, 'No Users Found'),
  ),
  state(
    'manage-users, the longest name',
    (world) => pagePaths.manageUsers({ searchTerm: longNameTerm(world) }),
    (page) => expectText(page, '1 user found'),
  ),
  state(
    'manage-users, deleting the user with the longest name',
    (world) => pagePaths.manageUsers({ searchTerm: longNameTerm(world) }),
    async (page) => {
      await page.getByRole('button', { name: /^Delete user/ }).click();
      await expect(page.getByRole('alertdialog')).toContainText('3 listings');
    },
  ),
  state('manage-users, another page loading', users, async (page) => {
    await expectText(page, /\d+ users/);
    await leavePending(/searchTerm=zz/)(page);
    await page.getByPlaceholder('Search by name or email...').fill('zz');
    await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  }),
  state(
    'manage-users, the admin’s own account',
    () => pagePaths.manageUsers({ searchTerm: 'admin@demo' }),
    async (page) => {
      await page
        .getByRole('button', { name: /^Delete user/ })
        .first()
        .press('Enter');
      await expect(page.locator('[data-toast]')).toContainText(
        'You cannot delete your own account.',
      );
    },
  ),
  state('manage-users, registering', users, async (page) => {
    await openRegister(page);
    await page.getByRole('button', { name: 'Register User' }).click();
    await expectText(page, 'Name is required');
  }),
  state(
    'manage-users, registering failed',
    users,
    async (page) => {
      await openRegister(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Vera Visitor');
      await dialog.getByLabel('Email').fill('vera@example.org');
      await dialog.getByLabel('Password').fill('six letters');
      await dialog.getByRole('button', { name: 'Register User' }).click();
      await expectAlert(page);
    },
    { prepare: fail('**/api/auth/register'), expectedErrors: [SERVER_ERROR] },
  ),
  state('manage-users, editing', marenSearch, openEdit),
  state(
    'manage-users, editing failed',
    marenSearch,
    async (page) => {
      await openEdit(page);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectAlert(page);
    },
    { prepare: fail(/\/api\/users\/bulk$/), expectedErrors: [SERVER_ERROR] },
  ),
  state('manage-users, deleting', marenSearch, openDelete),
  state(
    'manage-users, deletion failed',
    marenSearch,
    async (page) => {
      await openDelete(page);
      await page.getByRole('button', { name: 'Confirm Delete' }).click();
      await expectAlert(page);
    },
    { prepare: fail(/\/api\/users\/\d+$/), expectedErrors: [SERVER_ERROR] },
  ),
  state('manage-users, selected users', users, async (page) => {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
      .nth(1)
      .check();
    await expectText(page, '1 selected');
  }),
  state('manage-users, changing several roles', users, async (page) => {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
      .nth(1)
      .check();
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
      .nth(2)
      .check();
    await page.getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  state('messages, selected messages', inbox, async (page) => {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check();
    await expectText(page, '1 selected');
  }),
  state(
    'manage-properties, sold or rented, past the last page',
    () => pagePaths.manageProperties({ availability: 'false', page: 99 }),
    async (page) => {
      await expect(page).not.toHaveURL(/page=99/);
      await expect(page.getByText('Sold/Rented').last()).toBeVisible();
    },
  ),
  state(
    'manage-properties, nothing found',
    () => pagePaths.manageProperties({ searchTerm: 'zzyzx' }),
    (page) => expectText(page, 'No Properties Found'),
  ),
  state(
    'manage-properties, an agent with long texts',
    ({ longNameAgent }) => pagePaths.manageProperties({ agentId: longNameAgent._id }),
    (page) => expectText(page, '3 listings found'),
  ),
  state(
    'manage-properties, deleting',
    () => pagePaths.manageProperties(),
    async (page) => {
      await page
        .getByRole('button', { name: /^Delete Listing/ })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ),
  state(
    'manage-properties, availability change failed',
    () => pagePaths.manageProperties(),
    async (page) => {
      await page.getByRole('switch').first().waitFor();
      await page.getByRole('switch').first().click();
      await expectAlert(page);
    },
    { prepare: fail('**/api/properties/bulk'), expectedErrors: [SERVER_ERROR] },
  ),
  state('messages, reading', inbox, async (page) => {
    await page
      .getByRole('button', { name: /^View: / })
      .last()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  state('messages, the longest message', inbox, async (page) => {
    await page
      .getByRole('button', { name: /^View: message from Sender.* Donau/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText('A long message.');
  }),
  state('messages, deleting', inbox, openMessageDelete),
  state(
    'messages, deletion failed',
    inbox,
    async (page) => {
      await openMessageDelete(page);
      await fail(/\/api\/contact\/\d+$/)(page);
      await page.getByRole('button', { name: 'Confirm Delete' }).click();
      await expectAlert(page);
    },
    { expectedErrors: [SERVER_ERROR] },
  ),
  state('messages, none', inbox, (page) => expectText(page, 'No Messages'), {
    prepare: (page) =>
      page.route(/\/api\/contact/, (route) =>
        route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
      ),
  }),
];
