/**
 * The admin's screens and dialogs, light and dark: nothing that axe finds, nothing cut off. With TEST_FULL=1 at every
 * width at which a layout changes, in both schemes.
 */

import type { Page } from '@playwright/test';
import { actAs, demoAdmin } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.slow();

const isFull = process.env['TEST_FULL'] === '1';
const ALL_WIDTHS = [390, 768, 1024, 1440];
const WIDTHS = {
  light: isFull ? ALL_WIDTHS : [390, 1440],
  dark: isFull ? ALL_WIDTHS : [768],
};

/** Title of the step, address, what is done there, and what is seen then. */
const STATES: [step: string, address: string, act: (page: Page) => Promise<void>][] = [
  [
    'page:overview',
    '/dashboard/overview',
    async (page) => {
      await expect(page.getByRole('application')).toHaveCount(2);
    },
  ],
  [
    'page:manage-users',
    '/dashboard/manage-users',
    async (page) => {
      await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    },
  ],
  [
    'page:manage-users, nobody found',
    '/dashboard/manage-users?searchTerm=zzyzx',
    async (page) => {
      await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible();
    },
  ],
  [
    'page:manage-users, registering',
    '/dashboard/manage-users',
    async (page) => {
      await page.getByRole('button', { name: 'Add User' }).click();
      await page.getByRole('button', { name: 'Register User' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  ],
  [
    'page:manage-users, editing',
    '/dashboard/manage-users?searchTerm=maren',
    async (page) => {
      await page.getByRole('button', { name: 'Edit user: Maren Calloway' }).click();
      await page.getByRole('dialog').getByLabel('Role').selectOption('User');
      await expect(page.getByText(/keeps \d+ listings/)).toBeVisible();
    },
  ],
  [
    'page:manage-users, deleting',
    '/dashboard/manage-users?searchTerm=maren',
    async (page) => {
      await page.getByRole('button', { name: 'Delete user: Maren Calloway' }).click();
      await expect(page.getByText(/listings and their pictures will be deleted/)).toBeVisible();
    },
  ],
  [
    'page:manage-properties',
    '/dashboard/manage-properties',
    async (page) => {
      await expect(page.getByRole('table', { name: 'Properties' })).toBeVisible();
    },
  ],
  [
    'page:manage-properties, sold or rented',
    '/dashboard/manage-properties?availability=false&page=99',
    async (page) => {
      // A page behind the last one leads to that.
      await expect(page).not.toHaveURL(/page=99/);
      await expect(page.getByText('Sold/Rented').last()).toBeVisible();
    },
  ],
  [
    'page:manage-properties, deleting',
    '/dashboard/manage-properties',
    async (page) => {
      await page.getByRole('button', { name: 'Delete Listing' }).first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
  [
    'page:messages',
    '/dashboard/messages',
    async (page) => {
      await expect(page.getByRole('table', { name: 'Contact messages' })).toBeVisible();
    },
  ],
  [
    'page:messages, reading',
    '/dashboard/messages',
    async (page) => {
      await page.getByRole('button', { name: 'View' }).last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    'page:messages, deleting',
    '/dashboard/messages',
    async (page) => {
      await page.getByRole('button', { name: 'Delete' }).last().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
];

for (const [step, address, act] of STATES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${step} (${colorScheme})`, async ({ page, request }) => {
      await actAs(page, await demoAdmin(request));
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(address);
      await act(page);
      for (const width of WIDTHS[colorScheme]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `sideways scrolling at ${width}`).toBeLessThanOrEqual(0);
      }
    });
  }
}
