/** Changes of account security, for tests/e2e/failures/broken-writes.e2e.ts. Passkeys: account-security.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, logIn, makeAccount, makeAdmin, PASSWORD } from '../../support/accounts.ts';
import { addTwoFactor, codeOf } from '../../support/authenticator-app.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change, type Scene } from './change.ts';

const password = (page: Page) => page.getByLabel('Your password');

/** Secrets of the accounts with an authenticator app. */
const apps = new Map<string, string>();

async function withApp(request: APIRequestContext): Promise<[Account, string]> {
  const account = await makeAccount(request, 'user');
  apps.set(account.email, (await addTwoFactor(request, account)).secret);
  return [account, pagePaths.profile()];
}

const withPassword = (open: string): Pick<Change, 'begin' | 'fill' | 'preserved'> => ({
  begin: withApp,
  fill: async (page, { account }) => {
    await button(page, open).click();
    await password(page).fill(PASSWORD);
    await page
      .getByLabel('Code', { exact: true })
      .fill(codeOf(apps.get(account?.email ?? '') ?? '', 1));
  },
  preserved: (page) => expect(password(page)).toHaveValue(PASSWORD),
});

const openDialog = async (page: Page, { word }: Scene) => {
  await page
    .getByRole('row')
    .filter({ hasText: word })
    .getByRole('button', { name: 'Edit user' })
    .click();
};

export const SECURITY_CHANGES: Readonly<Record<string, Change>> = {
  'POST /users/profile/two-factor': {
    begin: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await button(page, 'Set up').click();
      await password(page).fill(PASSWORD);
    },
    press: (page) => button(page, 'Continue').click(),
    preserved: (page) => expect(password(page)).toHaveValue(PASSWORD),
    done: (page) => expect(page.getByRole('img', { name: /QR code/ })).toBeVisible(),
  },
  'POST /users/profile/two-factor/confirm': {
    begin: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await button(page, 'Set up').click();
      await password(page).fill(PASSWORD);
      await button(page, 'Continue').click();
      const secret = await page.locator('code').textContent();
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret ?? ''));
    },
    press: (page) => button(page, 'Turn on').click(),
    preserved: (page) => expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/),
    done: (page) => expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible(),
  },
  'POST /users/profile/two-factor/recovery-codes': {
    ...withPassword('New recovery codes'),
    press: (page) => button(page, 'Replace codes').click(),
    done: (page) => expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible(),
  },
  'DELETE /users/profile/two-factor': {
    ...withPassword('Turn off'),
    press: (page) => button(page, 'Turn off').click(),
    done: (page) => expect(page.getByText('The authenticator app was removed.')).toBeVisible(),
  },
  'DELETE /users/:id/two-factor': {
    begin: async (request, word) => {
      const account = await makeAccount(request, 'user', `Person ${word}`);
      await addTwoFactor(request, account);
      return [await makeAdmin(request), pagePaths.manageUsers({ searchTerm: word })];
    },
    fill: openDialog,
    press: (page) => button(page, 'Remove second factor').click(),
    preserved: (page) => expect(page.getByRole('dialog')).toBeVisible(),
    done: (page) => expect(page.getByText('The second factor was removed')).toBeVisible(),
  },
  'DELETE /users/profile/sessions/:id': {
    begin: async (request) => {
      const account = await makeAccount(request, 'user');
      await logIn(request, account.email);
      return [account, pagePaths.profile()];
    },
    press: (page) => button(page, /^Sign out .*,/).click(),
    preserved: (page) => expect(button(page, /^Sign out .*,/)).toBeVisible(),
    done: (page) => expect(button(page, /^Sign out .*,/)).toBeHidden(),
  },
  'DELETE /users/profile/sessions': {
    begin: async (request) => {
      const account = await makeAccount(request, 'user');
      await logIn(request, account.email);
      return [account, pagePaths.profile()];
    },
    press: (page) => button(page, 'Sign out all other devices').click(),
    preserved: (page) => expect(button(page, 'Sign out all other devices')).toBeVisible(),
    done: (page) => expect(button(page, 'Sign out all other devices')).toBeHidden(),
  },
};
