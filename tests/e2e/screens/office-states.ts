/** States of the office pages, the admin's inquiries and invitations, and the reassignment dialogs. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { expectText, clickButton } from './expectations.ts';
import { fail, SERVER_ERROR } from './responses.ts';
import type { ScreenState } from './screen.ts';
import type { World } from './world.ts';

type StateParts = Pick<ScreenState, 'name' | 'url' | 'reach'> & Partial<ScreenState>;

const asManager = (parts: StateParts): ScreenState => ({
  viewer: 'agent',
  account: ({ office }) => office.manager,
  ...parts,
});
const asAdmin = (parts: StateParts): ScreenState => ({ viewer: 'admin', ...parts });
const expectDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const officeUrl = ({ office }: World) => pagePaths.officeDashboard({ id: office._id });

export const OFFICE_STATES: readonly ScreenState[] = [
  asManager({
    name: 'office inquiries, an open inquiry',
    url: ({ office }) => pagePaths.manageInquiries({ scope: 'office', id: office.inquiry }),
    reach: (page) => expectText(page, 'Is there a garden?'),
  }),
  asManager({
    name: 'office inquiries, assigning',
    url: ({ office }) => pagePaths.manageInquiries({ scope: 'office', id: office.inquiry }),
    reach: async (page, { office }) => {
      await clickButton(page, 'Assign to...');
      await page.getByRole('combobox', { name: 'Agent' }).fill(office.manager.name);
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  }),
  asManager({
    name: 'office listings',
    url: () => pagePaths.myListings({ scope: 'office' }),
    reach: (page, { office }) => expectText(page, office.member.name),
  }),
  asManager({
    name: 'office listings, moving a listing',
    url: () => pagePaths.myListings({ scope: 'office' }),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await clickButton(page, 'Move to...');
      await expectDialog(page);
    },
  }),
  asManager({
    name: 'office tours, none',
    url: () => pagePaths.toursDashboard({ scope: 'office' }),
    reach: (page) => expectText(page, 'No one has booked a tour'),
  }),
  asManager({
    name: 'office, for its manager',
    url: officeUrl,
    reach: (page, { office }) => expectText(page, office.member.name),
  }),
  asManager({
    name: 'office, editing',
    url: officeUrl,
    reach: async (page) => {
      await clickButton(page, 'Edit office');
      await expect(page.getByRole('dialog').getByLabel('Name')).not.toHaveValue('');
    },
  }),
  asAdmin({
    name: 'office, creation rejected',
    url: officeUrl,
    expectedErrors: ['status of 400'],
    reach: async (page) => {
      await clickButton(page, 'New Office');
      await page.getByRole('dialog').getByLabel('Phone').fill('12');
      await clickButton(page, 'Create office');
      await expectText(page, 'Phone must be 7 to 30 characters.');
    },
  }),
  asAdmin({
    name: 'all inquiries',
    url: () => pagePaths.manageInquiries(),
    reach: (page) => expect(page.getByRole('table')).toBeVisible(),
  }),
  asAdmin({
    name: 'all inquiries, no matches',
    url: () => pagePaths.manageInquiries({ searchTerm: 'zzyzx' }),
    reach: (page) => expectText(page, 'No matching inquiries'),
  }),
  asAdmin({
    name: 'all inquiries, failed',
    url: () => pagePaths.manageInquiries(),
    prepare: fail(/\/api\/inquiries\/all/),
    expectedErrors: [SERVER_ERROR],
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  }),
  asAdmin({
    name: 'all inquiries, an open inquiry',
    url: ({ office }) => pagePaths.manageInquiries({ id: office.inquiry }),
    reach: (page) => expectText(page, 'Is there a garden?'),
  }),
  asAdmin({
    name: 'manage-users, inviting',
    url: () => pagePaths.manageUsers(),
    reach: async (page) => {
      await clickButton(page, 'Add User');
      await clickButton(page, 'Invite by email');
      await expectText(page, 'Pending invitations');
      await expect(page.getByText('Loading...')).toHaveCount(0);
    },
  }),
  asAdmin({
    name: 'manage-users, deleting an agent and moving the listings',
    url: ({ office }) => pagePaths.manageUsers({ searchTerm: office.member.name }),
    reach: async (page, { office }) => {
      await clickButton(page, 'Delete user');
      await page.getByRole('combobox', { name: 'Move listings to' }).fill(office.manager.name);
      await page.getByRole('option', { name: office.manager.name }).click();
      await expectText(page, /will go to/);
    },
  }),
  {
    name: 'office, public page',
    viewer: 'visitor',
    url: ({ office }) => pagePaths.office(office.slug),
    reach: (page) => expect(page.getByRole('article').first()).toBeVisible(),
  },
];
