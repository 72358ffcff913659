/** States of the tour pages. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { fail, SERVER_ERROR } from './responses.ts';
import type { ScreenState } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog');
/** Opens the booking dialog. The button says 'Request a tour' because the demo agent confirms tours manually. */
const openBooking = async (page: Page) => {
  await page.getByRole('button', { name: 'Request a tour' }).filter({ visible: true }).click();
};
const showHours = async (page: Page) => {
  await page.getByRole('tab', { name: 'Hours' }).click();
  await expect(page.getByRole('button', { name: 'Save hours' })).toBeVisible();
};

export const TOUR_STATES: readonly ScreenState[] = [
  {
    name: 'property, choosing a tour time',
    viewer: 'visitor',
    url: ({ ownHome }) => pagePaths.property(ownHome),
    reach: async (page) => {
      await openBooking(page);
      await dialog(page).getByRole('group', { name: 'Day' }).locator('label').nth(1).click();
      await dialog(page).getByRole('group', { name: 'Time' }).locator('label').first().click();
      await expect(dialog(page).getByRole('button', { name: 'Request a tour' })).toBeEnabled();
    },
  },
  {
    name: 'property, tour times failed',
    viewer: 'visitor',
    url: ({ ownHome }) => pagePaths.property(ownHome),
    prepare: fail(/\/tour-slots/),
    expectedErrors: [SERVER_ERROR],
    reach: async (page) => {
      await openBooking(page);
      await expect(dialog(page).getByText('We couldn’t load the available times')).toBeVisible();
    },
  },
  {
    name: 'tours, new agent',
    viewer: 'agent',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.toursDashboard(),
    reach: (page) =>
      expect(page.getByRole('heading', { name: 'No tours this week' })).toBeVisible(),
  },
  {
    name: 'tours, an open tour',
    viewer: 'agent',
    url: () => pagePaths.toursDashboard(),
    reach: async (page) => {
      await page.getByRole('main').locator('li button').first().click();
      await expect(dialog(page)).toContainText('Where');
    },
  },
  {
    name: 'tours, week failed to load',
    viewer: 'agent',
    url: () => pagePaths.toursDashboard(),
    prepare: fail(/\/api\/tours\?/),
    expectedErrors: [SERVER_ERROR],
    reach: (page) => expect(page.getByText('We couldn’t load your tours')).toBeVisible(),
  },
  {
    name: 'tours, hours',
    viewer: 'agent',
    url: () => pagePaths.toursDashboard(),
    reach: showHours,
  },
  {
    name: 'tours, hours rejected',
    viewer: 'agent',
    url: () => pagePaths.toursDashboard(),
    expectedErrors: ['status of 400'],
    reach: async (page) => {
      await showHours(page);
      await page.getByLabel('Minimum notice (hours)').fill('999');
      await page.getByRole('button', { name: 'Save hours' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
];
