/** A new agent under the policies of approval and review: from signing up to being found by a visitor. */

import type { Browser, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import {
  type Account,
  actAs,
  bearer,
  makeAdmin,
  PASSWORD,
  uniqueWord,
} from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const picture = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

let admin: Account;
test.beforeEach(async ({ request }) => {
  admin = await makeAdmin(request);
  const data = { agentSignUp: 'approval', review: 'all' };
  await request.put('/api/policies', { headers: bearer(admin), data });
});
test.afterEach(async ({ request }) => {
  const data = { agentSignUp: 'open', review: 'none' };
  await request.put('/api/policies', { headers: bearer(admin), data });
});

test('signs up as an agent, is approved, submits a listing, and is found after its review @full', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const word = uniqueWord('first');
  const name = `Nora ${word}`;
  const email = `${word}@example.org`;
  const title = `House of ${word}`;
  const desk = await newPage(browser);
  await actAs(desk, admin);
  const visitor = await newPage(browser);

  await test.step('the agent signs up, and waits for approval', async () => {
    await page.goto(pagePaths.register());
    await expectHydrated(page);
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByLabel('I am a...').selectOption({ label: 'Agent (Listing property)' });
    await press(page, 'Create Account');
    await expect(page.getByRole('button', { name })).toBeVisible();
    await page.goto(pagePaths.profile());
    const notice = 'Your request to list homes is waiting for approval.';
    await expect(page.getByText(notice)).toBeVisible();
    await picture(page, '1-waiting');
  });

  await test.step('an admin approves the request', async () => {
    await desk.goto(pagePaths.manageUsers({ agentRequest: 'pending', searchTerm: word }));
    await picture(desk, '2-request');
    await press(desk, `Decide request: ${name}`);
    await press(desk, 'Approve');
    await expect(desk.getByText(`${name} is now an agent.`)).toBeVisible();
  });

  await test.step('the agent writes a listing and submits it', async () => {
    await page.goto(pagePaths.addListing());
    await expectHydrated(page);
    await fillListing(page, title);
    await picture(page, '3-form');
    await press(page, 'Add Property');
    await expect(page.getByText('Your listing is waiting for approval.')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('In review');
    await picture(page, '4-in-review');
  });

  const found = async () => {
    const response = await request.get('/api/properties', { params: { searchTerm: word } });
    return ((await response.json()) as { _id: string }[]).map(({ _id }) => _id);
  };
  await test.step('an admin reviews it and sends it back', async () => {
    expect(await found()).toEqual([]);
    await desk.goto(pagePaths.reviews());
    const card = desk.getByRole('listitem').filter({ hasText: title });
    await expect(card).toContainText(`By ${name}`);
    await card.getByLabel(/^Reason/).fill('Please say more about the garden.');
    await picture(desk, '5-review');
    await card.getByRole('button', { name: 'Request changes' }).click();
    await expect(card).toHaveCount(0);
  });

  await test.step('the agent reads the reason, and submits it again', async () => {
    await page.goto(pagePaths.myListings());
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('Changes requested');
    await row.getByRole('link', { name: /Edit Listing/ }).click();
    await expect(page.getByText('Please say more about the garden.')).toBeVisible();
    await page.getByLabel('Description').fill('A walled garden with two old pear trees.');
    await picture(page, '6-changes');
    await press(page, 'Add Property');
    await expect(page.getByText('Your listing is waiting for approval.')).toBeVisible();
  });

  await test.step('an admin previews the page, and approves', async () => {
    await desk.goto(pagePaths.reviews());
    const card = desk.getByRole('listitem').filter({ hasText: title });
    await expect(card).toContainText('Sent back on');
    await card.getByRole('link', { name: 'Preview' }).click();
    await expect(desk.getByText('Preview - not published')).toBeVisible();
    await expect(desk.getByText('two old pear trees')).toBeVisible();
    await picture(desk, '7-preview');
    const address = new URL(desk.url()).pathname;
    expect((await request.get(address)).status()).toBe(404);
    await desk.goBack();
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card).toHaveCount(0);
  });

  await test.step('a visitor finds it, and the agent is notified', async () => {
    expect(await found()).toHaveLength(1);
    await visitor.goto(pagePaths.forSale({ searchTerm: word }));
    await visitor.getByRole('link', { name: title }).first().click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(visitor.getByText(name).first()).toBeVisible();
    await picture(visitor, '8-found');
    await page.goto(pagePaths.myListings());
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row.getByRole('switch')).toBeChecked();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText(title).first()).toBeVisible();
    await picture(page, '9-published');
  });
});
