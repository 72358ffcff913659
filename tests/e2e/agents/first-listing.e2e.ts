/** A new agent on a site with approval and review: from signing up to a visitor finding the listing. */

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

const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const screenshot = (page: Page, name: string) =>
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

test('an agent signs up, is approved, and submits a listing that a visitor finds after its review @full', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const word = uniqueWord('first');
  const name = `Nora ${word}`;
  const email = `${word}@example.org`;
  const title = `House of ${word}`;
  const adminPage = await newPage(browser);
  await actAs(adminPage, admin);
  const visitor = await newPage(browser);

  await test.step('the agent signs up and waits for approval', async () => {
    await page.goto(pagePaths.register());
    await expectHydrated(page);
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByLabel('I am a...').selectOption({ label: 'Agent (Listing property)' });
    await clickButton(page, 'Create Account');
    await expect(page.getByRole('button', { name })).toBeVisible();
    await page.goto(pagePaths.profile());
    const notice = 'Your request to list homes is waiting for approval.';
    await expect(page.getByText(notice)).toBeVisible();
    await screenshot(page, '1-waiting');
  });

  await test.step('an admin approves the request', async () => {
    await adminPage.goto(pagePaths.manageUsers({ agentRequest: 'pending', searchTerm: word }));
    await screenshot(adminPage, '2-request');
    await clickButton(adminPage, `Review request: ${name}`);
    await clickButton(adminPage, 'Approve');
    await expect(adminPage.getByText(`${name} is now an agent.`)).toBeVisible();
  });

  await test.step('the agent writes a listing and submits it', async () => {
    await page.goto(pagePaths.addListing());
    await expectHydrated(page);
    await fillListing(page, title);
    await screenshot(page, '3-form');
    await clickButton(page, 'Add Property');
    await expect(page.getByText('Listing submitted for approval.')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('In review');
    await screenshot(page, '4-in-review');
  });

  const findPublicIds = async () => {
    const response = await request.get('/api/properties', { params: { searchTerm: word } });
    return ((await response.json()) as { _id: string }[]).map(({ _id }) => _id);
  };
  await test.step('an admin reviews it and sends it back', async () => {
    expect(await findPublicIds()).toEqual([]);
    await adminPage.goto(pagePaths.reviews());
    const card = adminPage.getByRole('listitem').filter({ hasText: title });
    await expect(card).toContainText(`By ${name}`);
    await card.getByLabel(/^Reason/).fill('Please say more about the garden.');
    await screenshot(adminPage, '5-review');
    await card.getByRole('button', { name: 'Request changes' }).click();
    await expect(card).toHaveCount(0);
  });

  await test.step('the agent reads the reason and resubmits the listing', async () => {
    await page.goto(pagePaths.myListings());
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('Changes requested');
    await row.getByRole('link', { name: /Edit Listing/ }).click();
    await expect(page.getByText('Please say more about the garden.')).toBeVisible();
    await page.getByLabel('Description').fill('A walled garden with two old pear trees.');
    await screenshot(page, '6-changes');
    await clickButton(page, 'Add Property');
    await expect(page.getByText('Listing submitted for approval.')).toBeVisible();
  });

  await test.step('an admin previews the page and approves the listing', async () => {
    await adminPage.goto(pagePaths.reviews());
    const card = adminPage.getByRole('listitem').filter({ hasText: title });
    await expect(card).toContainText('Sent back on');
    await card.getByRole('link', { name: 'Preview' }).click();
    await expect(adminPage.getByText('Preview - not published')).toBeVisible();
    await expect(adminPage.getByText('two old pear trees')).toBeVisible();
    await screenshot(adminPage, '7-preview');
    const path = new URL(adminPage.url()).pathname;
    expect((await request.get(path)).status()).toBe(404);
    await adminPage.goBack();
    await expect(card).toContainText('two old pear trees');

    // The agent changes the listing before the admin decides.
    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByRole('link', { name: /Edit Listing/ }).click();
    await page.getByLabel('Description').fill('A walled garden with two old apple trees.');
    await clickButton(page, 'Add Property');
    await expect(row).toBeVisible();
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card).toContainText('The listing has changed. Please check it again.');
    await expect(card).toContainText('two old apple trees');
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card).toHaveCount(0);
  });

  await test.step('a visitor finds it, and the agent is notified', async () => {
    expect(await findPublicIds()).toHaveLength(1);
    await visitor.goto(pagePaths.forSale({ searchTerm: word }));
    await visitor.getByRole('link', { name: title }).first().click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(visitor.getByText(name).first()).toBeVisible();
    await screenshot(visitor, '8-found');
    await page.goto(pagePaths.myListings());
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row.getByRole('switch')).toBeChecked();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText(title).first()).toBeVisible();
    await screenshot(page, '9-published');
  });
});
