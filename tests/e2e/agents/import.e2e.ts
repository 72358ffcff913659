/** Imports a file of listings in the browser. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer, makeAccount, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.slow();

const HEADER =
  'ListingKey,PropertyType,PropertySubType,ListPrice,BedroomsTotal,BathroomsTotalInteger,LivingArea,UnparsedAddress,City,StateOrProvince,PostalCode,Latitude,Longitude,Title';

/** Returns a row for a house; a price of 0 is invalid. */
const row = (key: string, price: number) =>
  `${key},Residential,Single Family Residence,${price},3,2,1400,12 Willow Lane,Austin,TX,78701,30.27,-97.74,A house called ${key}`;

test('an agent previews a file of listings and then imports it', async ({ page, request }) => {
  const word = uniqueWord('import');
  const rows = [row(`${word}-1`, 450_000), row(`${word}-2`, 0), row(`${word}-3`, 460_000)];
  const file = {
    name: `${word}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...rows].join('\n')),
  };
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);

  await test.step('the page has an empty state', async () => {
    await page.goto(pagePaths.overview());
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('starts with a dry run', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'choose a file' }).click();
    await (await chooser).setFiles(file);
    await expect(page.getByRole('button', { name: 'Import 2 homes' })).toBeVisible();
    await expect(page.getByRole('heading', { name: `A house called ${word}-1` })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: `${word}-2` })).toContainText(
      'Missing or invalid price',
    );
    await expectAccessible(page);
  });

  await test.step('nothing is imported yet', async () => {
    const listings = await request.get('/api/properties/my-listings', { headers: bearer(agent) });
    expect(await listings.json()).toEqual([]);
  });

  await test.step('imports the file', async () => {
    await page.getByRole('button', { name: 'Import 2 homes' }).click();
    await expect(page.getByText('Import complete.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'My Listings' }).click();
    await expect(page.getByText(`A house called ${word}-3`).first()).toBeVisible();
  });
});
