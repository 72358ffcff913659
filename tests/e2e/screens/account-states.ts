/** States of the sign-in, sign-up, password reset, and profile pages. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import { expectText } from './expectations.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';

const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** A form, the button that submits it, and the resulting call. */
interface Form {
  name: string;
  viewer: ScreenState['viewer'];
  url: string;
  fill: (page: Page) => Promise<void>;
  button: string;
  call: string;
  busyLabel: string;
  /** An error of the empty form; absent if it is valid. */
  validationError?: string;
}

const FORMS: readonly Form[] = [
  {
    name: 'login',
    viewer: 'visitor',
    url: pagePaths.login(),
    fill: async (page) => {
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByLabel('Password').fill('wrong password');
    },
    button: 'Sign in',
    call: '**/api/auth/login',
    busyLabel: 'Signing in...',
    validationError: 'Please enter a valid email address.',
  },
  {
    name: 'register',
    viewer: 'visitor',
    url: pagePaths.register(),
    fill: async (page) => {
      await page.getByLabel('Full Name').fill('Vera Visitor');
      await page.getByLabel('Email address').fill('vera@example.org');
      await page.getByLabel('Password', { exact: true }).fill('six letters');
      await page.getByLabel('Confirm Password').fill('six letters');
    },
    button: 'Create Account',
    call: '**/api/auth/register',
    busyLabel: 'Creating account...',
    validationError: 'Name must be at least 2 characters.',
  },
  {
    name: 'forgot-password',
    viewer: 'visitor',
    url: pagePaths.forgotPassword(),
    fill: (page) => page.getByLabel('Email address').fill('vera@example.org'),
    button: 'Send link',
    call: '**/api/auth/forgot-password',
    busyLabel: 'Sending...',
    validationError: 'Please enter a valid email address.',
  },
  {
    name: 'reset-password',
    viewer: 'visitor',
    url: pagePaths.resetPassword('abc'),
    fill: (page) => page.getByLabel('New Password').fill('six letters'),
    button: 'Set password',
    call: '**/api/auth/reset-password',
    busyLabel: 'Saving...',
    validationError: 'Password must be at least 6 characters.',
  },
  {
    name: 'profile',
    viewer: 'user',
    url: pagePaths.profile(),
    fill: (page) => page.getByLabel('Full Name').fill('Newly Named'),
    button: 'Save Changes',
    call: '**/api/users/profile',
    busyLabel: 'Saving...',
  },
  {
    name: 'profile, password',
    viewer: 'user',
    url: pagePaths.profile(),
    fill: async (page) => {
      await page.getByLabel('Current Password').fill('wrong password');
      await page.getByLabel('New Password').fill('another password');
    },
    button: 'Update Password',
    call: '**/api/users/profile/password',
    busyLabel: 'Updating...',
    validationError: 'New password must be at least 6 characters',
  },
];

function statesOf(form: Form): ScreenState[] {
  const { viewer, validationError } = form;
  const url = () => form.url;
  const submit = async (page: Page) => {
    await expectHydrated(page);
    await form.fill(page);
    await clickButton(page, form.button);
  };
  const states: ScreenState[] = [
    {
      name: `${form.name}, pending`,
      viewer,
      url,
      prepare: leavePending(form.call),
      reach: async (page) => {
        await submit(page);
        await expectText(page, form.busyLabel);
      },
    },
    {
      name: `${form.name}, failed`,
      viewer,
      url,
      prepare: fail(form.call),
      expectedErrors: [SERVER_ERROR],
      reach: async (page) => {
        await submit(page);
        await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
      },
    },
  ];
  if (validationError === undefined) return states;
  states.push({
    name: `${form.name}, with errors`,
    viewer,
    url,
    reach: async (page) => {
      await expectHydrated(page);
      await clickButton(page, form.button);
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  });
  return states;
}

export const ACCOUNT_STATES: readonly ScreenState[] = [
  ...FORMS.flatMap(statesOf),
  {
    name: 'login, redirected by a guard',
    viewer: 'visitor',
    url: () => pagePaths.dashboard(),
    reach: (page) => expectText(page, 'Please sign in first'),
  },
  {
    name: 'login, with the password shown',
    viewer: 'visitor',
    url: () => pagePaths.login(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('Password').fill('wrong password');
      await clickButton(page, 'Show characters');
      await expect(page.getByRole('button', { name: 'Hide characters' })).toBeVisible();
    },
  },
  {
    name: 'login, after the session ended',
    viewer: 'user',
    account: ({ accounts }) => ({ ...accounts.agent, token: 'expired' }),
    url: () => pagePaths.myListings(),
    expectedErrors: ['status of 401'],
    reach: (page) => expectText(page, 'Your session has ended. Please sign in again.'),
  },
  {
    name: 'forgot-password, sent',
    viewer: 'visitor',
    url: () => pagePaths.forgotPassword(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('Email address').fill('unknown@example.org');
      await clickButton(page, 'Send link');
      await expectText(page, 'Check your email');
    },
  },
  {
    name: 'reset-password, without a token',
    viewer: 'visitor',
    url: () => pagePaths.resetPassword(),
    reach: (page) => expectText(page, 'This link does not work'),
  },
  {
    name: 'reset-password, done',
    viewer: 'visitor',
    url: () => pagePaths.resetPassword('abc'),
    prepare: (page) =>
      page.route('**/api/auth/reset-password', (route) =>
        route.fulfill({ json: { message: 'Done.' } }),
      ),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('New Password').fill('six letters');
      await clickButton(page, 'Set password');
      await expectText(page, 'Your new password is set');
    },
  },
  {
    name: 'profile, with a chosen picture',
    viewer: 'user',
    url: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'a-photo-with-a-very-long-name-that-goes-on-and-on-and-on.png',
        mimeType: 'image/png',
        buffer: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
      await expectText(page, 'not saved yet');
    },
  },
  {
    name: 'profile, a file that is not a picture',
    viewer: 'user',
    url: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      });
      await expectText(page, 'notes.txt was not added');
    },
  },
  {
    name: 'profile, saved',
    viewer: 'user',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await clickButton(page, 'Save Changes');
      await expectText(page, 'Profile updated successfully!');
    },
  },
  {
    name: 'profile, the longest name',
    viewer: 'agent',
    account: ({ longNameAgent }) => longNameAgent,
    url: () => pagePaths.profile(),
    reach: (page) => expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible(),
  },
  {
    name: 'profile, redirected by a guard',
    viewer: 'visitor',
    url: () => pagePaths.profile(),
    reach: (page) => expectText(page, 'Please sign in first'),
  },
];
