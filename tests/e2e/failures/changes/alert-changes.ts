/** Changes to saved searches and their alerts, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeListing, type Account } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { findEmailLink } from '../../support/emails.ts';
import { button, type Change } from './change.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const frequencyField = (page: Page) => page.getByLabel('Email alerts');
const timeZoneField = (page: Page) => page.getByLabel('Email time zone');
const searchOf = (word: string) => ({ status: 'For Rent', city: 'Portland', searchTerm: word });

/** Saves a search named 'Search' plus the word. */
async function withSearch(request: APIRequestContext, word: string): Promise<[Account, string]> {
  const account = await makeAccount(request, 'user');
  const response = await request.post('/api/saved-searches', {
    headers: bearer(account),
    data: { name: `Search ${word}`, search: searchOf(word), frequency: 'never' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return [account, pagePaths.savedSearches()];
}

/** Creates alerts without an account and returns the token of the confirmation email. */
async function requestAlerts(request: APIRequestContext, word: string): Promise<string> {
  const email = `${word}@example.org`;
  const response = await request.post('/api/alerts', {
    data: { email, search: searchOf(word), frequency: 'daily' },
  });
  expect(response.status(), await response.text()).toBe(202);
  return findEmailLink(email, /\/alerts\/confirm\?token=([\w.-]+)/);
}

/** Creates and confirms alerts and returns the token for managing them. */
async function withAlerts(request: APIRequestContext, word: string): Promise<string> {
  const token = await requestAlerts(request, word);
  const response = await request.post('/api/alerts/confirm', { data: { token } });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { manageToken: string }).manageToken;
}

/** Opens the list again, and then the search's homes. */
async function showHomes(page: Page): Promise<void> {
  await page.goto(pagePaths.savedSearches());
  await page.getByRole('link', { name: 'Show homes' }).click();
}

export const ALERT_CHANGES: Readonly<Record<string, Change>> = {
  'POST /saved-searches': {
    setUp: async (request, word) => [
      await makeAccount(request, 'user'),
      `${pagePaths.forRent()}?searchTerm=${word}`,
    ],
    fill: async (page, { word }) => {
      await button(page, 'Save search').first().click();
      await dialog(page).getByLabel('Name').fill(`Search ${word}`);
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Save search' }).click(),
    expectPreserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Name')).toHaveValue(`Search ${word}`),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('heading', { name: 'Search saved' })).toBeVisible();
      await page.goto(pagePaths.savedSearches());
      await expect(page.getByRole('heading', { name: `Search ${word}` })).toBeVisible();
    },
  },
  'PATCH /saved-searches/:id': {
    setUp: withSearch,
    fill: async (page, { word }) => {
      await button(page, `Rename Search ${word}`).click();
      await nameField(page).fill(`Other ${word}`);
    },
    submit: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
    expectPreserved: (page, { word }) => expect(nameField(page)).toHaveValue(`Other ${word}`),
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { name: `Other ${word}` })).toBeVisible(),
  },
  'DELETE /saved-searches/:id': {
    setUp: withSearch,
    fill: (page, { word }) => button(page, `Delete Search ${word}`).click(),
    submit: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible(),
  },
  'POST /saved-searches/:id/seen': {
    setUp: async (request, word) => {
      const result = await withSearch(request, word);
      const agent = await makeAccount(request, 'agent');
      await makeListing(request, agent, { title: `Home ${word}` });
      return result;
    },
    fill: (page) => expect(page.getByText('1 new home')).toBeVisible(),
    submit: showHomes,
    isSilent: true,
    // The homes are shown anyway, and still count as new the next time.
    expectPreserved: (page, { word }) =>
      expect(page.getByRole('article')).toContainText(`Home ${word}`),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('article')).toContainText(`Home ${word}`);
      await page.goto(pagePaths.savedSearches());
      await expect(page.getByRole('heading', { name: `Search ${word}` })).toBeVisible();
      await expect(page.getByText('1 new home')).toHaveCount(0);
    },
  },
  'PUT /users/profile/preferences': {
    setUp: withSearch,
    submit: (page) => timeZoneField(page).selectOption('Asia/Tokyo'),
    // The form shows the stored value.
    expectPreserved: (page) => expect(timeZoneField(page)).toHaveValue('UTC'),
    expectDone: async (page, { request, account }) => {
      await expect(timeZoneField(page)).toHaveValue('Asia/Tokyo');
      const headers = bearer(account ?? { token: '' });
      // The field updates optimistically, so check the stored value, too.
      const readPreferences = async () =>
        (await request.get('/api/users/profile/preferences', { headers })).json();
      await expect.poll(readPreferences).toMatchObject({ timeZone: 'Asia/Tokyo' });
    },
  },
  'POST /alerts': {
    setUp: async (_request, word) => [null, `${pagePaths.forRent()}?searchTerm=${word}`],
    fill: async (page, { word }) => {
      await button(page, 'Save search').first().click();
      await dialog(page).getByLabel('Email', { exact: true }).fill(`${word}@example.org`);
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Save search' }).click(),
    expectPreserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Email', { exact: true })).toHaveValue(`${word}@example.org`),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible(),
  },
  'POST /alerts/confirm': {
    setUp: async (request, word) => [
      null,
      pagePaths.confirmAlert(await requestAlerts(request, word)),
    ],
    submit: (page) => button(page, 'Confirm').click(),
    expectPreserved: (page) => expect(button(page, 'Confirm')).toBeEnabled(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'Your alerts are on' })).toBeVisible(),
  },
  'PATCH /alerts': {
    setUp: async (request, word) => [null, pagePaths.manageAlert(await withAlerts(request, word))],
    submit: (page) => frequencyField(page).selectOption('Weekly'),
    // The form shows the stored value.
    expectPreserved: (page) => expect(frequencyField(page)).toHaveValue('daily'),
    expectDone: async (page) => {
      await expect(page.getByText('Saved.')).toBeVisible();
      await expect(frequencyField(page)).toHaveValue('weekly');
    },
  },
  'DELETE /alerts': {
    setUp: async (request, word) => [null, pagePaths.manageAlert(await withAlerts(request, word))],
    submit: (page) => button(page, 'Turn off alerts').click(),
    expectPreserved: (page) => expect(button(page, 'Turn off alerts')).toBeEnabled(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'Your alerts are off' })).toBeVisible(),
  },
  'POST /unsubscribe': {
    // Valid tokens are only in emails; an invalid one shows a result, too.
    setUp: async () => [null, pagePaths.unsubscribe('no-such-token')],
    submit: (page) => button(page, 'Unsubscribe').click(),
    expectPreserved: (page) => expect(button(page, 'Unsubscribe')).toBeEnabled(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible(),
  },
};
