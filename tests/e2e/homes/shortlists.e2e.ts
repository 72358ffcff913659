/** A shortlist shared by two people, and its public view. */

import { bearer, makeAccount, PASSWORD } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';

interface Home {
  property: { _id: string };
}

test('two people vote on a home of a shared list', async ({ page, request, browser, baseURL }) => {
  const owner = await makeAccount(request, 'user');
  const partner = await makeAccount(request, 'user');
  await page.goto('/login');
  await expectHydrated(page);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/shortlists');
  await page.getByLabel('New shortlist').fill('Near the park');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Near the park');
  const address = page.url();

  const homes = (await (await request.get('/api/properties?limit=1')).json()) as { _id: string }[];
  await page.goto(`/property/${homes[0]?._id}`);
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Add to shortlist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Near the park' }).click();
  await expect(page.getByText('Added to “Near the park”.')).toBeVisible();
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto(address);
  await expect(page.getByRole('article')).toHaveCount(1);
  await stream;

  await page.getByRole('button', { name: 'Create invite link' }).click();
  const invitation = await page.getByLabel('Link', { exact: true }).inputValue();
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await context.newPage();
  const { pathname, search } = new URL(invitation);
  await other.goto(pathname + search);
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await other.getByRole('link', { name: 'Sign in' }).click();
  await other.getByLabel('Email').fill(partner.email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL(address);

  // The other person sees it without a reload.
  await expect(page.getByRole('listitem').filter({ hasText: partner.name })).toBeVisible();
  await other.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(`${partner.name}: Yes`)).toBeVisible();
  await other.getByLabel('Comment', { exact: true }).fill('The light is lovely.');
  await other.getByRole('button', { name: 'Send comment' }).click();
  await expect(page.getByText('The light is lovely.')).toBeVisible();
  await expectAccessible(page);
  await context.close();

  const [{ property }] = await page.request
    .get(`/api${new URL(address).pathname}`, { headers: bearer(owner) })
    .then(async (response) => ((await response.json()) as { homes: [Home] }).homes);
  for (const text of ['The second one.', 'The third one.', 'The fourth one.']) {
    const path = `/api${new URL(address).pathname}/homes/${property._id}/comments`;
    await page.request.post(path, { headers: bearer(owner), data: { text } });
  }
  await expect(page.getByText('The fourth one.')).toBeVisible();
  await expect(page.getByText('The light is lovely.')).toBeHidden();
  await page.getByRole('button', { name: 'Show all 4 comments' }).click();
  await expect(page.getByText('The light is lovely.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the last 3 comments' })).toBeFocused();

  const link = await request.post(`/api${new URL(address).pathname}/links`, {
    headers: bearer(owner),
    data: { mode: 'view' },
  });
  const { token } = (await link.json()) as { token: string };
  const visitor = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const shared = await visitor.newPage();
  await shared.goto(`/shared?token=${encodeURIComponent(token)}`);
  await expect(shared.getByRole('heading', { level: 1 })).toHaveText('Near the park');
  await expect(shared.getByText('1 yes, 0 no')).toBeVisible();
  await expect(shared.getByText(partner.name)).toHaveCount(0);
  await visitor.close();
});
