/** The figures of an agent's listings (docs/product/figures.md), and duplicating a listing. */

import { actAs, bearer, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

const BROWSER_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

test('a view is counted, shown, and charted', async ({ page, request, browser, baseURL }) => {
  const agent = await makeAccount(request, 'agent');
  const title = uniqueWord('Cottage ');
  const { _id: id } = await makeListing(request, agent, { title });
  // Views by bots are not counted, and the tests' user agent counts as one.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    userAgent: BROWSER_USER_AGENT,
  });
  const visitor = await context.newPage();
  const viewResponse = visitor.waitForResponse(/\/api\/properties\/\d+\/view$/);
  await visitor.goto(`/property/${id}`);
  expect((await viewResponse).status()).toBe(204);
  await context.close();
  const figures = await request.get(`/api/properties/${id}/figures`, { headers: bearer(agent) });
  expect(await figures.json()).toMatchObject({ totals: { views: 1 } });

  await actAs(page, agent);
  await page.goto('/dashboard/my-listings?sort=views_desc');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Figures: ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Figures' });
  await expect(dialog.getByRole('table', { name: 'Views by day' })).toBeAttached();
  await expect(dialog.getByText('Views (30 days)')).toBeVisible();
  await expectAccessible(page);
});

test('a view that cannot be recorded does not affect the page', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED');
  const agent = await makeAccount(request, 'agent');
  const { _id: id, title } = await makeListing(request, agent);
  const viewFailed = page.waitForEvent('requestfailed', (failedRequest) =>
    failedRequest.url().endsWith('/view'),
  );
  await page.route(/\/api\/properties\/\d+\/view$/, (route) => route.abort());
  await page.goto(`/property/${id}`);
  await viewFailed;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('duplicating a listing creates a draft', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  const title = uniqueWord('Cabin ');
  await makeListing(request, agent, { title });
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await page.getByRole('button', { name: `Duplicate: ${title}` }).click();
  await expect(page.getByText(`A draft of “${title}” was created.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(2);
  // Only the published original has figures.
  await expect(page.getByRole('button', { name: `Figures: ${title}` })).toHaveCount(1);
});
