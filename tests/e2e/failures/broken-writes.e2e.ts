/**
 * Every call that changes data, while the API fails, is unreachable, or is slow: the page shows an
 * error, typed input stays, the button can be pressed again, and the next try succeeds. By default
 * one call per kind of control, with TEST_FULL=1 every call. A new call without an entry here
 * fails.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { IS_FULL_RUN, sampled } from '../../helpers/full-run.ts';
import {
  actAs,
  bearer,
  makeAccount,
  makeAdmin,
  uniqueWord,
  type Account,
} from '../support/accounts.ts';
import { button, type Change, type Scene, withListing } from './changes/change.ts';
import { BROKERAGE_CHANGES } from './changes/brokerage-changes.ts';
import { JOB_CHANGES } from './changes/job-changes.ts';
import { ALERT_CHANGES } from './changes/alert-changes.ts';
import { INQUIRY_CHANGES } from './changes/inquiry-changes.ts';
import { SAVED_HOME_CHANGES } from './changes/saved-home-changes.ts';
import { SECURITY_CHANGES } from './changes/security-changes.ts';
import { OFFICE_CHANGES } from './changes/office-changes.ts';
import { OPEN_CHANGES } from './changes/open-changes.ts';
import { TOUR_CHANGES } from './changes/tour-changes.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';
import { keepNotices } from '../screens/responses.ts';

test.slow();

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const visitor = (address: string) => async (): Promise<[null, string]> => [null, address];
/** Creates an admin, and a user whose name contains the word. */
const withUser = async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
  await makeAccount(request, 'user', `Person ${word}`);
  return [await makeAdmin(request), pagePaths.manageUsers({ searchTerm: word })];
};
const withMessage = async (
  request: APIRequestContext,
  word: string,
): Promise<[Account, string]> => {
  await request.post('/api/contact', {
    data: {
      name: `Sender ${word}`,
      email: 'sender@example.org',
      subject: `Question ${word}`,
      message: 'Is the garden fenced? We have a dog.',
    },
  });
  return [await makeAdmin(request), pagePaths.messages()];
};
const inDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const selectRow = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
const keepsSelection = (page: Page) => expect(page.getByText('1 selected')).toBeVisible();

