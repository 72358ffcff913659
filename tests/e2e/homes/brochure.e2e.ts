/** A printed listing: one page, with a QR code for its URL. */

import { actAs, makeAccount, makeListing } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

/** The QR code is generated a few seconds after the page has loaded. */
const QR_CODE_TIMEOUT_MS = 30_000;

/** Returns the number of pages of a PDF. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('a listing prints on one page, with a QR code for its URL @full', async ({
  page,
  baseURL,
}) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  const code = page.getByLabel(`QR code for ${baseURL}${new URL(page.url()).pathname}`);
  // Generated in advance, for users who press Ctrl+P.
  await expect(code).toBeAttached({ timeout: QR_CODE_TIMEOUT_MS });
  await expect(code).toBeHidden();
  const letterhead = page.getByRole('main').getByText('Doorstep', { exact: true });
  await expect(letterhead).toBeHidden();
  for (const format of ['A4', 'Letter'])
    expect(countPages(await page.pdf({ format, preferCSSPageSize: true }))).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(code).toBeVisible();
  await expect(letterhead).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code for/ })).toHaveCount(1);
  expect((await code.boundingBox())?.width).toBeGreaterThan(130);
  await expect(page.getByRole('link', { name: 'Contact Agent' }).first()).toBeHidden();
});

test('a listing with long texts prints on one page, even in dark mode @full', async ({
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
  await expect(page.getByLabel(/^QR code for/)).toBeAttached({ timeout: QR_CODE_TIMEOUT_MS });
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, path: test.info().outputPath(`${format}.pdf`) });
    expect(countPages(pdf)).toBe(1);
  }
});
