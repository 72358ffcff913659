/** Changes to tours, tour hours, and open houses, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeListing } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { bookTour, chooseTime, setTourHours } from '../../support/tour-hours.ts';
import { button, type Change, withListing } from './change.ts';

const HOUR_MS = 3_600_000;
const dialog = (page: Page) => page.getByRole('dialog');
const editor = (page: Page) => page.getByRole('region', { name: 'Open houses' });

export const TOUR_CHANGES: Readonly<Record<string, Change>> = {
  'POST /properties/:id/tours': {
    setUp: async (request, word) => {
      const agent = await makeAccount(request, 'agent');
      await setTourHours(request, agent);
      const home = await makeListing(request, agent, { title: `Home ${word}` });
      return [null, pagePaths.property(home._id)];
    },
    fill: async (page, { word }) => {
      await button(page, 'Book a tour').filter({ visible: true }).click();
      await chooseTime(dialog(page), '10:00 AM');
      await dialog(page).getByLabel('Name').fill(`Guest ${word}`);
      await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
      await dialog(page).getByLabel('Message (optional)').fill('We will come by bike.');
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Book a tour' }).click(),
    expectPreserved: async (page, { word }) => {
      await expect(dialog(page).getByRole('radio', { name: '10:00 AM' })).toBeChecked();
      await expect(dialog(page).getByLabel('Name')).toHaveValue(`Guest ${word}`);
      await expect(dialog(page).getByLabel('Message (optional)')).toHaveValue(
        'We will come by bike.',
      );
    },
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Tour booked' })).toBeFocused(),
  },
  'PATCH /tours/:id': {
    setUp: async (request, word) => {
      const agent = await makeAccount(request, 'agent');
      await setTourHours(request, agent);
      const home = await makeListing(request, agent, { title: `Home ${word}` });
      const { _id, token } = await bookTour(request, home, `Guest ${word}`);
      return [null, pagePaths.tour({ id: _id, token })];
    },
    fill: async (page) => {
      await button(page, 'Reschedule').click();
      await chooseTime(dialog(page), '4:00 PM');
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Reschedule' }).click(),
    expectPreserved: (page) =>
      expect(dialog(page).getByRole('radio', { name: '4:00 PM' })).toBeChecked(),
    expectDone: (page) => expect(page.getByRole('article')).toContainText('4:00 PM – 5:00 PM UTC'),
  },
  'PUT /tour-hours': {
    setUp: async (request) => [await makeAccount(request, 'agent'), pagePaths.toursDashboard()],
    fill: async (page) => {
      await page.getByRole('tab', { name: 'Hours' }).click();
      await page.getByRole('switch', { name: 'Visitors can book tours' }).check();
      await page.getByLabel('Minimum notice (hours)').fill('5');
      await button(page, 'Add hours on Sunday').click();
    },
    submit: (page) => button(page, 'Save hours').click(),
    expectPreserved: async (page) => {
      await expect(page.getByLabel('Minimum notice (hours)')).toHaveValue('5');
      await expect(page.getByLabel('Sunday from')).toHaveValue('09:00');
    },
    expectDone: async (page) => {
      await expect(page.getByText('Hours saved.')).toBeVisible();
      await page.reload();
      await page.getByRole('tab', { name: 'Hours' }).click();
      await expect(page.getByLabel('Minimum notice (hours)')).toHaveValue('5');
    },
  },
  'POST /properties/:id/open-houses': {
    setUp: withListing(({ _id }) => pagePaths.editListing(_id)),
    fill: async (page) => {
      const toLocalTime = (hours: number) =>
        new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16);
      await editor(page).getByLabel('Starts').fill(toLocalTime(24));
      await editor(page).getByLabel('Ends').fill(toLocalTime(26));
      await editor(page).getByLabel('Note (optional)').fill('Ring twice.');
    },
    submit: (page) => editor(page).getByRole('button', { name: 'Add open house' }).click(),
    expectPreserved: (page) =>
      expect(editor(page).getByLabel('Note (optional)')).toHaveValue('Ring twice.'),
    expectDone: async (page) => {
      await expect(editor(page).getByRole('listitem')).toContainText('Ring twice.');
      await expect(editor(page).getByLabel('Note (optional)')).toHaveValue('');
    },
  },
  'DELETE /open-houses/:id': {
    setUp: async (request, word) => {
      const [agent, listingId] = await withListing(({ _id }) => _id)(request, word);
      const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
      const response = await request.post(`/api/properties/${listingId}/open-houses`, {
        headers: bearer(agent),
        data: { start: at(24), end: at(26) },
      });
      expect(response.status(), await response.text()).toBe(201);
      return [agent, pagePaths.editListing(listingId)];
    },
    submit: (page) => editor(page).getByRole('button', { name: 'Cancel' }).click(),
    expectPreserved: (page) => expect(editor(page).getByRole('listitem')).toHaveCount(1),
    expectDone: (page) => expect(editor(page).getByRole('listitem')).toHaveCount(0),
  },
};
