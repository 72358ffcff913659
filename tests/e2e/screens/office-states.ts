/** States of the office pages, and of reassignment. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { expectText, press } from './expectations.ts';
import { fail, FAILED } from './responses.ts';
import type { ScreenState } from './screen.ts';
import type { World } from './world.ts';

type Parts = Pick<ScreenState, 'name' | 'address' | 'reach'> & Partial<ScreenState>;

const ofManager = (parts: Parts): ScreenState => ({
  viewer: 'agent',
  account: ({ office }) => office.manager,
  ...parts,
});
const ofAdmin = (parts: Parts): ScreenState => ({ viewer: 'admin', ...parts });
const isOpen = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const desk = ({ office }: World) => pagePaths.officeDashboard({ id: office._id });

export const OFFICE_STATES: readonly ScreenState[] = [
  ofManager({
    name: 'office inquiries, one opened',
    address: ({ office }) => pagePaths.manageInquiries({ scope: 'office', id: office.inquiry }),
    reach: (page) => expectText(page, 'Is there a garden?'),
  }),
  ofManager({
    name: 'office inquiries, assigning',
    address: ({ office }) => pagePaths.manageInquiries({ scope: 'office', id: office.inquiry }),
    reach: async (page, { office }) => {
      await press(page, 'Assign to...');
      await page.getByRole('combobox', { name: 'Agent' }).fill(office.manager.name);
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  }),
  ofManager({
    name: 'my-listings of the office',
    address: () => pagePaths.myListings({ scope: 'office' }),
    reach: (page, { office }) => expectText(page, office.member.name),
  }),
  ofManager({
    name: 'office listings, moving one',
    address: () => pagePaths.myListings({ scope: 'office' }),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await press(page, 'Move to...');
      await isOpen(page);
    },
  }),
  ofManager({
    name: 'office tours, none',
    address: () => pagePaths.toursDashboard({ scope: 'office' }),
    reach: (page) => expectText(page, 'No one has booked a time'),
  }),
  ofManager({
    name: 'office, for its manager',
    address: desk,
    reach: (page, { office }) => expectText(page, office.member.name),
  }),
  ofManager({
    name: 'office, editing',
    address: desk,
    reach: async (page) => {
      await press(page, 'Edit office');
      await expect(page.getByRole('dialog').getByLabel('Name')).not.toHaveValue('');
    },
  }),
  ofAdmin({
    name: 'office, a new one rejected',
    address: desk,
    complaints: ['status of 400'],
    reach: async (page) => {
      await press(page, 'New Office');
      await page.getByRole('dialog').getByLabel('Phone').fill('12');
      await press(page, 'Create office');
      await expectText(page, 'Phone must be 7 to 30 characters.');
    },
  }),
  ofAdmin({
    name: 'inquiries of everyone',
    address: () => pagePaths.manageInquiries(),
    reach: (page) => expect(page.getByRole('table')).toBeVisible(),
  }),
  ofAdmin({
    name: 'all inquiries, no matches',
    address: () => pagePaths.manageInquiries({ searchTerm: 'zzyzx' }),
    reach: (page) => expectText(page, 'No matching inquiries'),
  }),
  ofAdmin({
    name: 'all inquiries, failed',
    address: () => pagePaths.manageInquiries(),
    prepare: fail(/\/api\/inquiries\/all/),
    complaints: [FAILED],
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  }),
  ofAdmin({
    name: 'all inquiries, one opened',
    address: ({ office }) => pagePaths.manageInquiries({ id: office.inquiry }),
    reach: (page) => expectText(page, 'Is there a garden?'),
  }),
  ofAdmin({
    name: 'manage-users, inviting',
    address: () => pagePaths.manageUsers(),
    reach: async (page) => {
      await press(page, 'Add User');
      await press(page, 'Invite by email');
      await expectText(page, 'Open invitations');
      await expect(page.getByText('Loading...')).toHaveCount(0);
    },
  }),
  ofAdmin({
    name: 'manage-users, deleting an agent whose listings go to another',
    address: ({ office }) => pagePaths.manageUsers({ searchTerm: office.member.name }),
    reach: async (page, { office }) => {
      await press(page, 'Delete user');
      await page.getByRole('combobox', { name: 'Move listings to' }).fill(office.manager.name);
      await page.getByRole('option', { name: office.manager.name }).click();
      await expectText(page, /will go to/);
    },
  }),
  {
    name: 'office, its public page',
    viewer: 'visitor',
    address: ({ office }) => pagePaths.office(office.slug),
    reach: (page) => expect(page.getByRole('article').first()).toBeVisible(),
  },
];
