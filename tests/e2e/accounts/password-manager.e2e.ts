/** Password managers, which recognize fields by `autocomplete` and fill in values without typing. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { bearer, makeAccount, makeAdmin, PASSWORD, uniqueWord } from '../support/accounts.ts';
import { addTwoFactor, codeOf } from '../support/authenticator-app.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { findEmailLink } from '../support/emails.ts';

type Values = Partial<Record<AutoFill, string>>;

/**
 * Sets the values of fields by their `autocomplete`, as browser extensions do: without focus, keys,
 * or pasting.
 *
 * @param events the events dispatched afterward; browsers that autofill on page load dispatch none
 * before the first click
 */
async function autofill(page: Page, values: Values, events = ['input', 'change']): Promise<void> {
  const fillResults = await page.evaluate(
    ([entries, names]) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      return entries.map(([token, value]) => {
        const fields = document.querySelectorAll<HTMLInputElement>(
          `main form input:not([hidden])[autocomplete~="${token}"]`,
        );
        for (const field of fields) {
          set?.call(field, value);
          for (const name of names) field.dispatchEvent(new Event(name, { bubbles: true }));
        }
        return fields.length > 0;
      });
    },
    [Object.entries(values), events] as const,
  );
  expect(fillResults).toEqual(fillResults.map(() => true));
}

const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const expectSignedIn = (page: Page, name: string) =>
  expect(page.getByRole('button', { name })).toBeVisible();

test('signs up without the keyboard', async ({ page }) => {
  const name = uniqueWord('Manny ');
  const email = `${uniqueWord('manny')}@example.org`;
  await page.goto(pagePaths.register());
  await expectHydrated(page);
  await autofill(page, { name, username: email, 'new-password': PASSWORD });
  await clickButton(page, 'Create Account');
  await expectSignedIn(page, name);
});

for (const [description, events] of [
  ['with input and change events', ['input', 'change']],
  ['with change events only', ['change']],
  ['without events', []],
] as const)
  test(`signs in without the keyboard: ${description}`, async ({ page, request }) => {
    const { name, email } = await makeAccount(request, 'user', uniqueWord('Manny '));
    await page.goto(pagePaths.login());
    await expectHydrated(page);
    await autofill(page, { username: email, 'current-password': PASSWORD }, [...events]);
    await clickButton(page, 'Sign in');
    await expectSignedIn(page, name);
  });

test('signs in with a code, without the keyboard @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 401');
  const account = await makeAccount(request, 'user', uniqueWord('Manny '));
  const { secret } = await addTwoFactor(request, account);
  await page.goto(pagePaths.login());
  await expectHydrated(page);
  await autofill(page, { username: account.email, 'current-password': PASSWORD });
  await clickButton(page, 'Sign in');
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  await autofill(page, { 'one-time-code': codeOf(secret, 1) });
  await clickButton(page, 'Sign in');
  await expectSignedIn(page, account.name);
});

test('sets a new password through an emailed link, without the keyboard @full', async ({
  page,
  request,
}) => {
  const { name, email } = await makeAccount(request, 'user', uniqueWord('Manny '));
  await request.post('/api/auth/forgot-password', { data: { email } });
  await page.goto(await findEmailLink(email, /https?:\/\/[^/]+(\/reset-password\?token=[\w-]+)/));
  await expectHydrated(page);
  await autofill(page, { 'new-password': 'another six letters' });
  await clickButton(page, 'Set password');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await autofill(page, { username: email, 'current-password': 'another six letters' });
  await clickButton(page, 'Sign in');
  await expectSignedIn(page, name);
});

test('accepts an invitation with the invited email address, without the keyboard @full', async ({
  page,
  request,
}) => {
  const name = uniqueWord('Manny ');
  const email = `${uniqueWord('manny')}@example.org`;
  const headers = bearer(await makeAdmin(request));
  await request.post('/api/invitations', { headers, data: { email, role: 'user' } });
  await page.goto(await findEmailLink(email, /https?:\/\/[^/]+(\/invitation\?token=[\w-]+)/));
  // The hidden, read-only username for password managers.
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(email);
  await autofill(page, { name, 'new-password': PASSWORD });
  await clickButton(page, 'Create account and accept');
  await expectSignedIn(page, name);
});
