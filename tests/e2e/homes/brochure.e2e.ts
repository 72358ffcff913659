/** A printed listing: one page, with a QR code that leads back to it. */

import { actAs, makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

/** The code is generated a few seconds after everything else, for visitors who stay. */
const CODE_MS = 30_000;

/** Returns the number of pages of a PDF. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('a listing prints on one page, with a QR code of its URL @full', async ({ page, baseURL }) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  const code = page.getByLabel(`QR code of ${baseURL}${new URL(page.url()).pathname}`);
  // Already generated, for users who press Ctrl+P without looking for a button.
  await expect(code).toBeAttached({ timeout: CODE_MS });
  await expect(code).toBeHidden();
  const letterhead = page.getByRole('main').getByText('Doorstep', { exact: true });
  await expect(letterhead).toBeHidden();
  for (const format of ['A4', 'Letter'])
    expect(pagesOf(await page.pdf({ format, preferCSSPageSize: true }))).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(code).toBeVisible();
  await expect(letterhead).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code of/ })).toHaveCount(1);
  expect((await code.boundingBox())?.width).toBeGreaterThan(130);
  await expect(page.getByRole('link', { name: 'Contact Agent' }).first()).toBeHidden();
});

test('on one page, however long its texts, and in dark mode as well @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent, {
    title: 'A house with many rooms '.repeat(8).trim(),
    description: 'It has a room, and another one beside it.\n\n'.repeat(400).trim(),
    price: '100000000000',
  });
  await actAs(page, agent);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/property/${_id}`);
  await expectHydrated(page);
  await expect(page.getByLabel(/^QR code of/)).toBeAttached({ timeout: CODE_MS });
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, path: test.info().outputPath(`${format}.pdf`) });
    expect(pagesOf(pdf)).toBe(1);
  }
});
