/** Saving and comparing homes. */

import type { Browser, Page } from '@playwright/test';
import { actAs, bearer, makeAccount, makeListing, PASSWORD } from '../support/accounts.ts';
import { findHorizontalOverflow } from '../screens/checks.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';

/** Opens homes for sale and returns the titles of the cards. */
async function openCards(page: Page): Promise<string[]> {
  await page.goto('/for-sale');
  await expectHydrated(page);
  return page.getByRole('article').getByRole('heading').allTextContents();
}

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await expectHydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Opens a blank page in a separate browser context of a phone's size, with empty storage. */
async function newPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

test('a visitor’s saved homes move into the account after signing in', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const account = await makeAccount(request, 'user');
  await page.setViewportSize({ width: 390, height: 844 });
  const [title = ''] = await openCards(page);
  const card = cardOf(page, title);
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await page.getByRole('link', { name: 'Saved Homes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved Homes');
  await expect(cardOf(page, title)).toBeVisible();
  await expectAccessible(page);

  const mergeResponse = page.waitForResponse(/\/api\/favorites\/merge$/);
  await signIn(page, account.email);
  expect((await mergeResponse).status()).toBe(200);
  // Otherwise, the next page load could merge them again.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saved-homes'))).toBe('[]');
  await page.goto('/favorites');
  await expect(cardOf(page, title)).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Note').fill('The garden faces');
  const received = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/favorites/*', async (route) => {
    received.resolve();
    await released.promise;
    await route.continue();
  });
  const saved = page.waitForResponse(/\/api\/favorites\/\d+$/);
  await page.getByRole('button', { name: 'Save note' }).click();
  await received.promise;
  // Typed while the note is being saved.
  await page.getByLabel('Note').fill('The garden faces south.');
  released.resolve();
  await saved;
  await page.unroute('**/api/favorites/*');
  await expect(page.getByLabel('Note')).toHaveValue('The garden faces south.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('The garden faces south.')).toBeVisible();

  const otherPhone = await newPhone(browser, baseURL);
  await signIn(otherPhone, account.email);
  await otherPhone.goto('/favorites');
  await expect(cardOf(otherPhone, title)).toBeVisible();
  await cardOf(otherPhone, title).getByRole('button', { name: 'Saved', exact: true }).click();
  await expect(cardOf(otherPhone, title)).toHaveCount(0);
  await otherPhone.context().close();

  await page.locator('summary').filter({ hasText: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('saved-homes'))).toBe('[]');
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible();
});

test('undoing a removal on a page of homes restores the note @full', async ({ page, request }) => {
  const account = await makeAccount(request, 'user');
  const agent = await makeAccount(request, 'agent');
  const { _id, title } = await makeListing(request, agent);
  const headers = bearer(account);
  const note = 'Ask about the roof.';
  await request.put(`/api/favorites/${_id}`, { headers, data: { note } });
  await actAs(page, account);
  await page.goto(`/for-rent?searchTerm=${encodeURIComponent(title)}`);
  await expectHydrated(page);
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await cardOf(page, title).getByRole('button', { name: 'Saved', exact: true }).click();
  expect((await removed).status()).toBe(204);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await (await saved).json()).toMatchObject({ _id, note });
});

test('undoing a removal from the device restores the price recorded when the home was saved @full', async ({
  page,
}) => {
  const [title = ''] = await openCards(page);
  const card = cardOf(page, title);
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  const readStored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('saved-homes') ?? '[]') as object[]);
  await expect.poll(readStored).toHaveLength(1);
  const [entry] = await readStored();
  const stored = { ...entry, savedPrice: 1_000 };
  await page.evaluate(
    (text) => localStorage.setItem('saved-homes', text),
    JSON.stringify([stored]),
  );
  await page.reload();
  await expectHydrated(page);
  await card.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(readStored).toEqual([stored]);
});

test('a home that could not be saved is not shown as saved @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('503');
  const account = await makeAccount(request, 'user');
  await signIn(page, account.email);
  await page.route(/\/api\/favorites\/\d+$/, (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The database is unavailable.', code: 'UNAVAILABLE' },
    }),
  );
  const [title = ''] = await openCards(page);
  await cardOf(page, title).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/could not be saved/)).toBeVisible();
  await expect(
    cardOf(page, title).getByRole('button', { name: 'Save', exact: true }),
  ).toHaveAttribute('aria-pressed', 'false');
});

test('homes saved on the device are marked if they are no longer available @full', async ({
  page,
}) => {
  await page.goto('/about');
  await page.evaluate(() =>
    localStorage.setItem(
      'saved-homes',
      JSON.stringify([{ _id: '999999999', title: 'A deleted home', savedPrice: 100_000 }]),
    ),
  );
  await page.goto('/favorites');
  const card = page.getByRole('article').filter({ hasText: 'A deleted home' });
  await expect(card).toContainText('No longer available');
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible();
});

test('homes chosen on cards are compared side by side', async ({ page, request }) => {
  const [first = '', second = ''] = await openCards(page);
  for (const title of [first, second]) {
    await cardOf(page, title).hover();
    await cardOf(page, title).getByRole('button', { name: 'Compare' }).click();
  }
  await page
    .getByRole('region', { name: 'Homes to compare' })
    .getByRole('link', { name: 'Compare 2' })
    .click();
  await expect(page).toHaveURL(/\/compare\?ids=\d+/);
  await expect(page.getByRole('columnheader')).toContainText(['Fact', first, second]);
  const rows = page.getByRole('row');
  const rowCount = await rows.count();
  await page.getByLabel('Differences only').check();
  expect(await rows.count()).toBeLessThan(rowCount);
  await expectAccessible(page);

  const html = await (await request.get(page.url())).text();
  expect(html).toContain('<th scope="row"');
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  // On phones, only the table scrolls sideways, even if its last column has the best value.
  await page.setViewportSize({ width: 390, height: 844 });
  const response = await request.get('/api/properties?status=For+Sale&sort=price_desc&limit=4');
  const homes = (await response.json()) as { _id: string }[];
  await page.goto(`/compare?ids=${homes.map(({ _id }) => _id).join(',')}`);
  await expect(page.getByText('(best)').last()).toBeAttached();
  expect(await findHorizontalOverflow(page)).toEqual([]);

  await page.goto('/compare?ids=1');
  await expect(page.getByRole('heading', { name: 'Choose 2 to 4 homes' })).toBeVisible();
});
