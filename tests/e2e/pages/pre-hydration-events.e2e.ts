/** On slow connections, actions before hydration are preserved. */

import type { Page } from '@playwright/test';
import { makeAccount, PASSWORD } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

/** Opens a page whose scripts load only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated', 'true');
  return () => scripts.resolve();
}

test('a visitor fills in the sign-in form before hydration', async ({ page, request }) => {
  const { email, name } = await makeAccount(request, 'user');
  const releaseScripts = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  // A form submitted without JavaScript must not put a password into the URL.
  await page.getByLabel('Password').press('Enter');
  releaseScripts();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
});

test('typed text is preserved, and sent', async ({ page }) => {
  const releaseScripts = await openWithoutScripts(page, '/contact');
  await page.getByLabel('Name').fill('Early Bird');
  await page.getByLabel('Email').fill('early@visitor.example');
  await page.getByLabel('Subject').fill('Before the scripts');
  await page.getByLabel('Message').fill('Typed while the page was still loading.');
  releaseScripts();
  await expectHydrated(page);
  await expect(page.getByLabel('Name')).toHaveValue('Early Bird');
  const request = page.waitForRequest((candidate) => candidate.method() === 'POST');
  await page.getByRole('button', { name: /Send/ }).click();
  expect((await request).postDataJSON()).toMatchObject({
    subject: 'Before the scripts',
    message: 'Typed while the page was still loading.',
  });
});

test('a click before hydration takes effect after hydration', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const releaseScripts = await openWithoutScripts(page, '/for-sale');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  releaseScripts();
  await expect(page.getByRole('dialog')).toBeVisible();
});
