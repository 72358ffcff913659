/** States of the sign-in, sign-up, and profile pages. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import { expectText } from './expectations.ts';
import { fail, FAILED, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The fields to fill in, the button that submits them, and the resulting call. */
interface Form {
  name: string;
  viewer: ScreenState['viewer'];
  address: string;
  fill: (page: Page) => Promise<void>;
  button: string;
  call: string;
  busyLabel: string;
  /** The error of an empty form. */
  mistake?: string;
}

const FORMS: readonly Form[] = [
  {
    name: 'login',
    viewer: 'visitor',
    address: pagePaths.login(),
    fill: async (page) => {
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByLabel('Password').fill('not this one');
    },
    button: 'Sign in',
    call: '**/api/auth/login',
    busyLabel: 'Signing in...',
    mistake: 'Please enter a valid email address.',
  },
  {
    name: 'register',
    viewer: 'visitor',
    address: pagePaths.register(),
    fill: async (page) => {
      await page.getByLabel('Full Name').fill('Vera Visitor');
      await page.getByLabel('Email address').fill('vera@example.org');
      await page.getByLabel('Password', { exact: true }).fill('six letters');
      await page.getByLabel('Confirm Password').fill('six letters');
    },
    button: 'Create Account',
    call: '**/api/auth/register',
    busyLabel: 'Creating account...',
    mistake: 'Name must be at least 2 characters.',
  },
  {
    name: 'forgot-password',
    viewer: 'visitor',
    address: pagePaths.forgotPassword(),
    fill: (page) => page.getByLabel('Email address').fill('vera@example.org'),
    button: 'Send link',
    call: '**/api/auth/forgot-password',
    busyLabel: 'Sending...',
    mistake: 'Please enter a valid email address.',
  },
  {
    name: 'reset-password',
    viewer: 'visitor',
    address: pagePaths.resetPassword('abc'),
    fill: (page) => page.getByLabel('New Password').fill('six letters'),
    button: 'Set password',
    call: '**/api/auth/reset-password',
    busyLabel: 'Saving...',
    mistake: 'Password must be at least 6 characters.',
  },
  {
    name: 'profile',
    viewer: 'user',
    address: pagePaths.profile(),
    fill: (page) => page.getByLabel('Full Name').fill('Newly Named'),
    button: 'Save Changes',
    call: '**/api/users/profile',
    busyLabel: 'Saving...',
  },
  {
    name: 'profile, password',
    viewer: 'user',
    address: pagePaths.profile(),
    fill: async (page) => {
      await page.getByLabel('Current Password').fill('not this one');
      await page.getByLabel('New Password').fill('another one');
    },
    button: 'Update Password',
    call: '**/api/users/profile/password',
    busyLabel: 'Updating...',
    mistake: 'New password must be at least 6 characters',
  },
];

function statesOf(form: Form): ScreenState[] {
  const { viewer, mistake } = form;
  const address = () => form.address;
  const send = async (page: Page) => {
    await expectHydrated(page);
    await form.fill(page);
    await press(page, form.button);
  };
  const states: ScreenState[] = [
    {
      name: `${form.name}, pending`,
      viewer,
      address,
      prepare: leavePending(form.call),
      reach: async (page) => {
        await send(page);
        await expectText(page, form.busyLabel);
      },
    },
    {
      name: `${form.name}, failed`,
      viewer,
      address,
      prepare: fail(form.call),
      complaints: [FAILED],
      reach: async (page) => {
        await send(page);
        await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
      },
    },
  ];
  if (mistake === undefined) return states;
  states.push({
    name: `${form.name}, with errors`,
    viewer,
    address,
    reach: async (page) => {
      await expectHydrated(page);
      await press(page, form.button);
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
    address: () => pagePaths.dashboard(),
    reach: (page) => expectText(page, 'Please sign in first'),
  },
  {
    name: 'login, with the password shown',
    viewer: 'visitor',
    address: () => pagePaths.login(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('Password').fill('not this one');
      await press(page, 'Show characters');
      await expect(page.getByRole('button', { name: 'Hide characters' })).toBeVisible();
    },
  },
  {
    name: 'login, after the session ended',
    viewer: 'user',
    account: ({ accounts }) => ({ ...accounts.agent, token: 'expired' }),
    address: () => pagePaths.myListings(),
    complaints: ['status of 401'],
    reach: (page) => expectText(page, 'Your session has ended. Please sign in again.'),
  },
  {
    name: 'forgot-password, sent',
    viewer: 'visitor',
    address: () => pagePaths.forgotPassword(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('Email address').fill('nobody@example.org');
      await press(page, 'Send link');
      await expectText(page, 'Check your email');
    },
  },
  {
    name: 'reset-password, without a token',
    viewer: 'visitor',
    address: () => pagePaths.resetPassword(),
    reach: (page) => expectText(page, 'This link does not work'),
  },
  {
    name: 'reset-password, done',
    viewer: 'visitor',
    address: () => pagePaths.resetPassword('abc'),
    prepare: (page) =>
      page.route('**/api/auth/reset-password', (route) =>
        route.fulfill({ json: { message: 'Done.' } }),
      ),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('New Password').fill('six letters');
      await press(page, 'Set password');
      await expectText(page, 'Your new password is set');
    },
  },
  {
    name: 'profile, a picture chosen',
    viewer: 'user',
    address: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'a-photo-with-a-name-that-does-not-end-and-goes-on-and-on-and-on.png',
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
    address: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      });
      await expectText(page, 'notes.txt was left out');
    },
  },
  {
    name: 'profile, saved',
    viewer: 'user',
    account: ({ newcomer }) => newcomer,
    address: () => pagePaths.profile(),
    reach: async (page) => {
      await expectHydrated(page);
      await press(page, 'Save Changes');
      await expectText(page, 'Profile updated successfully!');
    },
  },
  {
    name: 'profile, the longest name',
    viewer: 'agent',
    account: ({ longName }) => longName,
    address: () => pagePaths.profile(),
    reach: (page) => expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible(),
  },
  {
    name: 'profile, user not known yet',
    viewer: 'visitor',
    address: () => pagePaths.profile(),
    reach: (page) => expectText(page, 'Please sign in first'),
  },
];
