/** A shortlist shared by two people, and its public view. */

import { actAs, bearer, makeAccount, PASSWORD } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { holdRequests } from '../support/held-requests.ts';

interface Home {
  property: { _id: string };
}

test('a shared list shows votes and comments without a reload, and has a public view', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
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
  const shortlistUrl = page.url();

  const homes = (await (await request.get('/api/properties?limit=1')).json()) as { _id: string }[];
  await page.goto(`/property/${homes[0]?._id}`);
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Add to shortlist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Near the park' }).click();
  await expect(page.getByText('Added to “Near the park”.')).toBeVisible();
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto(shortlistUrl);
  await expect(page.getByRole('article')).toHaveCount(1);
  await stream;

  await page.getByRole('button', { name: 'Create invite link' }).click();
  const invitation = await page.getByLabel('Link', { exact: true }).inputValue();
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const partnerPage = await context.newPage();
  const { pathname, search } = new URL(invitation);
  await partnerPage.goto(pathname + search);
  await expect(partnerPage.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await partnerPage.getByRole('link', { name: 'Sign in' }).click();
  await partnerPage.getByLabel('Email').fill(partner.email);
  await partnerPage.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await partnerPage.getByRole('button', { name: 'Sign in', exact: true }).click();
  await partnerPage.getByRole('button', { name: 'Join' }).click();
  await expect(partnerPage).toHaveURL(shortlistUrl);

  // The owner's page is updated without a reload.
  await expect(page.getByRole('listitem').filter({ hasText: partner.name })).toBeVisible();
  await partnerPage.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(`${partner.name}: Yes`)).toBeVisible();
  await partnerPage.getByLabel('Comment', { exact: true }).fill('The light is lovely.');
  await partnerPage.getByRole('button', { name: 'Send comment' }).click();
  await expect(page.getByText('The light is lovely.')).toBeVisible();
  await expectAccessible(page);
  await context.close();

  const [{ property }] = await page.request
    .get(`/api${new URL(shortlistUrl).pathname}`, { headers: bearer(owner) })
    .then(async (response) => ((await response.json()) as { homes: [Home] }).homes);
  for (const text of ['The second one.', 'The third one.', 'The fourth one.']) {
    const path = `/api${new URL(shortlistUrl).pathname}/homes/${property._id}/comments`;
    await page.request.post(path, { headers: bearer(owner), data: { text } });
  }
  await expect(page.getByText('The fourth one.')).toBeVisible();
  await expect(page.getByText('The light is lovely.')).toBeHidden();
  await page.getByRole('button', { name: 'Show all 4 comments' }).click();
  await expect(page.getByText('The light is lovely.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the last 3 comments' })).toBeFocused();

  const link = await request.post(`/api${new URL(shortlistUrl).pathname}/links`, {
    headers: bearer(owner),
    data: { mode: 'view' },
  });
  const { token } = (await link.json()) as { token: string };
  const visitorContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const visitorPage = await visitorContext.newPage();
  await visitorPage.goto(`/shared?token=${encodeURIComponent(token)}`);
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText('Near the park');
  await expect(visitorPage.getByText('1 yes, 0 no')).toBeVisible();
  await expect(visitorPage.getByText(partner.name)).toHaveCount(0);
  await visitorContext.close();

  const removeButton = page.getByRole('button', { name: /^Remove from list: / });
  const dialog = page.getByRole('alertdialog', { name: 'Remove this home?' });
  await removeButton.click();
  await expect(dialog).toContainText('4 comments and 1 vote will be deleted.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
  await removeButton.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No homes yet' })).toBeVisible();
});

test('does not discard the next comment typed while one is being sent @full', async ({
  page,
  request,
}) => {
  const owner = await makeAccount(request, 'user');
  const headers = bearer(owner);
  const homes = (await (await request.get('/api/properties?limit=1')).json()) as { _id: string }[];
  const response = await request.post('/api/shortlists', { headers, data: { name: 'Two offers' } });
  const { _id } = (await response.json()) as { _id: string };
  const path = `/api/shortlists/${_id}/homes/${homes[0]?._id}`;
  await request.put(path, { headers });
  await actAs(page, owner);
  await page.goto(`/shortlists/${_id}`);
  await expectHydrated(page);
  const field = page.getByLabel('Comment', { exact: true });
  await field.fill('The light is lovely.');
  const { waitForRequest, release } = await holdRequests(page, 'POST', `${path}/comments`);
  await page.getByRole('button', { name: 'Send comment' }).click();
  await waitForRequest();
  await field.pressSequentially(' The kitchen is not.');
  release();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The light is lovely.' }),
  ).toBeVisible();
  await expect(field).toHaveValue(' The kitchen is not.');
});

test('does not show votes and comments by someone with the same name as the user’s own @full', async ({
  page,
  request,
}) => {
  const owner = await makeAccount(request, 'user', 'Sam Lee');
  const member = await makeAccount(request, 'user', 'Sam Lee');
  const headers = bearer(owner);
  const homes = (await (await request.get('/api/properties?limit=1')).json()) as { _id: string }[];
  const response = await request.post('/api/shortlists', { headers, data: { name: 'Two Sams' } });
  const { _id } = (await response.json()) as { _id: string };
  const path = `/api/shortlists/${_id}/homes/${homes[0]?._id}`;
  await request.put(path, { headers });
  const link = await request.post(`/api/shortlists/${_id}/links`, {
    headers,
    data: { mode: 'edit' },
  });
  const { token } = (await link.json()) as { token: string };
  await request.post('/api/shortlists/join', { headers: bearer(member), data: { token } });
  await request.put(`${path}/vote`, { headers: bearer(member), data: { vote: 'yes' } });

  await actAs(page, owner);
  await page.goto(`/shortlists/${_id}`);
  await expectHydrated(page);
  await expect(page.getByText('Sam Lee: Yes')).toBeVisible();
  const yes = page.getByRole('button', { name: 'Yes' });
  await expect(yes).toHaveAttribute('aria-pressed', 'false');
  await yes.click();
  await expect(yes).toHaveText('Yes 2');
  await expect(yes).toHaveAttribute('aria-pressed', 'true');

  for (const account of [owner, member]) {
    const data = { text: account === owner ? 'The owner’s' : 'The member’s' };
    await request.post(`${path}/comments`, { headers: bearer(account), data });
  }
  await actAs(page, member);
  await page.reload();
  const deleteButton = page.getByRole('button', { name: 'Delete comment by Sam Lee' });
  await expect(page.getByText('The owner’s')).toBeVisible();
  await expect(deleteButton).toHaveCount(1);
  await deleteButton.click();
  await expect(page.getByText('The member’s')).toBeHidden();
});
