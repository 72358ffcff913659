/** Changes of saved searches and their alerts, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeListing, type Account } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { linkInMail } from '../../support/mails.ts';
import { button, type Change } from './change.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const mails = (page: Page) => page.getByLabel('Email alerts');
const timeZone = (page: Page) => page.getByLabel('Email time zone');
const searchOf = (word: string) => ({ status: 'For Rent', city: 'Portland', searchTerm: word });

/** Saves a search named 'Search' plus the word. */
async function withSearch(request: APIRequestContext, word: string): Promise<[Account, string]> {
  const account = await makeAccount(request, 'user');
  const answer = await request.post('/api/saved-searches', {
    headers: bearer(account),
    data: { name: `Search ${word}`, search: searchOf(word), frequency: 'never' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return [account, pagePaths.savedSearches()];
}

/** Creates alerts without an account, and returns the token of the confirmation email. */
async function askForAlerts(request: APIRequestContext, word: string): Promise<string> {
  const email = `${word}@example.org`;
  const answer = await request.post('/api/alerts', {
    data: { email, search: searchOf(word), frequency: 'daily' },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  return linkInMail(email, /\/alerts\/confirm\?token=([\w.-]+)/);
}

/** The same, confirmed: returns the token that changes and ends them. */
async function withAlerts(request: APIRequestContext, word: string): Promise<string> {
  const token = await askForAlerts(request, word);
  const answer = await request.post('/api/alerts/confirm', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { manageToken: string }).manageToken;
}

/** Reopens the list, and from there the search's homes. */
async function showHomes(page: Page): Promise<void> {
  await page.goto(pagePaths.savedSearches());
  await page.getByRole('link', { name: 'Show homes' }).click();
}

export const ALERT_CHANGES: Readonly<Record<string, Change>> = {
  'POST /saved-searches': {
    begin: async (request, word) => [
      await makeAccount(request, 'user'),
      `${pagePaths.forRent()}?searchTerm=${word}`,
    ],
    fill: async (page, { word }) => {
      await button(page, 'Save search').first().click();
      await dialog(page).getByLabel('Name').fill(`Search ${word}`);
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Save search' }).click(),
    preserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Name')).toHaveValue(`Search ${word}`),
    done: async (page, { word }) => {
      await expect(page.getByRole('heading', { name: 'Search saved' })).toBeVisible();
      await page.goto(pagePaths.savedSearches());
      await expect(page.getByRole('heading', { name: `Search ${word}` })).toBeVisible();
    },
  },
  'PATCH /saved-searches/:id': {
    begin: withSearch,
    fill: async (page, { word }) => {
      await button(page, `Rename Search ${word}`).click();
      await nameField(page).fill(`Other ${word}`);
    },
    press: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
    preserved: (page, { word }) => expect(nameField(page)).toHaveValue(`Other ${word}`),
    done: (page, { word }) =>
      expect(page.getByRole('heading', { name: `Other ${word}` })).toBeVisible(),
  },
  'DELETE /saved-searches/:id': {
    begin: withSearch,
    fill: (page, { word }) => button(page, `Delete Search ${word}`).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    preserved: (page) => expect(dialog(page)).toBeVisible(),
    done: (page) =>
      expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible(),
  },
  'POST /saved-searches/:id/seen': {
    begin: async (request, word) => {
      const begun = await withSearch(request, word);
      const agent = await makeAccount(request, 'agent');
      await makeListing(request, agent, { title: `Home ${word}` });
      return begun;
    },
    fill: (page) => expect(page.getByText('1 new home')).toBeVisible(),
    press: showHomes,
    isSilent: true,
    // The homes are shown anyway, and count as new the next time.
    preserved: (page, { word }) => expect(page.getByRole('article')).toContainText(`Home ${word}`),
    done: async (page, { word }) => {
      await expect(page.getByRole('article')).toContainText(`Home ${word}`);
      await page.goto(pagePaths.savedSearches());
      await expect(page.getByRole('heading', { name: `Search ${word}` })).toBeVisible();
      await expect(page.getByText('1 new home')).toHaveCount(0);
    },
  },
  'PUT /users/profile/preferences': {
    begin: withSearch,
    press: (page) => timeZone(page).selectOption('Asia/Tokyo'),
    // The form saves the values that it shows.
    preserved: (page) => expect(timeZone(page)).toHaveValue('UTC'),
    done: async (page, { request, account }) => {
      await expect(timeZone(page)).toHaveValue('Asia/Tokyo');
      const headers = bearer(account ?? { token: '' });
      // The field updates optimistically.
      const read = async () =>
        (await request.get('/api/users/profile/preferences', { headers })).json();
      await expect.poll(read).toMatchObject({ timeZone: 'Asia/Tokyo' });
    },
  },
  'POST /alerts': {
    begin: async (_request, word) => [null, `${pagePaths.forRent()}?searchTerm=${word}`],
    fill: async (page, { word }) => {
      await button(page, 'Save search').first().click();
      await dialog(page).getByLabel('Email', { exact: true }).fill(`${word}@example.org`);
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Save search' }).click(),
    preserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Email', { exact: true })).toHaveValue(`${word}@example.org`),
    done: (page) => expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible(),
  },
  'POST /alerts/confirm': {
    begin: async (request, word) => [
      null,
      pagePaths.confirmAlert(await askForAlerts(request, word)),
    ],
    press: (page) => button(page, 'Confirm').click(),
    preserved: (page) => expect(button(page, 'Confirm')).toBeEnabled(),
    done: (page) => expect(page.getByRole('heading', { name: 'Your alerts are on' })).toBeVisible(),
  },
  'PATCH /alerts': {
    begin: async (request, word) => [null, pagePaths.manageAlert(await withAlerts(request, word))],
    press: (page) => mails(page).selectOption('Weekly'),
    // The form saves the values that it shows.
    preserved: (page) => expect(mails(page)).toHaveValue('daily'),
    done: async (page) => {
      await expect(page.getByText('Saved.')).toBeVisible();
      await expect(mails(page)).toHaveValue('weekly');
    },
  },
  'DELETE /alerts': {
    begin: async (request, word) => [null, pagePaths.manageAlert(await withAlerts(request, word))],
    press: (page) => button(page, 'End these alerts').click(),
    preserved: (page) => expect(button(page, 'End these alerts')).toBeEnabled(),
    done: (page) =>
      expect(page.getByRole('heading', { name: 'Your alerts have ended' })).toBeVisible(),
  },
  'POST /unsubscribe': {
    // The token from an alert email, which is sent once a day.
    begin: async () => [null, pagePaths.unsubscribe('no-such-token')],
    press: (page) => button(page, 'Unsubscribe').click(),
    preserved: (page) => expect(button(page, 'Unsubscribe')).toBeEnabled(),
    done: (page) =>
      expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible(),
  },
};
