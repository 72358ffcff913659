/**
 * Calls that change data, while the API fails, is unreachable, or is slow: the page shows an error,
 * unless the change is silent, and preserves the input, and the next attempt succeeds. A default run
 * tests examples of each kind of change; TEST_FULL=1 tests all of `CHANGES`. A call that is neither
 * there nor in `CALLS_TESTED_ELSEWHERE` fails a test.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { IS_FULL_RUN, sampleUnlessFull } from '../../helpers/full-run.ts';
import {
  actAs,
  bearer,
  makeAccount,
  makeAdmin,
  uniqueWord,
  type Account,
} from '../support/accounts.ts';
import { button, type Change, type ChangeContext, withListing } from './changes/change.ts';
import { BROKERAGE_CHANGES } from './changes/brokerage-changes.ts';
import { JOB_CHANGES } from './changes/job-changes.ts';
import { ALERT_CHANGES } from './changes/alert-changes.ts';
import { INQUIRY_CHANGES } from './changes/inquiry-changes.ts';
import { SAVED_HOME_CHANGES } from './changes/saved-home-changes.ts';
import { SECURITY_CHANGES } from './changes/security-changes.ts';
import { OFFICE_CHANGES } from './changes/office-changes.ts';
import { INTEGRATION_CHANGES } from './changes/integration-changes.ts';
import { TOUR_CHANGES } from './changes/tour-changes.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';
import { keepNotices } from '../screens/responses.ts';

test.slow();

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const asVisitor = (url: string) => async (): Promise<[null, string]> => [null, url];
/** Creates an admin, and a user whose name contains `word`. */
const withUser = async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
  await makeAccount(request, 'user', `Person ${word}`);
  return [await makeAdmin(request), pagePaths.manageUsers({ searchTerm: word })];
};
const setUpMessage = async (
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
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const selectRow = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
const expectSelected = (page: Page) => expect(page.getByText('1 selected')).toBeVisible();

/** The tested changes, by the calls that they send. */
const CHANGES: Readonly<Record<string, Change>> = {
  ...ALERT_CHANGES,
  ...INQUIRY_CHANGES,
  ...SAVED_HOME_CHANGES,
  ...TOUR_CHANGES,
  ...JOB_CHANGES,
  ...BROKERAGE_CHANGES,
  ...SECURITY_CHANGES,
  ...OFFICE_CHANGES,
  ...INTEGRATION_CHANGES,
  'POST /auth/login': {
    setUp: async (request) => {
      const account = await makeAccount(request, 'user', 'Lena Login');
      return [null, `${pagePaths.login()}#${account.email}`];
    },
    fill: async (page) => {
      await page.getByLabel('Email').fill(new URL(page.url()).hash.slice(1));
      await page.getByLabel('Password').fill('six letters');
    },
    submit: (page) => button(page, /^Sign in$/).click(),
    expectPreserved: async (page) => expect(page.getByLabel('Password')).toHaveValue('six letters'),
    expectDone: async (page) => expect(button(page, 'Lena Login')).toBeVisible(),
  },
  'POST /auth/register': {
    setUp: asVisitor(pagePaths.register()),
    fill: async (page, { word }) => {
      await page.getByLabel('Full Name').fill(`Robin ${word}`);
      await page.getByLabel('Email address').fill(`${word}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('six letters');
      await page.getByLabel('Confirm Password').fill('six letters');
    },
    submit: (page) => button(page, 'Create Account').click(),
    expectPreserved: async (page, { word }) => {
      await expect(page.getByLabel('Full Name')).toHaveValue(`Robin ${word}`);
      await expect(page.getByLabel('Confirm Password')).toHaveValue('six letters');
    },
    expectDone: async (page, { word }) => expect(button(page, `Robin ${word}`)).toBeVisible(),
  },
  'POST /auth/logout': {
    setUp: async (request) => [await makeAccount(request, 'user', 'Otto Out'), pagePaths.about()],
    submit: async (page) => {
      await button(page, 'Otto Out').click();
      await button(page, 'Logout').click();
    },
    // The browser forgets the token immediately; on the server, the token eventually expires.
    isSilent: true,
    expectPreserved: async (page) => {
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
    expectDone: async (page) => expect(page.getByRole('link', { name: 'Login' })).toBeVisible(),
  },
  'POST /auth/forgot-password': {
    setUp: asVisitor(pagePaths.forgotPassword()),
    fill: (page, { word }) => page.getByLabel('Email address').fill(`${word}@example.org`),
    submit: (page) => button(page, 'Send link').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Email address')).toHaveValue(`${word}@example.org`),
    expectDone: (page) => expect(page.getByText('Check your email')).toBeVisible(),
  },
  'POST /auth/reset-password': {
    setUp: asVisitor(pagePaths.resetPassword('no-such-token')),
    fill: (page) => page.getByLabel('New Password').fill('six letters'),
    submit: (page) => button(page, 'Set password').click(),
    expectPreserved: (page) => expect(page.getByLabel('New Password')).toHaveValue('six letters'),
    expectDone: (page) => expect(page.getByText('This link does not work')).toBeVisible(),
  },
  'PUT /users/profile': {
    setUp: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: (page, { word }) => page.getByLabel('Full Name').fill(`New ${word}`),
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Full Name')).toHaveValue(`New ${word}`),
    expectDone: (page) => expect(page.getByText('Profile updated successfully!')).toBeVisible(),
  },
  'PUT /users/profile/password': {
    setUp: async (request) => [await makeAccount(request, 'user'), pagePaths.profile()],
    fill: async (page) => {
      await page.getByLabel('Current Password').fill('six letters');
      await page.getByLabel('New Password').fill('other letters');
    },
    submit: (page) => button(page, 'Update Password').click(),
    expectPreserved: (page) => expect(page.getByLabel('New Password')).toHaveValue('other letters'),
    expectDone: (page) => expect(page.getByText('Password changed successfully!')).toBeVisible(),
  },
  'POST /properties': {
    setUp: async (request) => [await makeAccount(request, 'agent'), pagePaths.addListing()],
    fill: async (page, { word }) => {
      await fillListing(page, `Home ${word}`);
    },
    submit: (page) => button(page, 'Add Property').click(),
    expectPreserved: async (page, { word }) => {
      await expect(page.getByLabel('Title')).toHaveValue(`Home ${word}`);
      await expect(page.getByLabel('Longitude')).toHaveValue('-122.6784');
    },
    expectDone: (page, { word }) => expect(rowOf(page, word)).toBeVisible(),
  },
  'PUT /properties/:id': {
    setUp: withListing(({ _id }) => pagePaths.editListing(_id)),
    fill: (page) => page.getByRole('spinbutton', { name: 'Price' }).fill('2650'),
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page) =>
      expect(page.getByRole('spinbutton', { name: 'Price' })).toHaveValue('2650'),
    expectDone: (page, { word }) => expect(rowOf(page, word)).toContainText('$2,650'),
  },
  'PATCH /properties/:id/price': {
    setUp: withListing(() => pagePaths.myListings()),
    fill: async (page, { word }) => {
      await rowOf(page, word)
        .getByRole('button', { name: /^Change price/ })
        .click();
      await rowOf(page, word).getByRole('textbox').fill('2650');
    },
    submit: (page, { word }) =>
      rowOf(page, word).getByRole('button', { name: 'Save price' }).click(),
    expectPreserved: (page, { word }) =>
      expect(rowOf(page, word).getByRole('textbox')).toHaveValue('2650'),
    expectDone: (page, { word }) => expect(rowOf(page, word)).toContainText('$2,650'),
  },
  'DELETE /properties/:id': {
    setUp: withListing(() => pagePaths.myListings()),
    fill: (page, { word }) => button(page, `Delete Listing: Home ${word}`).click(),
    submit: (page) => button(page, 'Confirm Delete').click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page) => expect(page.getByText('No Listings Found')).toBeVisible(),
  },
  'POST /properties/bulk': {
    setUp: withListing(() => pagePaths.myListings()),
    fill: (page, { word }) => selectRow(page, `Home ${word}`),
    submit: (page) => button(page, 'Mark as rented').click(),
    expectPreserved: expectSelected,
    expectDone: (page, { word }) => expect(rowOf(page, word)).toContainText('Rented'),
  },
  'DELETE /users/:id': {
    setUp: withUser,
    fill: (page, { word }) => button(page, `Delete user: Person ${word}`).click(),
    submit: (page) => button(page, 'Confirm Delete').click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page) => expect(page.getByText('No Users Found')).toBeVisible(),
  },
  'POST /users/bulk': {
    setUp: async (request, word) => {
      await makeAccount(request, 'user', `Person ${word} too`);
      return withUser(request, word);
    },
    fill: async (page, { word }) => {
      await selectRow(page, `Person ${word}`);
      await selectRow(page, `Person ${word} too`);
      await button(page, 'Change role').click();
      await dialog(page).getByLabel('Role').selectOption('Agent');
    },
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page) => expect(dialog(page).getByLabel('Role')).toHaveValue('agent'),
    expectDone: (page, { word }) => expect(rowOf(page, word).first()).toContainText('Agent'),
  },
  'POST /contact': {
    setUp: asVisitor(pagePaths.contact()),
    fill: async (page) => {
      await page.getByLabel('Name').fill('Vera Visitor');
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByLabel('Subject').fill('The house by the river');
      await page.getByLabel('Message').fill('Will it still be available in spring?');
    },
    submit: (page) => button(page, 'Send Message').click(),
    expectPreserved: async (page) => {
      await expect(page.getByLabel('Name')).toHaveValue('Vera Visitor');
      await expect(page.getByLabel('Message')).toHaveValue('Will it still be available in spring?');
    },
    expectDone: (page) => expect(page.getByText('Message Sent!')).toBeVisible(),
  },
  'PATCH /contact/:id/read': {
    setUp: setUpMessage,
    submit: async (page, { word }) => {
      await button(page, `View: message from Sender ${word}`).click();
      await expect(dialog(page)).toContainText('We have a dog.');
      await page.keyboard.press('Escape');
    },
    isSilent: true,
    // The message stays unread, and is marked as read the next time.
    expectPreserved: (page, { word }) => expect(rowOf(page, word)).toContainText('Unread: '),
    // The row updates optimistically, so check the stored message, too.
    expectDone: async (page, { word, request, account }) => {
      await expect(rowOf(page, word)).not.toContainText('Unread: ');
      const isRead = async () => {
        const headers = bearer(account ?? { token: '' });
        const response = await request.get('/api/contact', { headers });
        const messages = (await response.json()) as { subject: string; isRead: boolean }[];
        return messages.find(({ subject }) => subject === `Question ${word}`)?.isRead;
      };
      await expect.poll(isRead).toBe(true);
    },
  },
  'POST /contact/bulk': {
    setUp: setUpMessage,
    fill: (page, { word }) => selectRow(page, `message from Sender ${word}: Question ${word}`),
    submit: (page) => button(page, 'Mark as read').click(),
    expectPreserved: expectSelected,
    expectDone: (page, { word }) => expect(rowOf(page, word)).not.toContainText('Unread: '),
  },
  'DELETE /contact/:id': {
    setUp: setUpMessage,
    fill: (page, { word }) => button(page, `Delete: message from Sender ${word}`).click(),
    submit: (page) => button(page, 'Confirm Delete').click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: async (page, { word }) => {
      // While the dialog is open, the rest of the page is hidden from role queries.
      await expect(dialog(page)).toBeHidden();
      await expect(rowOf(page, word)).toHaveCount(0);
    },
  },
  // Other tests read the site's name and texts, so this changes only a value that none of them
  // checks.
  'PUT /site': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.siteSettings()],
    fill: (page, { word }) => page.getByLabel('Company').fill(`Office ${word}`),
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Company')).toHaveValue(`Office ${word}`),
    expectDone: (page) => expect(page.getByText('Saved. Your changes are live.')).toBeVisible(),
  },
  'POST /site/import': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.siteSettings()],
    fill: async (page, { request, account }) => {
      const headers = bearer(account ?? { token: '' });
      const settings = await request.get('/api/site/export', { headers });
      await page.getByLabel('Settings file').setInputFiles({
        name: 'site-settings.json',
        mimeType: 'application/json',
        buffer: await settings.body(),
      });
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Replace' }).click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Settings imported.')).toBeVisible(),
  },
  'POST /properties/:id/duplicate': {
    setUp: withListing(() => pagePaths.myListings()),
    submit: (page, { word }) => button(page, `Duplicate: Home ${word}`).click(),
    expectPreserved: (page, { word }) => expect(rowOf(page, `Home ${word}`)).toHaveCount(1),
    expectDone: (page, { word }) => expect(rowOf(page, `Home ${word}`)).toHaveCount(2),
  },
  'POST /site/setup/dismiss': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.overview()],
    submit: (page) => button(page, 'Dismiss').click(),
    expectPreserved: (page) => expect(page.getByText('Make this marketplace yours')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Make this marketplace yours')).toBeHidden(),
  },
};

/**
 * Calls that change data but that no screen sends, or that only other tests cover, such as the tests
 * next to their routes.
 */
const CALLS_TESTED_ELSEWHERE: readonly string[] = [
  'DELETE /inquiries/:id',
  // Would delete other tests' accounts: demo-removal.test.ts.
  'DELETE /demo',
  // Need an authenticator: account-security.e2e.ts.
  'POST /auth/passkeys/options',
  'POST /auth/passkeys',
  'POST /users/profile/passkeys/options',
  'POST /users/profile/passkeys',
  'DELETE /users/profile/passkeys/:id',
  // The switch sends POST /properties/bulk, which names the new state.
  'PATCH /properties/:id/toggle-availability',
  // 'Edit User' sends POST /users/bulk, whose response says whether the role changed.
  'PUT /users/:id',
  // A page sends it automatically, and shows nothing.
  'POST /properties/:id/view',
  // Imports complete before a test could click the button: import-runs.test.ts.
  'DELETE /imports/:id',
  // The link is in an email: invitations.test.ts.
  'POST /invitations/accept',
  // Tested next to their routes: agent-requests.test.ts, verification.test.ts, and reviews.test.ts.
  'PATCH /users/:id/agent-request',
  'PUT /users/:id/verification',
  'PUT /licenses',
  'PATCH /reviews/:propertyId',
];

test('every call that changes data has an entry or is tested elsewhere', () => {
  const calls = Object.values(endpoints)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(CHANGES), ...CALLS_TESTED_ELSEWHERE].sort()).toEqual(calls.sort());
});

/** Examples of each kind of change: forms, dialogs, toggle buttons, bulk actions, and emailed links. */
const DEFAULT_CALLS = new Set([
  'PUT /users/profile',
  'PUT /properties/:id',
  'POST /properties/bulk',
  'DELETE /users/:id',
  'POST /contact/bulk',
  'POST /alerts',
  'POST /properties/:id/inquiries',
  'POST /inquiries/:id/messages',
  'PUT /favorites/:id',
  'POST /properties/:id/tours',
  'PATCH /tours/:id',
]);

test('the default run contains only calls that have an entry', () => {
  expect([...DEFAULT_CALLS].filter((call) => CHANGES[call] === undefined)).toEqual([]);
});

const urlPattern = (path: string) => new RegExp(`/api${path.replace(/:\w+/g, '[^/]+')}(?:\\?.*)?$`);

const creatingCalls = Object.values<Endpoint>(endpoints).filter(
  ({ takesIdempotencyKey, method, path }) =>
    takesIdempotencyKey && !CALLS_TESTED_ELSEWHERE.includes(`${method} ${path}`),
);

for (const { method, path } of sampleUnlessFull(creatingCalls)) {
  const change = CHANGES[`${method} ${path}`];
  test(`${method} ${path} creates one record even if its response is lost`, async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_CONNECTION_RESET', 'ApiError');
    if (change === undefined) throw new Error('This call has no entry.');
    const word = uniqueWord('w');
    const [account, url] = await change.setUp(request, word);
    const context: ChangeContext = { request, account, word };
    if (account !== null) await actAs(page, account);
    await keepNotices(page);
    await page.goto(url);
    await expectHydrated(page);
    await change.fill?.(page, context);
    const responses: { status: number; body: string }[] = [];
    await page.route(urlPattern(path), async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const response = await route.fetch();
      responses.push({ status: response.status(), body: await response.text() });
      return responses.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
    });
    await change.submit(page, context);
    await expect.poll(() => responses.length).toBe(1);
    await change.expectPreserved(page, context);
    await change.submit(page, context);
    await change.expectDone(page, context);
    expect(responses[0]?.status).toBeLessThan(300);
    expect(responses).toEqual([responses[0], responses[0]]);
  });
}

for (const [call, change] of Object.entries(CHANGES)) {
  if (!IS_FULL_RUN && !DEFAULT_CALLS.has(call)) continue;
  const [method = '', path = ''] = call.split(' ');
  const calls = urlPattern(path);

  test(`${call} can be retried after a failure and a reset connection, and succeeds when slow`, async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 500', 'ERR_CONNECTION_RESET', 'ApiError');
    expectedErrors.push('status of 400', 'status of 404');
    const word = uniqueWord('w');
    const [account, url] = await change.setUp(request, word);
    const context: ChangeContext = { request, account, word };
    if (account !== null) await actAs(page, account);
    // Otherwise, messages would disappear after a while.
    await keepNotices(page);
    await page.goto(url);
    await expectHydrated(page);
    await change.fill?.(page, context);

    let apiState: 'failing' | 'unreachable' | 'slow' = 'failing';
    let sentCount = 0;
    const delayed = Promise.withResolvers<void>();
    await page.route(calls, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      sentCount += 1;
      if (apiState === 'failing') return route.fulfill({ status: 500, body: '<h1>Oops</h1>' });
      if (apiState === 'unreachable') return route.abort('connectionreset');
      await delayed.promise;
      return route.continue();
    });
    const alert = page
      .getByRole('alert')
      .or(page.locator('[data-toast]'))
      .filter({ hasText: /\w/ });

    await test.step('fails', async () => {
      await change.submit(page, context);
      if (change.isSilent !== true) await expect(alert.first()).toBeVisible();
      await change.expectPreserved(page, context);
      await expect.poll(() => sentCount).toBe(1);
    });
    // After sign-out, the button is not shown.
    if (call === 'POST /auth/logout') return;

    await test.step('is interrupted', async () => {
      apiState = 'unreachable';
      await change.submit(page, context);
      await expect.poll(() => sentCount).toBe(2);
      // The text differs from the previous failure's message.
      if (change.isSilent !== true) {
        await expect(alert.filter({ hasText: 'We can’t reach Doorstep' }).first()).toBeVisible();
      }
      await change.expectPreserved(page, context);
    });

    await test.step('is slow and succeeds', async () => {
      apiState = 'slow';
      await change.submit(page, context);
      await expect.poll(() => sentCount).toBe(3);
      // Optimistic updates are final only after the response.
      const finalResponse = page.waitForResponse(
        (response) => response.request().method() === method && calls.test(response.url()),
      );
      delayed.resolve();
      await finalResponse;
      await change.expectDone(page, context);
      expect(sentCount).toBe(3);
    });
  });
}
