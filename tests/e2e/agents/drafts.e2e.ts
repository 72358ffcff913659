/** A listing before publication: draft, preview, and schedule. */

import type { APIRequestContext, Page } from '@playwright/test';
import {
  actAs,
  bearer,
  makeAccount,
  makeListing,
  PASSWORD,
  uniqueWord,
} from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { holdRequests } from '../support/held-requests.ts';
import { fillListing } from '../support/listing-form.ts';

test('saves, previews, schedules, and publishes a draft', async ({
  page,
  request,
  expectedErrors,
}) => {
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  const title = uniqueWord('Plan of a house ');
  const draftRow = () => page.getByRole('row').filter({ hasText: title });

  await test.step('a draft only needs a title', async () => {
    await page.goto('/dashboard/add-listing');
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('A draft needs a title.')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('City').fill('Portland');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Draft saved.')).toBeVisible();
  });

  await test.step('My Listings shows the missing fields and filters by publishing stage', async () => {
    await expect(draftRow()).toContainText('Draft');
    await expect(draftRow()).toContainText('Missing: Description, Price, Bedrooms');
    await expect(draftRow().getByRole('switch')).toHaveCount(0);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('list.png') });
    await page.getByLabel('Publishing stage').selectOption('Scheduled');
    await expect(page.getByText('No listings match your current filters.')).toBeVisible();
    await page.getByLabel('Publishing stage').selectOption('Draft');
    await expect(draftRow()).toBeVisible();
  });

  await test.step('its page is a preview for the agent, and a 404 for others', async () => {
    await draftRow()
      .getByRole('link', { name: /Edit Listing/ })
      .click();
    await fillListing(page, title);
    await page.screenshot({ path: test.info().outputPath('form.png'), fullPage: true });
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Preview - not published')).toBeVisible();
    await expect(page.getByText('7 Blue Door Lane').first()).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('preview.png') });
    const path = new URL(page.url()).pathname;
    // The server renders the page for a visitor, who gets a 404.
    expectedErrors.push('404 (Not Found)');
    await page.reload();
    await expect(page.getByText('Preview - not published')).toBeVisible();
    expect((await request.get(path)).status()).toBe(404);
    await page.getByRole('link', { name: 'Edit Listing' }).click();
  });

  await test.step('the draft is scheduled, and then published immediately', async () => {
    await page.getByRole('button', { name: 'Schedule...' }).click();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText('Choose a date and time.')).toBeVisible();
    await expectAccessible(page);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Publish at').fill(`${day}T09:30`);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText('Listing scheduled.')).toBeVisible();
    await page.goto('/dashboard/my-listings');
    await expect(draftRow()).toContainText('Scheduled');
    await draftRow()
      .getByRole('link', { name: /Edit Listing/ })
      .click();
    await page.getByRole('button', { name: 'Add Property' }).click();
    await expect(page.getByText('Listing published.')).toBeVisible();
    await expect(draftRow().getByRole('switch')).toBeChecked();
  });
});

test('a queued save is not sent in another user’s session @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('/api/properties', 'net::ERR_FAILED');
  const [first, second] = [
    await makeAccount(request, 'agent'),
    await makeAccount(request, 'agent'),
  ];
  const response = Promise.withResolvers<void>();
  let saveCount = 0;
  await page.route('**/api/properties', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    saveCount += 1;
    await response.promise;
    return route.abort();
  });
  await actAs(page, first);
  await page.goto('/dashboard/add-listing');
  await expectHydrated(page);
  await page.clock.install();
  await page.getByLabel('Title').fill(uniqueWord('Secret plan '));
  await page.clock.runFor(3_000);
  await expect.poll(() => saveCount).toBe(1);
  await page.getByLabel('City').fill('Portland');
  await page.clock.runFor(3_000);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.evaluate((token) => localStorage.setItem('token', token), second.token);
  response.resolve();
  await page.clock.runFor(10_000);
  await expect(page.getByText('Draft saved')).toBeHidden();
  const listings = await request.get('/api/properties/my-listings', { headers: bearer(second) });
  expect(await listings.json()).toEqual([]);
  expect(saveCount).toBe(1);
});

test('discards a form when another user has signed in while the tab was suspended', async ({
  page,
  request,
}) => {
  const [first, second] = [
    await makeAccount(request, 'agent'),
    await makeAccount(request, 'agent'),
  ];
  await actAs(page, first);
  await page.goto('/dashboard/add-listing');
  await expectHydrated(page);
  await page.clock.install();
  await page.getByLabel('Title').fill(uniqueWord('Secret plan '));
  await page.evaluate((next) => {
    const { token, ...user } = next;
    const oldValue = localStorage.getItem('token');
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
    dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue, newValue: token }));
  }, second);
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.clock.runFor(10_000);
  const listings = await request.get('/api/properties/my-listings', { headers: bearer(second) });
  expect(await listings.json()).toEqual([]);
});