/** By call; every field's value is checked again after the failure. */
const CHANGES: Readonly<Record<string, Change>> = {
  ...ALERT_CHANGES,
  ...INQUIRY_CHANGES,
  ...SAVED_HOME_CHANGES,
  ...TOUR_CHANGES,
  ...JOB_CHANGES,
  ...BROKERAGE_CHANGES,
  ...SECURITY_CHANGES,
  ...OFFICE_CHANGES,
  ...OPEN_CHANGES,
  'POST /auth/login': {
    begin: async (request) => {
      const account = await makeAccount(request, 'user', 'Lena Login');
      return [null, `${pagePaths.login()}#${account.email}`];
    },
    fill: async (page) => {
      await page.getByLabel('Email').fill(new URL(page.url()).hash.slice(1));
      await page.getByLabel('Password').fill('six letters');
    },
    press: (page) => button(page, /^Sign in$/).click(),
    preserved: async (page) => expect(page.getByLabel('Password')).toHaveValue('six letters'),
    done: async (page) => expect(button(page, 'Lena Login')).toBeVisible(),
  },
  'POST /auth/register': {
    begin: visitor(pagePaths.register()),
    fill: async (page, { word }) => {
      await page.getByLabel('Full Name').fill(`Robin ${word}`);
      await page.getByLabel('Email address').fill(`${word}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('six letters');
      await page.getByLabel('Confirm Password').fill('six letters');
    },
    press: (page) => button(page, 'Create Account').click(),
    preserved: async (page, { word }) => {
      await expect(page.getByLabel('Full Name')).toHaveValue(`Robin ${word}`);
      await expect(page.getByLabel('Confirm Password')).toHaveValue('six letters');
    },
    done: async (page, { word }) => expect(button(page, `Robin ${word}`)).toBeVisible(),
  },
  'POST /auth/logout': {
    begin: async (request) => [await makeAccount(request, 'user', 'Otto Out'), pagePaths.about()],
    press: async (page) => {
      await button(page, 'Otto Out').click();
      await button(page, 'Logout').click();
    },
    // Here it expires immediately; on the server, tokens expire by age.
    isSilent: true,
    preserved: async (page) => {
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
    done: async (page) => expect(page.getByRole('link', { name: 'Login' })).toBeVisible(),
  },
  'POST /auth/forgot-password': {
    begin: visitor(pagePaths.forgotPassword()),
    fill: (page, { word }) => page.getByLabel('Email address').fill(`${word}@example.org`),
    press: (page) => button(page, 'Send link').click(),
    preserved: (page, { word }) =>
      expect(page.getByLabel('Email address')).toHaveValue(`${word}@example.org`),
    done: (page) => expect(page.getByText('Check your email')).toBeVisible(),
  },
  'POST /auth/reset-password': {
    begin: visitor(pagePaths.resetPassword('no-such-token')),
    fill: (page) => page.getByLabel('New Password').fill('six letters'),
    press: (page) => button(page, 'Set password').click(),
    preserved: (page) => expect(page.getByLabel('New Password')).toHaveValue('six letters'),
    done: (page) => expect(page.getByText('This link does not work')).toBeVisible(),
  },
  'PUT /users/profile': {
    begin: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: (page, { word }) => page.getByLabel('Full Name').fill(`New ${word}`),
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page, { word }) => expect(page.getByLabel('Full Name')).toHaveValue(`New ${word}`),
    done: (page) => expect(page.getByText('Profile updated successfully!')).toBeVisible(),
  },
  'PUT /users/profile/password': {
    begin: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await page.getByLabel('Current Password').fill('six letters');
      await page.getByLabel('New Password').fill('other letters');
    },
    press: (page) => button(page, 'Update Password').click(),
    preserved: (page) => expect(page.getByLabel('New Password')).toHaveValue('other letters'),
    done: (page) => expect(page.getByText('Password changed successfully!')).toBeVisible(),
  },
  'POST /properties': {
    begin: async (request) => [await makeAccount(request, 'agent'), pagePaths.addListing()],
    fill: async (page, { word }) => {
      await fillListing(page, `Home ${word}`);
    },
    press: (page) => button(page, 'Add Property').click(),
    preserved: async (page, { word }) => {
      await expect(page.getByLabel('Title')).toHaveValue(`Home ${word}`);
      await expect(page.getByLabel('Longitude')).toHaveValue('-122.6784');
    },
    done: (page, { word }) => expect(rowOf(page, word)).toBeVisible(),
  },
  'PUT /properties/:id': {
    begin: withListing(({ _id }) => pagePaths.editListing(_id)),
    fill: (page) => page.getByRole('spinbutton', { name: 'Price' }).fill('2650'),
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page) =>
      expect(page.getByRole('spinbutton', { name: 'Price' })).toHaveValue('2650'),
    done: (page, { word }) => expect(rowOf(page, word)).toContainText('$2,650'),
  },
  'PATCH /properties/:id/price': {
    begin: withListing(() => pagePaths.myListings()),
    fill: async (page, { word }) => {
      await rowOf(page, word)
        .getByRole('button', { name: /^Change price/ })
        .click();
      await rowOf(page, word).getByRole('textbox').fill('2650');
    },
    press: (page, { word }) =>
      rowOf(page, word).getByRole('button', { name: 'Save price' }).click(),
    preserved: (page, { word }) =>
      expect(rowOf(page, word).getByRole('textbox')).toHaveValue('2650'),
    done: (page, { word }) => expect(rowOf(page, word)).toContainText('$2,650'),
  },
  'PATCH /properties/:id/toggle-availability': {
    begin: withListing(() => pagePaths.myListings()),
    press: (page, { word }) => rowOf(page, word).getByRole('switch').click(),
    preserved: (page, { word }) => expect(rowOf(page, word).getByRole('switch')).toBeChecked(),
    done: async (page, { word }) => {
      await expect(page.getByText('is marked as rented.')).toBeVisible();
      await expect(rowOf(page, word)).toContainText('Rented');
    },
  },
  'DELETE /properties/:id': {
    begin: withListing(() => pagePaths.myListings()),
    fill: (page, { word }) => button(page, `Delete Listing: Home ${word}`).click(),
    press: (page) => button(page, 'Confirm Delete').click(),
    preserved: (page) => expect(inDialog(page)).toBeVisible(),
    done: (page) => expect(page.getByText('No Listings Found')).toBeVisible(),
  },
  'POST /properties/bulk': {
    begin: withListing(() => pagePaths.myListings()),
    fill: (page, { word }) => selectRow(page, `Home ${word}`),
    press: (page) => button(page, 'Mark as rented').click(),
    preserved: keepsSelection,
    done: (page, { word }) => expect(rowOf(page, word)).toContainText('Rented'),
  },
  'PUT /users/:id': {
    begin: withUser,
    fill: async (page, { word }) => {
      await button(page, `Edit user: Person ${word}`).click();
      await inDialog(page).getByLabel('Role').selectOption('Agent');
    },
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page) => expect(inDialog(page).getByLabel('Role')).toHaveValue('agent'),
    done: (page, { word }) => expect(rowOf(page, word)).toContainText('Agent'),
  },
  'DELETE /users/:id': {
    begin: withUser,
    fill: (page, { word }) => button(page, `Delete user: Person ${word}`).click(),
    press: (page) => button(page, 'Confirm Delete').click(),
    preserved: (page) => expect(inDialog(page)).toBeVisible(),
    done: (page) => expect(page.getByText('No Users Found')).toBeVisible(),
  },
  'POST /users/bulk': {
    begin: async (request, word) => {
      await makeAccount(request, 'user', `Person ${word} too`);
      return withUser(request, word);
    },
    fill: async (page, { word }) => {
      await selectRow(page, `Person ${word}`);
      await selectRow(page, `Person ${word} too`);
      await button(page, 'Change role').click();
      await inDialog(page).getByLabel('Role').selectOption('Agent');
    },
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page) => expect(inDialog(page).getByLabel('Role')).toHaveValue('agent'),
    done: (page, { word }) => expect(rowOf(page, word).first()).toContainText('Agent'),
  },
  'POST /contact': {
    begin: visitor(pagePaths.contact()),
    fill: async (page) => {
      await page.getByLabel('Name').fill('Vera Visitor');
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByLabel('Subject').fill('The house by the river');
      await page.getByLabel('Message').fill('Will it still be available in spring?');
    },
    press: (page) => button(page, 'Send Message').click(),
    preserved: async (page) => {
      await expect(page.getByLabel('Name')).toHaveValue('Vera Visitor');
      await expect(page.getByLabel('Message')).toHaveValue('Will it still be available in spring?');
    },
    done: (page) => expect(page.getByText('Message Sent!')).toBeVisible(),
  },
  'PATCH /contact/:id/read': {
    begin: withMessage,
    press: async (page, { word }) => {
      await button(page, `View: message from Sender ${word}`).click();
      await expect(inDialog(page)).toContainText('We have a dog.');
      await page.keyboard.press('Escape');
    },
    isSilent: true,
    // It stays unread, and is marked the next time.
    preserved: (page, { word }) => expect(rowOf(page, word)).toContainText('Unread: '),
    // The row updates optimistically.
    done: async (page, { word, request, account }) => {
      await expect(rowOf(page, word)).not.toContainText('Unread: ');
      const isRead = async () => {
        const headers = bearer(account ?? { token: '' });
        const answer = await request.get('/api/contact', { headers });
        const messages = (await answer.json()) as { subject: string; isRead: boolean }[];
        return messages.find(({ subject }) => subject === `Question ${word}`)?.isRead;
      };
      await expect.poll(isRead).toBe(true);
    },
  },
  'POST /contact/bulk': {
    begin: withMessage,
    fill: (page, { word }) => selectRow(page, `message from Sender ${word}: Question ${word}`),
    press: (page) => button(page, 'Mark as read').click(),
    preserved: keepsSelection,
    done: (page, { word }) => expect(rowOf(page, word)).not.toContainText('Unread: '),
  },
  'DELETE /contact/:id': {
    begin: withMessage,
    fill: (page, { word }) => button(page, `Delete: message from Sender ${word}`).click(),
    press: (page) => button(page, 'Confirm Delete').click(),
    preserved: (page) => expect(inDialog(page)).toBeVisible(),
    done: async (page, { word }) => {
      // While the dialog is open, the rest of the page is hidden from role queries.
      await expect(inDialog(page)).toBeHidden();
      await expect(rowOf(page, word)).toHaveCount(0);
    },
  },
  // Other tests read the site's name and texts, so only values that none of them checks are
  // changed.
  'PUT /site': {
    begin: async (request) => [await makeAdmin(request), pagePaths.siteSettings()],
    fill: (page, { word }) => page.getByLabel('Company').fill(`Office ${word}`),
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page, { word }) => expect(page.getByLabel('Company')).toHaveValue(`Office ${word}`),
    done: (page) => expect(page.getByText('Saved. Your changes are live.')).toBeVisible(),
  },
  'POST /site/import': {
    begin: async (request) => [await makeAdmin(request), pagePaths.siteSettings()],
    fill: async (page, { request, account }) => {
      const headers = bearer(account ?? { token: '' });
      const settings = await request.get('/api/site/export', { headers });
      await page.getByLabel('Settings file').setInputFiles({
        name: 'site-settings.json',
        mimeType: 'application/json',
        buffer: await settings.body(),
      });
    },
    press: (page) => inDialog(page).getByRole('button', { name: 'Replace' }).click(),
    preserved: (page) => expect(inDialog(page)).toBeVisible(),
    done: (page) =>
      expect(page.getByText('The settings from the file are now in use.')).toBeVisible(),
  },
  'POST /properties/:id/duplicate': {
    begin: withListing(() => pagePaths.myListings()),
    press: (page, { word }) => button(page, `Duplicate: Home ${word}`).click(),
    preserved: (page, { word }) => expect(rowOf(page, `Home ${word}`)).toHaveCount(1),
    done: (page, { word }) => expect(rowOf(page, `Home ${word}`)).toHaveCount(2),
  },
  'POST /site/setup/dismiss': {
    begin: async (request) => [await makeAdmin(request), pagePaths.overview()],
    press: (page) => button(page, 'Dismiss').click(),
    preserved: (page) => expect(page.getByText('Make this marketplace yours')).toBeVisible(),
    done: (page) => expect(page.getByText('Make this marketplace yours')).toBeHidden(),
  },
};

/**
 * Calls that change data but that no screen sends, or that are tested elsewhere; tests next to
 * their routes check their refusals.
 */
const WITHOUT_A_SCREEN: readonly string[] = [
  'DELETE /inquiries/:id',
  // It would delete the other tests' accounts: demo-removal.test.ts.
  'DELETE /demo',
  // They need an authenticator: account-security.e2e.ts.
  'POST /auth/passkeys/options',
  'POST /auth/passkeys',
  'POST /users/profile/passkeys/options',
  'POST /users/profile/passkeys',
  'DELETE /users/profile/passkeys/:id',
  // Sent automatically by a page, without any indication.
  'POST /properties/:id/view',
  // It completes before a test could press the button: import-runs.test.ts.
  'DELETE /imports/:id',
  // The link is in an email: invitations.test.ts.
  'POST /invitations/accept',
  'PATCH /users/:id/agent-request',
  'PUT /users/:id/verification',
  'PUT /licenses',
  'PATCH /reviews/:propertyId',
];

test('every call that changes data is listed', () => {
  const calls = Object.values(endpoints)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(CHANGES), ...WITHOUT_A_SCREEN].sort()).toEqual(calls.sort());
});

/** One example per kind: forms, dialogs, switches, tables, bulk actions, optimistic buttons, emailed links, drafts. */
const DEFAULT_CALLS = new Set([
  'PUT /users/profile',
  'PUT /properties/:id',
  'PATCH /properties/:id/toggle-availability',
  'DELETE /users/:id',
  'POST /contact/bulk',
  'POST /alerts',
  'POST /properties/:id/inquiries',
  'POST /inquiries/:id/messages',
  'PUT /favorites/:id',
  'POST /properties/:id/tours',
  'PATCH /tours/:id',
]);

test('the default run only lists existing calls', () => {
  expect([...DEFAULT_CALLS].filter((call) => CHANGES[call] === undefined)).toEqual([]);
});

const addressOf = (path: string) => new RegExp(`/api${path.replace(/:\w+/g, '[^/]+')}(?:\\?.*)?$`);

const creatingCalls = Object.values<Endpoint>(endpoints).filter(
  ({ takesIdempotencyKey, method, path }) =>
    takesIdempotencyKey && !WITHOUT_A_SCREEN.includes(`${method} ${path}`),
);

for (const { method, path } of sampled(creatingCalls)) {
  const change = CHANGES[`${method} ${path}`];
  test(`${method} ${path} loses its response, and creates one record`, async ({
    page,
    request,
    expectedComplaints,
  }) => {
    expectedComplaints.push('ERR_CONNECTION_RESET', 'ApiError');
    if (change === undefined) throw new Error('No screen sends this call.');
    const word = uniqueWord('w');
    const [account, start] = await change.begin(request, word);
    const scene: Scene = { request, account, word };
    if (account !== null) await actAs(page, account);
    await keepNotices(page);
    await page.goto(start);
    await expectHydrated(page);
    await change.fill?.(page, scene);
    const answers: { status: number; body: string }[] = [];
    await page.route(addressOf(path), async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const response = await route.fetch();
      answers.push({ status: response.status(), body: await response.text() });
      return answers.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
    });
    await change.press(page, scene);
    await expect.poll(() => answers.length).toBe(1);
    await change.preserved(page, scene);
    await change.press(page, scene);
    await change.done(page, scene);
    expect(answers[0]?.status).toBeLessThan(300);
    expect(answers).toEqual([answers[0], answers[0]]);
  });
}

for (const [call, change] of Object.entries(CHANGES)) {
  if (!IS_FULL_RUN && !DEFAULT_CALLS.has(call)) continue;
  const [method = '', path = ''] = call.split(' ');
  const address = addressOf(path);

  test(`${call} fails, is interrupted, is slow, and succeeds`, async ({
    page,
    request,
    expectedComplaints,
  }) => {
    expectedComplaints.push('status of 500', 'ERR_CONNECTION_RESET', 'ApiError');
    expectedComplaints.push('status of 400', 'status of 404');
    const word = uniqueWord('w');
    const [account, start] = await change.begin(request, word);
    const scene: Scene = { request, account, word };
    if (account !== null) await actAs(page, account);
    // Some messages about a failure or a success are visible for three seconds only.
    await keepNotices(page);
    await page.goto(start);
    await expectHydrated(page);
    await change.fill?.(page, scene);

    let answer: 'fails' | 'is cut off' | 'waits' = 'fails';
    let sent = 0;
    const gate = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      sent += 1;
      if (answer === 'fails') return route.fulfill({ status: 500, body: '<h1>Oops</h1>' });
      if (answer === 'is cut off') return route.abort('connectionreset');
      await gate.promise;
      return route.continue();
    });
    const alert = page
      .getByRole('alert')
      .or(page.locator('[data-toast]'))
      .filter({ hasText: /\w/ });

    await test.step('fails', async () => {
      await change.press(page, scene);
      if (change.isSilent !== true) await expect(alert.first()).toBeVisible();
      await change.preserved(page, scene);
      await expect.poll(() => sent).toBe(1);
    });
    // Some dialogs close immediately, so nothing can be pressed again.
    if (call === 'POST /auth/logout') return;

    await test.step('is interrupted', async () => {
      answer = 'is cut off';
      await change.press(page, scene);
      await expect.poll(() => sent).toBe(2);
      // Not the message of the previous failure.
      if (change.isSilent !== true) {
        await expect(alert.filter({ hasText: 'We can’t reach Doorstep' }).first()).toBeVisible();
      }
      await change.preserved(page, scene);
    });

    await test.step('is slow, and succeeds', async () => {
      answer = 'waits';
      await change.press(page, scene);
      await expect.poll(() => sent).toBe(3);
      // Optimistic changes are also final only after the response.
      const answered = page.waitForResponse(
        (response) => response.request().method() === method && address.test(response.url()),
      );
      gate.resolve();
      await answered;
      await change.done(page, scene);
      expect(sent).toBe(3);
    });
  });
}
