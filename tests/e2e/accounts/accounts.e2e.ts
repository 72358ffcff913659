/** Signing in and out, signing up, route guards, password resets, the profile, and downloading personal data. */

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { actAs, bearer, logIn, makeAccount, PASSWORD, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { findEmailLink } from '../support/emails.ts';
import { holdRequests } from '../support/held-requests.ts';
import { makePicture } from '../support/pictures.ts';

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expectHydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Performs an action and waits for a text that is visible only briefly. Observes inside the page,
 * because on a busy machine, polling from outside could miss the text.
 */
async function expectTransientText(
  page: Page,
  text: string,
  action: () => Promise<void>,
): Promise<void> {
  // The text of an earlier action can still be visible.
  await expect(page.getByText(text)).toBeHidden();
  await Promise.all([
    page.waitForFunction((expectedText) => document.body.innerText.includes(expectedText), text, {
      polling: 30,
    }),
    action(),
  ]);
}

/**
 * Returns how long a text is visible after an action, in milliseconds. Observes inside the page, like
 * `expectTransientText`.
 */
async function measureVisibleMs(
  page: Page,
  text: string,
  action: () => Promise<void>,
): Promise<number> {
  const visibleMs = page.evaluate(
    async (expectedText) =>
      new Promise<number>((resolve) => {
        let shownAt: number | undefined;
        const observer = new MutationObserver(() => {
          const isShown = document.body.innerText.includes(expectedText);
          if (isShown) shownAt ??= performance.now();
          if (isShown || shownAt === undefined) return;
          observer.disconnect();
          resolve(performance.now() - shownAt);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
  await action();
  return visibleMs;
}

test('signs in and out', async ({ page, request, expectedErrors }) => {
  expectedErrors.push('status of 401');
  const { name, email } = await makeAccount(request, 'user');
  await page.goto('/login');

  await test.step('the sign-in page shows errors', async () => {
    await expectHydrated(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByText('Password is required.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Email').fill(email);
    await expect(page.getByText('Please enter a valid email address.')).toBeHidden();
    await signIn(page, email, 'wrong password');
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await expectAccessible(page);
  });

  await test.step('shows the password’s characters', async () => {
    await page.getByRole('button', { name: 'Show characters' }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide characters' }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  });

  await signIn(page, `  ${email.toUpperCase()} `);
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);

  await test.step('redirects signed-in users away from the sign-in pages', async () => {
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/$/);
    }
  });

  await page.getByRole('button', { name }).click();
  // Check the storage because signing out may lead to the same page, without changing the URL.
  await page.getByRole('button', { name: 'Logout' }).click();
  expect(await page.evaluate(() => [localStorage['token'], localStorage['user']])).toEqual([
    undefined,
    undefined,
  ]);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('signs up', async ({ page, request, expectedErrors }) => {
  expectedErrors.push('status of 409');
  const existingAccount = await makeAccount(request, 'user');
  await page.goto('/register');
  await expectHydrated(page);

  await test.step('the sign-up page shows errors', async () => {
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create Account' }).click();
    for (const message of [
      'Name must be at least 2 characters.',
      'Please enter a valid email address.',
      'Password must be at least 6 characters.',
      'Passwords do not match',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expectAccessible(page);
  });

  await page.getByLabel('Full Name').fill('Robin Reader');
  await page.getByLabel('Email address').fill(existingAccount.email);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('An account with this email already exists.');
  await expectAccessible(page);
  await page.getByLabel('Email address').fill(`${uniqueWord('robin')}@example.org`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Robin Reader' })).toBeVisible();
});

test('a guard redirects to the login page, and signing in returns to the requested page @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const user = await makeAccount(request, 'user');

  await test.step('an agent returns to the requested page', async () => {
    await page.goto('/dashboard/my-listings?page=1');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Please sign in first' })).toBeVisible();
    await signIn(page, agent.email);
    await expect(page).toHaveURL(/\/dashboard\/my-listings\?page=1$/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });

  await test.step('a user without access is redirected to the home page, with a message', async () => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, user.email);
    // Checked first because the message disappears after a few seconds.
    await expect(page.getByText('You don’t have access to that page.')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('resets a forgotten password', async ({ page, request, expectedErrors }) => {
  expectedErrors.push('status of 400');
  const { email } = await makeAccount(request, 'user');

  await test.step('requests a link', async () => {
    await page.goto('/login');
    await expectHydrated(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(page);
  });
  const link = await findEmailLink(email, /(\/reset-password\?token=[\w-]+)/);

  await test.step('sets a new password', async () => {
    await page.goto(link);
    await expectHydrated(page);
    await expectAccessible(page);
    await page.getByLabel('New Password').fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
    await page.getByLabel('New Password').fill('another password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email, 'another password');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('the link works only once', async () => {
    await page.goto(link);
    await expectHydrated(page);
    await page.getByLabel('New Password').fill('a third password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('changes the profile and the password @full', async ({ page, request, expectedErrors }) => {
  test.slow();
  expectedErrors.push('status of 400', 'status of 409');
  const existingAccount = await makeAccount(request, 'user');
  const { email } = await makeAccount(request, 'user');
  await page.goto('/profile');
  await signIn(page, email);
  await expect(page).toHaveURL(/\/profile$/);
  const newName = uniqueWord('Newly Named ');

  await test.step('changes name and picture', async () => {
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
    await expectAccessible(page);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await expect(page.getByText('notes.txt was not added')).toBeVisible();
    await page.locator('input[type="file"]').setInputFiles(await makePicture('me.jpg', '#334455'));
    await expect(page.getByText('me.jpg, not saved yet')).toBeVisible();
    await page.getByLabel('Full Name').fill(newName);
    await expectTransientText(page, 'Profile updated successfully!', () =>
      page.getByRole('button', { name: 'Save Changes' }).click(),
    );
    await expectAccessible(page);
    await expect(page.getByText('Profile updated successfully!')).toBeHidden();
    await expect(page.getByRole('button', { name: newName })).toBeVisible();
    const storedUser = await page.evaluate(() => localStorage.getItem('user'));
    expect(JSON.parse(storedUser ?? '')).toMatchObject({ name: newName, email });
  });

  await test.step('banners disappear after three seconds', async () => {
    await page.getByLabel('Email Address').fill(existingAccount.email);
    const text = 'An account with this email already exists.';
    const visibleMs = await measureVisibleMs(page, text, () =>
      page.getByRole('button', { name: 'Save Changes' }).click(),
    );
    expect(visibleMs).toBeGreaterThan(2_300);
  });

  await test.step('changes the password', async () => {
    await page.getByLabel('Current Password').fill('wrong password');
    await page.getByLabel('New Password').fill('a new password');
    await expectTransientText(page, 'Current password is incorrect', () =>
      page.getByRole('button', { name: 'Update Password' }).click(),
    );
    await expect(page.getByLabel('Current Password')).toBeFocused();
    await page.getByLabel('Current Password').fill(PASSWORD);
    await expectTransientText(page, 'Password changed successfully!', () =>
      page.getByRole('button', { name: 'Update Password' }).click(),
    );
    await expect(page.getByLabel('New Password')).toHaveValue('');
    await logIn(request, email, 'a new password');
  });
});

test('My Profile keeps what is typed while it is being saved @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  const name = uniqueWord('Typed ');
  await page.goto('/profile');
  await expectHydrated(page);
  await page.getByLabel('Full Name').fill(name);
  const { waitForRequest, release } = await holdRequests(page, 'PUT', '/api/users/profile');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await waitForRequest();
  await page.getByLabel('Phone').fill('+1 555 0100');
  await expectTransientText(page, 'Profile updated successfully!', async () => release());
  await expect(page.getByLabel('Full Name')).toHaveValue(name);
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await expect(page.getByText('Profile updated successfully!')).toBeHidden();
  await expectTransientText(page, 'Profile updated successfully!', () => save.click());
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
});

test('My Profile does not revert changes from another device', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('/api/users/profile');
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  // Changes made before the stream opens would not reach the page.
  const events = page.waitForResponse('**/api/events');
  await page.goto('/profile');
  await expectHydrated(page);
  await page.getByLabel('Phone').fill('+1 555 0100');
  await events;
  const email = `new.${agent.email}`;
  const multipart = { name: 'Phone Name', email, licenseNumber: 'LIC-77', licenseState: 'TX' };
  const changedElsewhere = await request.put('/api/users/profile', {
    headers: bearer(agent),
    multipart,
  });
  expect(changedElsewhere.status()).toBe(200);

  await test.step('an open form is updated, but keeps unsaved changes', async () => {
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  });

  await test.step('an outdated form sends only changed fields', async () => {
    await page.route('**/api/users/profile', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page.evaluate((user) => {
      localStorage.setItem('user', JSON.stringify(user));
    }, agent);
    await page.reload();
    await expectHydrated(page);
    await expect(page.getByLabel('Email Address')).toHaveValue(agent.email);
    await page.getByLabel('Phone').fill('+1 555 0101');
    await expectTransientText(page, 'Profile updated successfully!', () =>
      page.getByRole('button', { name: 'Save Changes' }).click(),
    );
    for (const [label, value] of [
      ['Full Name', 'Phone Name'],
      ['Email Address', email],
      ['License number', 'LIC-77'],
      ['Phone', '+1 555 0101'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    }
    await page.unroute('**/api/users/profile');
  });

  await test.step('a second save does not resend fields of the first', async () => {
    const phone = { phone: '+1 555 0777' };
    await request.put('/api/users/profile', { headers: bearer(agent), multipart: phone });
    await expect(page.getByLabel('Phone')).toHaveValue(phone.phone);
    await page.getByLabel('Full Name').fill('Second Name');
    await expectTransientText(page, 'Profile updated successfully!', () =>
      page.getByRole('button', { name: 'Save Changes' }).click(),
    );
    await expect(page.getByLabel('Phone')).toHaveValue(phone.phone);
    await page.getByLabel('Full Name').fill('Phone Name');
    await expectTransientText(page, 'Profile updated successfully!', () =>
      page.getByRole('button', { name: 'Save Changes' }).click(),
    );
  });

  await test.step('the current profile is loaded when the page opens', async () => {
    await page.evaluate((user) => {
      localStorage.setItem('user', JSON.stringify(user));
    }, agent);
    await page.reload();
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    const storedUser = await page.evaluate(() => localStorage.getItem('user'));
    expect(JSON.parse(storedUser ?? '')).toMatchObject({ name: 'Phone Name', email });
  });
});

test('downloads all personal data as a file @full', async ({ page, request, expectedErrors }) => {
  expectedErrors.push('status of 500');
  const user = await makeAccount(request, 'user', uniqueWord('Data '));
  await actAs(page, user);
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Download my data' });
  await page.route('**/api/users/profile/data', (route) => route.fulfill({ status: 500 }));
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await page.unroute('**/api/users/profile/data');
  const downloadPromise = page.waitForEvent('download');
  await button.click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe('doorstep-data.json');
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({ account: [{ name: user.name, email: user.email }], tours: [] });
});

test('signs out in every tab, and when the server ends the session @full', async ({
  page,
  request,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('status of 401');
  const { email } = await makeAccount(request, 'agent');
  await page.goto('/dashboard');
  await signIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step('signs out in another tab', async () => {
    const otherTab = await context.newPage();
    await otherTab.goto('/dashboard/my-listings');
    await expect(otherTab.getByRole('heading', { name: 'My Listings' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(otherTab).toHaveURL(/\/login$/);
    await otherTab.close();
  });

  await test.step('signs out when the session has ended', async () => {
    await page.goto('/dashboard');
    // Waits for the page's requests so that none uses the token after its session has ended.
    const pageLoads = [/\/api\/notifications\?/, /\/api\/inquiries\?/].map((call) =>
      page.waitForResponse(call),
    );
    await signIn(page, email);
    await expect(page.getByText('Your Recent Activity')).toBeVisible();
    await Promise.all(pageLoads);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.getByRole('link', { name: 'My Listings' }).click();
    // Checked first because the message disappears after a few seconds.
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, email);
    await expect(page).toHaveURL(/\/dashboard\/my-listings$/);
  });
});

test('reloads a page from the back/forward cache if another user has signed in since @full', async ({
  page,
  request,
}) => {
  const user = await makeAccount(request, 'agent');
  const nextUser = await makeAccount(request, 'agent');
  await page.goto('/dashboard/my-listings');
  await signIn(page, user.email);
  await expect(page.getByText(user.name).first()).toBeVisible();
  // Headless browsers have no back/forward cache, so simulate it. A cached page gets no storage events.
  await page.evaluate(({ token, ...account }) => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(account));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, nextUser);
  await expect(page.getByText(nextUser.name).first()).toBeVisible();
  await expect(page.getByText(user.name)).toBeHidden();
});
