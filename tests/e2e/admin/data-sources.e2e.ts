/** Data sources, with the site's own RESO Web API as the MLS (docs/product/data-sources.md, Page). */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeAdmin, uniqueWord } from '../support/accounts.ts';
import { pickAgent } from '../support/office-people.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';
import { createApiKey } from '../support/own-source.ts';

test('an admin adds a data source, tests it, edits it, syncs it, and deletes it', async ({
  page,
  request,
  baseURL,
}) => {
  const word = uniqueWord('Mls');
  const admin = await makeAdmin(request);
  await makeAccount(request, 'agent', `Agent ${word}`);
  const key = await createApiKey(request, admin);
  await actAs(page, admin);
  await page.goto(pagePaths.dataSources());
  await expectHydrated(page);

  await page.getByRole('button', { name: 'Add Data Source' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(word);
  await dialog.getByLabel('Base URL').fill(`${baseURL ?? ''}/reso/odata`);
  await dialog.getByLabel('Token', { exact: true }).fill(key);
  await pickAgent(page, 'Default agent', `Agent ${word}`);
  await dialog.getByLabel(/^Sync automatically/).uncheck();
  await dialog.getByRole('button', { name: 'Add Data Source' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  await expect(page.getByText('No syncs yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^The first \d homes?$/ })).toBeVisible();

  // This filter matches nothing: the site must not import its own homes.
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Token', { exact: true })).toHaveValue('');
  await dialog.getByLabel('Filter').fill("City eq 'Nowhere at All'");
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Sync Now' }).click();
  const syncs = page.getByRole('table', { name: 'Syncs' });
  await expect(syncs).toContainText('Synced');
  await syncs.getByRole('link').click();
  await expect(page.getByText('No rows were skipped.')).toBeVisible();
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: word })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Data Source' })).toBeFocused();
});
