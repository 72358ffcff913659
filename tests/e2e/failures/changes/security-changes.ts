/** Changes to account security, for tests/e2e/failures/broken-writes.e2e.ts. Passkeys are tested in account-security.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, logIn, makeAccount, makeAdmin, PASSWORD } from '../../support/accounts.ts';
import { addTwoFactor, codeOf } from '../../support/authenticator-app.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change, type ChangeContext } from './change.ts';

/** Exact because the profile page also has 'Current Password', in the form that changes it. */
const passwordField = (page: Page) => page.getByLabel('Current password', { exact: true });

/** The authenticator secrets of accounts, by email address. */
const secrets = new Map<string, string>();

async function withTwoFactor(request: APIRequestContext): Promise<[Account, string]> {
  const account = await makeAccount(request, 'user');
  secrets.set(account.email, (await addTwoFactor(request, account)).secret);
  return [account, pagePaths.profile()];
}

const withPassword = (buttonName: string): Pick<Change, 'setUp' | 'fill' | 'expectPreserved'> => ({
  setUp: withTwoFactor,
  fill: async (page, { account }) => {
    await button(page, buttonName).click();
    await passwordField(page).fill(PASSWORD);
    await page
      .getByLabel('Code', { exact: true })
      .fill(codeOf(secrets.get(account?.email ?? '') ?? '', 1));
  },
  expectPreserved: (page) => expect(passwordField(page)).toHaveValue(PASSWORD),
});

const openEditDialog = async (page: Page, { word }: ChangeContext) => {
  await page
    .getByRole('row')
    .filter({ hasText: word })
    .getByRole('button', { name: 'Edit user' })
    .click();
};

export const SECURITY_CHANGES: Readonly<Record<string, Change>> = {
  'POST /users/profile/two-factor': {
    setUp: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await button(page, 'Set up').click();
      await passwordField(page).fill(PASSWORD);
    },
    submit: (page) => button(page, 'Continue').click(),
    expectPreserved: (page) => expect(passwordField(page)).toHaveValue(PASSWORD),
    expectDone: (page) => expect(page.getByRole('img', { name: /QR code/ })).toBeVisible(),
  },
  'POST /users/profile/two-factor/confirm': {
    setUp: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await button(page, 'Set up').click();
      await passwordField(page).fill(PASSWORD);
      await button(page, 'Continue').click();
      const secret = await page.locator('code').textContent();
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret ?? ''));
    },
    submit: (page) => button(page, 'Turn on').click(),
    expectPreserved: (page) =>
      expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/),
    expectDone: (page) => expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible(),
  },
  'POST /users/profile/two-factor/recovery-codes': {
    ...withPassword('New recovery codes'),
    submit: (page) => button(page, 'Replace codes').click(),
    expectDone: (page) => expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible(),
  },
  'DELETE /users/profile/two-factor': {
    ...withPassword('Turn off'),
    submit: (page) => button(page, 'Turn off').click(),
    expectDone: (page) =>
      expect(page.getByText('The authenticator app was removed.')).toBeVisible(),
  },
  'DELETE /users/:id/two-factor': {
    setUp: async (request, word) => {
      const account = await makeAccount(request, 'user', `Person ${word}`);
      await addTwoFactor(request, account);
      return [await makeAdmin(request), pagePaths.manageUsers({ searchTerm: word })];
    },
    fill: openEditDialog,
    submit: (page) => button(page, 'Remove second factor').click(),
    expectPreserved: (page) => expect(page.getByRole('dialog')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('The second factor was removed')).toBeVisible(),
  },
  'DELETE /users/profile/sessions/:id': {
    setUp: async (request) => {
      const account = await makeAccount(request, 'user');
      await logIn(request, account.email);
      return [account, pagePaths.profile()];
    },
    submit: (page) => button(page, /^Sign out .*,/).click(),
    expectPreserved: (page) => expect(button(page, /^Sign out .*,/)).toBeVisible(),
    expectDone: (page) => expect(button(page, /^Sign out .*,/)).toBeHidden(),
  },
  'DELETE /users/profile/sessions': {
    setUp: async (request) => {
      const account = await makeAccount(request, 'user');
      await logIn(request, account.email);
      return [account, pagePaths.profile()];
    },
    submit: (page) => button(page, 'Sign out all other devices').click(),
    expectPreserved: (page) => expect(button(page, 'Sign out all other devices')).toBeVisible(),
    expectDone: (page) => expect(button(page, 'Sign out all other devices')).toBeHidden(),
  },
};
