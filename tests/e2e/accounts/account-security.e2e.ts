/**
 * Second factors, passkeys with a virtual authenticator, sessions, and the setup page for staff who
 * must have a second factor.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import {
  type Account,
  actAs,
  bearer,
  logIn,
  makeAccount,
  makeAdmin,
  PASSWORD,
} from '../support/accounts.ts';
import { addTwoFactor, codeOf } from '../support/authenticator-app.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';

const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Signs out and opens the sign-in page through its link because a full page load would sign in again. */
async function signOut(page: Page, name: string): Promise<void> {
  await clickButton(page, name);
  await clickButton(page, 'Logout');
  await page.getByRole('link', { name: 'Login' }).first().click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await clickButton(page, 'Sign in');
}

test('sets up an authenticator app, and signs in with a recovery code', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 401');
  const account = await makeAccount(request, 'user', 'Tina Twofold');
  await actAs(page, account);
  await page.goto('/profile');
  await expectHydrated(page);
  await clickButton(page, 'Set up');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await clickButton(page, 'Continue');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await clickButton(page, 'Turn on');
  await expect(page.getByText('That code is not valid.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await clickButton(page, 'Turn on');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allTextContents();
  await expectAccessible(page);
  await clickButton(page, 'I saved my codes');
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();

  await signOut(page, 'Tina Twofold');
  await signIn(page, account.email);
  await expect(page.getByText('Enter the code from your authenticator app')).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await clickButton(page, 'Sign in');
  await expect(page.getByText('That code is not valid.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await clickButton(page, 'Sign in');
  await expect(page.getByRole('button', { name: 'Tina Twofold' })).toBeVisible();
});

test('adds a passkey and signs in with it @full', async ({ page, request }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Disables autofill because the virtual authenticator would respond to it before the button is
  // clicked.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const account = await makeAccount(request, 'user', 'Pia Passkey');
  await actAs(page, account);
  await page.goto('/profile');
  await expectHydrated(page);
  await clickButton(page, 'Add a passkey');
  await clickButton(page, 'Create passkey');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('Passkey name').fill('My phone');
  await clickButton(page, 'Create passkey');
  await expect(page.getByText('The passkey was added.')).toBeVisible();
  await expect(page.getByText('My phone')).toBeVisible();

  await signOut(page, 'Pia Passkey');
  const button = page.getByRole('button', { name: 'Pia Passkey' });
  await clickButton(page, 'Sign in with a passkey');
  await expect(button).toBeVisible();
});

test('lists sessions and signs out other devices', async ({ page, request }) => {
  const account = await makeAccount(request, 'user');
  const otherSession = await logIn(request, account.email);
  await actAs(page, account);
  await page.goto('/profile');
  await expect(page.getByText('This device')).toBeVisible();
  await clickButton(page, 'Sign out all other devices');
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();
  const headers = bearer(otherSession);
  const status = async () =>
    (await request.get('/api/users/profile/security', { headers })).status();
  await expect.poll(status).toBe(401);
});

test.describe('with a policy that requires a second factor', () => {
  let admin: Account;
  test.beforeEach(async ({ request }) => {
    admin = await makeAdmin(request);
    await addTwoFactor(request, admin);
  });
  const setPolicy = (request: APIRequestContext, secondFactor: string) =>
    request.put('/api/policies', { headers: bearer(admin), data: { secondFactor } });
  test.afterEach(({ request }) => setPolicy(request, 'optional'));

  test('staff see only the setup page until they set up a second factor @full', async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 403', 'ApiError');
    const agent = await makeAccount(request, 'agent', 'Ada Agent');
    await setPolicy(request, 'staff');
    await actAs(page, agent);
    await page.goto('/dashboard/my-listings');
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await clickButton(page, 'Continue');
    const secret = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await clickButton(page, 'Turn on');
    await clickButton(page, 'I saved my codes');
    await page.goto('/dashboard/my-listings');
    await expect(page.getByRole('heading', { name: 'My Listings' })).toBeVisible();
  });
});
