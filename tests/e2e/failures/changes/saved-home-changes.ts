/** Changes of saved homes and shortlists, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeListing, type Account } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change } from './change.ts';

const article = (page: Page, word: string) => page.getByRole('article').filter({ hasText: word });
const heart = (page: Page, word: string) =>
  article(page, word).getByRole('button', { name: /^Saved?$/ });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const heldByDevice = (page: Page) => page.evaluate(() => localStorage.getItem('saved-homes'));

/** Creates a home named after the word, and its viewer. */
async function withHome(request: APIRequestContext, word: string) {
  const agent = await makeAccount(request, 'agent');
  const home = await makeListing(request, agent, { title: `Home ${word}` });
  return { home, account: await makeAccount(request, 'user', `Owner ${word}`) };
}

async function send(
  request: APIRequestContext,
  as: Account,
  [method, path]: ['post' | 'put', string],
  data: object = {},
): Promise<{ _id: string; token: string }> {
  const answer = await request[method](`/api${path}`, { headers: bearer(as), data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json().catch(() => ({}))) as { _id: string; token: string };
}

/** Creates the owner's list with one home, and optional other content. */
const withList =
  (
    more: (scene: {
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
    await more({ request, word, path, home, account });
    return [account, pagePaths.shortlist(_id)];
  };

const invite = (page: Page) => page.locator('section').filter({ hasText: 'Anyone who signs in' });
const link = (page: Page) => invite(page).getByLabel('Link', { exact: true });

export const SAVED_HOME_CHANGES: Readonly<Record<string, Change>> = {
  'PUT /favorites/:id': {
    begin: async (request, word) => {
      const { account } = await withHome(request, word);
      return [account, `${pagePaths.forRent()}?searchTerm=${word}`];
    },
    press: (page, { word }) => heart(page, word).click(),
    preserved: (page, { word }) =>
      expect(heart(page, word)).toHaveAttribute('aria-pressed', 'false'),
    done: async (page, { word }) => {
      await expect(heart(page, word)).toHaveAttribute('aria-pressed', 'true');
      await page.goto(pagePaths.savedHomes());
      await expect(article(page, word)).toBeVisible();
    },
  },
  'DELETE /favorites/:id': {
    begin: async (request, word) => {
      const { home, account } = await withHome(request, word);
      await send(request, account, ['put', `/favorites/${home._id}`]);
      return [account, `${pagePaths.forRent()}?searchTerm=${word}`];
    },
    fill: (page, { word }) => expect(heart(page, word)).toHaveAttribute('aria-pressed', 'true'),
    press: (page, { word }) => heart(page, word).click(),
    preserved: (page, { word }) =>
      expect(heart(page, word)).toHaveAttribute('aria-pressed', 'true'),
    done: async (page, { word }) => {
      await expect(heart(page, word)).toHaveAttribute('aria-pressed', 'false');
      await page.goto(pagePaths.savedHomes());
      await expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible();
    },
  },
  // A visitor's saved homes are merged into the account on the next page load; until then they are
  // on the device.
  'POST /favorites/merge': {
    begin: async (request, word) => {
      const { home, account } = await withHome(request, word);
      // This page does not load saved homes, so homes written to the device are not merged too
      // early.
      return [account, `${pagePaths.forgotPassword()}#${home._id}`];
    },
    fill: (page) =>
      page.evaluate(() => {
        const home = { _id: location.hash.slice(1), title: 'A home', savedPrice: 2_400 };
        localStorage.setItem('saved-homes', JSON.stringify([home]));
      }),
    press: (page) => page.goto(pagePaths.about()),
    isSilent: true,
    preserved: async (page) => expect(await heldByDevice(page)).toContain('A home'),
    done: async (page, { word }) => {
      await expect.poll(() => heldByDevice(page)).toBe('[]');
      await page.goto(pagePaths.savedHomes());
      await expect(article(page, word)).toBeVisible();
    },
  },
  'POST /shortlists': {
    begin: async (request) => [await makeAccount(request, 'user'), pagePaths.shortlists()],
    fill: (page, { word }) => page.getByLabel('New shortlist').fill(`List ${word}`),
    press: (page) => button(page, 'Create').click(),
    preserved: (page, { word }) =>
      expect(page.getByLabel('New shortlist')).toHaveValue(`List ${word}`),
    done: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`List ${word}`),
  },
  'PATCH /shortlists/:id': {
    begin: withList(),
    fill: async (page, { word }) => {
      await button(page, 'Rename').click();
      await page.getByLabel('Name').fill(`Other ${word}`);
    },
    press: (page) => page.locator('form').getByRole('button', { name: 'Save' }).click(),
    preserved: (page, { word }) => expect(page.getByLabel('Name')).toHaveValue(`Other ${word}`),
    done: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`Other ${word}`),
  },
  'DELETE /shortlists/:id': {
    begin: async (request, word) => [(await withList()(request, word))[0], pagePaths.shortlists()],
    fill: (page, { word }) => button(page, `Delete List ${word}`).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    preserved: (page) => expect(dialog(page)).toBeVisible(),
    done: (page) => expect(page.getByRole('heading', { name: 'No shortlists yet' })).toBeVisible(),
  },
  'PUT /shortlists/:id/homes/:propertyId': {
    begin: async (request, word) => {
      const { home, account } = await withHome(request, word);
      await send(request, account, ['post', '/shortlists'], { name: `List ${word}` });
      return [account, pagePaths.property(home._id)];
    },
    fill: (page) => button(page, 'Add to shortlist').click(),
    press: (page, { word }) =>
      dialog(page)
        .getByRole('button', { name: `List ${word}` })
        .click(),
    preserved: (page) => expect(dialog(page)).toBeVisible(),
    done: (page, { word }) => expect(page.getByText(`Added to “List ${word}”.`)).toBeVisible(),
  },
  'DELETE /shortlists/:id/homes/:propertyId': {
    begin: withList(),
    press: (page, { word }) => button(page, `Remove from list: Home ${word}`).click(),
    preserved: (page, { word }) => expect(article(page, word)).toBeVisible(),
    done: (page) => expect(page.getByRole('heading', { name: 'No homes on it yet' })).toBeVisible(),
  },
  'PUT /shortlists/:id/homes/:propertyId/vote': {
    begin: withList(),
    press: (page) => button(page, /^Yes/).click(),
    preserved: (page) => expect(button(page, 'Yes 0')).toHaveAttribute('aria-pressed', 'false'),
    done: (page) => expect(button(page, 'Yes 1')).toHaveAttribute('aria-pressed', 'true'),
  },
  'POST /shortlists/:id/homes/:propertyId/comments': {
    begin: withList(),
    fill: (page) => page.getByLabel('Comment', { exact: true }).fill('The light is lovely.'),
    press: (page) => button(page, 'Send comment').click(),
    preserved: (page) =>
      expect(page.getByLabel('Comment', { exact: true })).toHaveValue('The light is lovely.'),
    done: async (page) => {
      await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('');
      await expect(page.getByRole('listitem').getByText('The light is lovely.')).toBeVisible();
    },
  },
  'DELETE /shortlists/:id/comments/:commentId': {
    begin: withList(({ request, account, path, home }) =>
      send(request, account, ['post', `${path}/homes/${home._id}/comments`], { text: 'Too loud.' }),
    ),
    press: (page, { word }) => button(page, `Delete the comment of Owner ${word}`).click(),
    preserved: (page) => expect(page.getByText('Too loud.')).toBeVisible(),
    done: (page) => expect(page.getByText('Too loud.')).toHaveCount(0),
  },
  'POST /shortlists/:id/links': {
    begin: withList(),
    press: (page) => button(page, 'Create invite link').click(),
    preserved: (page) => expect(link(page)).toHaveCount(0),
    done: (page) => expect(link(page)).toHaveValue(/\/join\?token=/),
  },
  'DELETE /shortlists/:id/links/:mode': {
    begin: withList(),
    fill: async (page) => {
      await button(page, 'Create invite link').click();
      await expect(link(page)).toBeVisible();
    },
    press: (page) => invite(page).getByRole('button', { name: 'Turn off link' }).click(),
    preserved: (page) => expect(link(page)).toBeVisible(),
    done: async (page) => {
      await expect(page.getByText('The link was turned off.')).toBeVisible();
      await expect(link(page)).toHaveCount(0);
    },
  },
  'POST /shortlists/join': {
    begin: async (request, word) => {
      let token = '';
      await withList(async ({ account, path }) => {
        token = (await send(request, account, ['post', `${path}/links`], { mode: 'edit' })).token;
      })(request, word);
      return [await makeAccount(request, 'user'), pagePaths.joinShortlist(token)];
    },
    press: (page) => button(page, 'Join').click(),
    preserved: (page) => expect(button(page, 'Join')).toBeEnabled(),
    done: (page, { word }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText(`List ${word}`),
  },
  'DELETE /shortlists/:id/members/:userId': {
    begin: withList(async ({ request, word, account, path }) => {
      const { token } = await send(request, account, ['post', `${path}/links`], { mode: 'edit' });
      const partner = await makeAccount(request, 'user', `Partner ${word}`);
      await send(request, partner, ['post', '/shortlists/join'], { token });
    }),
    press: (page, { word }) => button(page, `Remove Partner ${word}`).click(),
    preserved: (page, { word }) => expect(page.getByText(`Partner ${word}`).first()).toBeVisible(),
    done: async (page, { word }) => {
      await expect(page.getByText(`Partner ${word} was removed.`)).toBeVisible();
      await expect(page.getByText('No one has joined yet.')).toBeVisible();
    },
  },
};