test('restores a form when its user has signed in again while the tab was suspended @full', async ({
  page,
  request,
}) => {
  const account = await makeAccount(request, 'agent');
  await actAs(page, account);
  await page.goto('/dashboard/add-listing');
  await expectHydrated(page);
  const title = uniqueWord('Long description ');
  await page.getByLabel('Title').fill(title);
  const login = await request.post('/api/auth/login', {
    data: { email: account.email, password: PASSWORD },
  });
  const { token } = (await login.json()) as { token: string };
  await page.evaluate((newValue) => {
    const oldValue = localStorage.getItem('token');
    localStorage.setItem('token', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue, newValue }));
  }, token);
  await expect(page.getByText('We restored your entries')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
});

test('warns before overwriting a schedule set in another session', async ({ page, request }) => {
  const { expectScheduled } = await openDraftScheduledElsewhere(page, request);
  const banner = page.getByText('This draft was changed elsewhere. If you save it here');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('This draft was changed elsewhere and was not saved.')).toBeVisible();
  await expect(banner).toBeVisible();
  await expectScheduled();
  // The banner says that saving again overwrites the changes.
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
});

test('autosave does not overwrite a schedule set in another session', async ({ page, request }) => {
  const { title, expectScheduled } = await openDraftScheduledElsewhere(page, request);
  await page.getByLabel('Description').fill(`${title} has a garden.`);
  await expect(page.getByText('This draft was changed elsewhere. If you save')).toBeVisible();
  await expectScheduled();
});

test('previewing a scheduled listing saves it only if the form has changed', async ({
  page,
  request,
}) => {
  const { expectScheduled } = await openDraftScheduledElsewhere(page, request);
  await page.reload();
  await expectHydrated(page);
  const changes: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'PUT') changes.push(sent.url());
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Preview - not published')).toBeVisible();
  expect(changes).toEqual([]);
  await page.goBack();
  await page.getByLabel('Description').fill('A quiet home near the park with a large garden.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Preview - not published')).toBeVisible();
  expect(changes).toHaveLength(1);
  await expectScheduled();
});

test('saves a draft when typing stops and notifies another tab @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  const title = uniqueWord('Sketch of a house ');
  await page.goto('/dashboard/add-listing');
  await expectHydrated(page);
  await page.getByLabel('Title').fill(title);
  await expect(page.getByText('Draft saved')).toBeVisible();

  await page.goto('/dashboard/my-listings');
  await page
    .getByRole('row')
    .filter({ hasText: title })
    .getByRole('link', { name: /Edit Listing/ })
    .click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  await expectHydrated(otherTab);
  await otherTab.getByLabel('City').fill('Salem');
  await expect(otherTab.getByText('Draft saved')).toBeVisible();
  await expect(page.getByText('This draft was changed elsewhere.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('saved-in-other-tab.png') });
  await page.getByRole('button', { name: 'Load latest version' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Salem');
});

/** Opens a draft in the form, then schedules it with a request, as another session would. */
async function openDraftScheduledElsewhere(page: Page, request: APIRequestContext) {
  const agent = await makeAccount(request, 'agent');
  const { _id: id, title } = await makeListing(request, agent, { publishState: 'draft' });
  await actAs(page, agent);
  await page.goto(`/dashboard/edit-listing/${id}`);
  await expectHydrated(page);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  const headers = bearer(agent);
  const publishAt = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
  const response = await request.put(`/api/properties/${id}`, {
    headers,
    multipart: { publishState: 'scheduled', publishAt },
  });
  expect(response.status(), await response.text()).toBe(200);
  const expectScheduled = async () => {
    const stored = await request.get(`/api/properties/${id}`, { headers });
    expect(await stored.json()).toMatchObject({ publishState: 'scheduled' });
  };
  return { title, expectScheduled };
}

test('changes made while a listing is being saved are kept @full', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto(`/dashboard/edit-listing/${_id}`);
  await expectHydrated(page);
  const title = uniqueWord('Renamed house ');
  const description = 'Typed while the pictures were being uploaded.';
  const expiresOn = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await page.getByLabel('Title').fill(title);
  const { waitForRequest, release } = await holdRequests(page, 'PUT', `/api/properties/${_id}`);
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await waitForRequest();
  await page.getByLabel('Description').fill(description);
  await page.getByLabel('Expires on').fill(expiresOn);
  await page.getByLabel('Application pending').check();
  release();
  await expect(
    page.getByText(/^Your listing was saved, except for what you changed/),
  ).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Description')).toHaveValue(description);
  await expect(page.getByLabel('Expires on')).toHaveValue(expiresOn);
  await expect(page.getByLabel('Application pending')).toBeChecked();
  await save.click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  const stored = await request.get(`/api/properties/${_id}`, { headers: bearer(agent) });
  expect(await stored.json()).toMatchObject({
    title,
    description,
    expiresOn,
    isUnderContract: true,
  });
});
