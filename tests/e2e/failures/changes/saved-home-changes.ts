/** Changes to saved homes and shortlists, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeListing, type Account } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change } from './change.ts';

const article = (page: Page, word: string) => page.getByRole('article').filter({ hasText: word });
const saveButton = (page: Page, word: string) =>
  article(page, word).getByRole('button', { name: /^Saved?$/ });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const readDeviceHomes = (page: Page) => page.evaluate(() => localStorage.getItem('saved-homes'));

/** Creates a home and a user, both named after the word. */
async function withHome(request: APIRequestContext, word: string) {
  const agent = await makeAccount(request, 'agent');
  const home = await makeListing(request, agent, { title: `Home ${word}` });
  return { home, account: await makeAccount(request, 'user', `Owner ${word}`) };
}

async function send(
  request: APIRequestContext,
  account: Account,
  [method, path]: ['post' | 'put', string],
  data: object = {},
): Promise<{ _id: string; token: string }> {
  const response = await request[method](`/api${path}`, { headers: bearer(account), data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json().catch(() => ({}))) as { _id: string; token: string };
}

/** Returns a setup that creates a shortlist with one home, and optional additional content. */
const withList =
  (
    addContent: (context: {
      request: APIRequestContext;
      word: string;
      path: string;
      home: { _id: string };
      account: Account;
    }) => Promise<unknown> = () => Promise.resolve(),
  ) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const { home, account } = await withHome(request, word);
    const { _id } = await send(request, account, ['post', '/shortlists'], { name: `List ${word}` });
    const path = `/shortlists/${_id}`;
    await send(request, account, ['put', `${path}/homes/${home._id}`]);
    await addContent({ request, word, path, home, account });
    return [account, pagePaths.shortlist(_id)];
  };

const inviteSection = (page: Page) =>
  page.locator('section').filter({ hasText: 'Anyone who signs in' });
const inviteLink = (page: Page) => inviteSection(page).getByLabel('Link', { exact: true });

export const SAVED_HOME_CHANGES: Readonly<Record<string, Change>> = {
  'PUT /favorites/:id': {
    setUp: async (request, word) => {
      const { account } = await withHome(request, word);
      return [account, `${pagePaths.forRent()}?searchTerm=${word}`];
    },
    submit: (page, { word }) => saveButton(page, word).click(),
    expectPreserved: (page, { word }) =>
      expect(saveButton(page, word)).toHaveAttribute('aria-pressed', 'false'),
    expectDone: async (page, { word }) => {
      await expect(saveButton(page, word)).toHaveAttribute('aria-pressed', 'true');
      await page.goto(pagePaths.savedHomes());
      await expect(article(page, word)).toBeVisible();
    },
  },
  'DELETE /favorites/:id': {
    setUp: async (request, word) => {
      const { home, account } = await withHome(request, word);
      await send(request, account, ['put', `/favorites/${home._id}`]);
      return [account, `${pagePaths.forRent()}?searchTerm=${word}`];
    },
    fill: (page, { word }) =>
      expect(saveButton(page, word)).toHaveAttribute('aria-pressed', 'true'),
    submit: (page, { word }) => saveButton(page, word).click(),
    expectPreserved: (page, { word }) =>
      expect(saveButton(page, word)).toHaveAttribute('aria-pressed', 'true'),
    expectDone: async (page, { word }) => {
      await expect(saveButton(page, word)).toHaveAttribute('aria-pressed', 'false');
      await page.goto(pagePaths.savedHomes());
      await expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible();
    },
  },
  // A visitor's saved homes stay on the device until the first page load after signing in, which merges them.
  'POST /favorites/merge': {
    setUp: async (request, word) => {
      const { home, account } = await withHome(request, word);
      // This page does not load saved homes, so that homes on the device are not merged too early.
      return [account, `${pagePaths.forgotPassword()}#${home._id}`];
    },
    fill: (page) =>
      page.evaluate(() => {
        const home = { _id: location.hash.slice(1), title: 'A home', savedPrice: 2_400 };
        localStorage.setItem('saved-homes', JSON.stringify([home]));
      }),
    submit: (page) => page.goto(pagePaths.about()),
    isSilent: true,
    expectPreserved: async (page) => expect(await readDeviceHomes(page)).toContain('A home'),
    expectDone: async (page, { word }) => {
      await expect.poll(() => readDeviceHomes(page)).toBe('[]');
      await page.goto(pagePaths.savedHomes());
      await expect(article(page, word)).toBeVisible();
    },
  },
  'POST /shortlists': {
    setUp: async (request) => [await makeAccount(request, 'user'), pagePaths.shortlists()],
    fill: (page, { word }) => page.getByLabel('New shortlist').fill(`List ${word}`),
    submit: (page) => button(page, 'Create').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('New shortlist')).toHaveValue(`List ${word}`),
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`List ${word}`),
  },
  'PATCH /shortlists/:id': {
    setUp: withList(),
    fill: async (page, { word }) => {
      await button(page, 'Rename').click();
      await page.getByLabel('Name').fill(`Other ${word}`);
    },
    submit: (page) => page.locator('form').getByRole('button', { name: 'Save' }).click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Name')).toHaveValue(`Other ${word}`),
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`Other ${word}`),
  },
  'DELETE /shortlists/:id': {
    setUp: async (request, word) => [(await withList()(request, word))[0], pagePaths.shortlists()],
    fill: (page, { word }) => button(page, `Delete List ${word}`).click(),
    submit: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'No shortlists yet' })).toBeVisible(),
  },
  'PUT /shortlists/:id/homes/:propertyId': {
    setUp: async (request, word) => {
      const { home, account } = await withHome(request, word);
      await send(request, account, ['post', '/shortlists'], { name: `List ${word}` });
      return [account, pagePaths.property(home._id)];
    },
    fill: (page) => button(page, 'Add to shortlist').click(),
    submit: (page, { word }) =>
      dialog(page)
        .getByRole('button', { name: `List ${word}` })
        .click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page, { word }) =>
      expect(page.getByText(`Added to “List ${word}”.`)).toBeVisible(),
  },
  'DELETE /shortlists/:id/homes/:propertyId': {
    setUp: withList(),
    submit: (page, { word }) => button(page, `Remove from list: Home ${word}`).click(),
    expectPreserved: (page, { word }) => expect(article(page, word)).toBeVisible(),
    expectDone: (page) => expect(page.getByRole('heading', { name: 'No homes yet' })).toBeVisible(),
  },
  'PUT /shortlists/:id/homes/:propertyId/vote': {
    setUp: withList(),
    submit: (page) => button(page, /^Yes/).click(),
    expectPreserved: (page) =>
      expect(button(page, 'Yes 0')).toHaveAttribute('aria-pressed', 'false'),
    expectDone: (page) => expect(button(page, 'Yes 1')).toHaveAttribute('aria-pressed', 'true'),
  },
  'POST /shortlists/:id/homes/:propertyId/comments': {
    setUp: withList(),
    fill: (page) => page.getByLabel('Comment', { exact: true }).fill('The light is lovely.'),
    submit: (page) => button(page, 'Send comment').click(),
    expectPreserved: (page) =>
      expect(page.getByLabel('Comment', { exact: true })).toHaveValue('The light is lovely.'),
    expectDone: async (page) => {
      await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('');
      await expect(page.getByRole('listitem').getByText('The light is lovely.')).toBeVisible();
    },
  },
  'DELETE /shortlists/:id/comments/:commentId': {
    setUp: withList(({ request, account, path, home }) =>
      send(request, account, ['post', `${path}/homes/${home._id}/comments`], { text: 'Too loud.' }),
    ),
    submit: (page, { word }) => button(page, `Delete comment by Owner ${word}`).click(),
    expectPreserved: (page) => expect(page.getByText('Too loud.')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Too loud.')).toHaveCount(0),
  },
  'POST /shortlists/:id/links': {
    setUp: withList(),
    submit: (page) => button(page, 'Create invite link').click(),
    expectPreserved: (page) => expect(inviteLink(page)).toHaveCount(0),
    expectDone: (page) => expect(inviteLink(page)).toHaveValue(/\/join\?token=/),
  },
  'DELETE /shortlists/:id/links/:mode': {
    setUp: withList(),
    fill: async (page) => {
      await button(page, 'Create invite link').click();
      await expect(inviteLink(page)).toBeVisible();
    },
    submit: (page) => inviteSection(page).getByRole('button', { name: 'Turn off link' }).click(),
    expectPreserved: (page) => expect(inviteLink(page)).toBeVisible(),
    expectDone: async (page) => {
      await expect(page.getByText('The link was turned off.')).toBeVisible();
      await expect(inviteLink(page)).toHaveCount(0);
    },
  },
  'POST /shortlists/join': {
    setUp: async (request, word) => {
      let token = '';
      await withList(async ({ account, path }) => {
        token = (await send(request, account, ['post', `${path}/links`], { mode: 'edit' })).token;
      })(request, word);
      return [await makeAccount(request, 'user'), pagePaths.joinShortlist(token)];
    },
    submit: (page) => button(page, 'Join').click(),
    expectPreserved: (page) => expect(button(page, 'Join')).toBeEnabled(),
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`List ${word}`),
  },
  'DELETE /shortlists/:id/members/:userId': {
    setUp: withList(async ({ request, word, account, path }) => {
      const { token } = await send(request, account, ['post', `${path}/links`], { mode: 'edit' });
      const partner = await makeAccount(request, 'user', `Partner ${word}`);
      await send(request, partner, ['post', '/shortlists/join'], { token });
    }),
    submit: (page, { word }) => button(page, `Remove Partner ${word}`).click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByText(`Partner ${word}`).first()).toBeVisible(),
    expectDone: async (page, { word }) => {
      await expect(page.getByText(`Partner ${word} was removed.`)).toBeVisible();
      await expect(page.getByText('No one has joined yet.')).toBeVisible();
    },
  },
};
