/** Price history, monthly cost, and similar homes. */

import type { APIRequestContext, Page } from '@playwright/test';
import {
  waitForAnimations,
  expect,
  expectAccessible,
  expectHydrated,
  test,
} from '../support/fixtures.ts';

type Home = { _id: string; title: string; price: number };
type Entry = { event: string; price: number };

/** Returns a demo home whose price was cut. */
async function findReducedHome(request: APIRequestContext): Promise<Home> {
  const response = await request.get(
    '/api/properties?status=For%20Sale&reduced=true&searchTerm=Seattle&limit=1',
  );
  const [home] = (await response.json()) as Home[];
  if (home === undefined) throw new Error('The demo has no home with a price cut.');
  return home;
}

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name });

/** Scrolls to a section. Does not use a locator, because the section may re-render in the meantime. */
const scrollToSection = (page: Page, name: string) =>
  page.evaluate((text) => {
    const headings = [...document.querySelectorAll('h2')];
    headings.find(({ textContent }) => textContent === text)?.scrollIntoView();
  }, name);

async function openHome(page: Page, { _id }: Home): Promise<void> {
  await page.goto(`/property/${_id}`);
  await expectHydrated(page);
}

test('the price history is a chart and a table, and the price cut is next to the price', async ({
  page,
  request,
}) => {
  const home = await findReducedHome(request);
  const response = await request.get(`/api/properties/${home._id}/history`);
  const entries = (await response.json()) as Entry[];
  await openHome(page, home);
  await expect(page.getByText(/^Listed \d+ days? ago$|^Listed today$/)).toBeVisible();
  await expect(page.getByText(/^Price cut \$[\d,]+ \([\d.]+%\)$/).first()).toBeVisible();
  const section = sectionOf(page, 'Price history');
  await scrollToSection(page, 'Price history');
  await expect(section.getByRole('img', { name: /^Price chart: \$/ })).toBeVisible();
  await expect(section.getByRole('row')).toHaveCount(entries.length + 1);
  await expect(section.getByRole('row').last()).toContainText('Listed');
  await expectAccessible(page);
});

test('the monthly cost uses the entered values, which are stored on the device', async ({
  page,
  request,
}) => {
  const home = await findReducedHome(request);
  await openHome(page, home);
  const section = sectionOf(page, 'Monthly cost');
  await scrollToSection(page, 'Monthly cost');
  const total = section.getByText(/^\$[\d,]+\/mo$/);
  await expect(section.getByLabel('Down payment ($)')).toBeEditable();
  await expect(section.getByLabel('Down payment ($)')).toHaveValue(
    Math.round(home.price * 0.2).toLocaleString('en-US'),
  );
  const requestUrls: string[] = [];
  page.on('request', (request) => {
    // The request that records a view has no body.
    if (request.method() !== 'GET' && request.postData() !== null) requestUrls.push(request.url());
  });
  // The two fields update each other.
  await section.getByLabel('Down payment (%)').fill('50');
  const halfPrice = Math.round(home.price / 2).toLocaleString('en-US');
  await expect(section.getByLabel('Down payment ($)')).toHaveValue(halfPrice);
  await section.getByLabel('Down payment ($)').fill('0');
  await expect(section.getByLabel('Down payment (%)')).toHaveValue('0');
  await section.getByLabel('Interest rate (%)').fill('0');
  await section.getByLabel('Loan term (years)').fill('10');
  await section.getByLabel('Property tax ($/yr)').fill('0');
  await section.getByLabel('Home insurance ($/yr)').fill('1200');
  await section.getByLabel('HOA ($/mo)').fill('0');
  const expected = Math.round(home.price / 120 + 100).toLocaleString('en-US');
  await expect(total).toHaveText(`$${expected}/mo`);
  // Invalid input shows an error, and does not change the total.
  await section.getByLabel('Loan term (years)').fill('99');
  await expect(section.getByText('Enter a whole number from 1 to 50.')).toBeVisible();
  await expect(total).toHaveText(`$${expected}/mo`);
  await expectAccessible(page);

  await page.reload();
  await expectHydrated(page);
  await scrollToSection(page, 'Monthly cost');
  await expect(section.getByLabel('Down payment ($)')).toBeEditable();
  await expect(total).toHaveText(`$${expected}/mo`);
  await section.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(section.getByLabel('Interest rate (%)')).toHaveValue('6.5');
  expect(requestUrls.filter((url) => !url.includes('/api/auth/'))).toEqual([]);
});

test('a rental has no monthly cost, and its similar homes have reasons @full', async ({
  page,
  request,
}) => {
  const response = await request.get(
    '/api/properties?status=For%20Rent&searchTerm=Seattle&limit=1',
  );
  const [home] = (await response.json()) as [Home];
  await openHome(page, home);
  await expect(page.getByRole('heading', { name: 'Monthly cost' })).toHaveCount(0);
  const section = sectionOf(page, 'Similar homes');
  await scrollToSection(page, 'Similar homes');
  await expect(section.getByRole('article').first()).toContainText(
    /Same (area|city), (similar|as many|also)/,
  );
  // The cards are interactive: their script has loaded.
  await expect(section.getByRole('button', { name: 'Save' }).first()).toBeVisible();
  await section.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(home.title);
});

/**
 * Delays the script of the similar homes until the returned function is called. The function's
 * promise resolves when the script has loaded.
 */
async function delaySimilarHomes(page: Page): Promise<() => Promise<void>> {
  const scripts = /\/assets\/similar-homes-/;
  const released = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released.promise;
    await route.continue();
  });
  const response = page.waitForResponse(scripts);
  return async () => {
    released.resolve();
    await (await response).finished();
  };
}

test('focus is preserved when a section’s script loads @full', async ({ page, request }) => {
  const home = await findReducedHome(request);
  const release = await delaySimilarHomes(page);
  await openHome(page, home);
  const link = sectionOf(page, 'Similar homes').getByRole('link').nth(1);
  const title = (await link.textContent()) ?? '';
  await link.focus();
  await release();
  await expect(
    sectionOf(page, 'Similar homes').getByRole('button', { name: 'Save' }).first(),
  ).toBeVisible();
  await waitForAnimations(page);
  await expect(page.locator(':focus')).toHaveText(title);
});

test('a click works while a section’s script is loading @full', async ({ page, request }) => {
  const home = await findReducedHome(request);
  const release = await delaySimilarHomes(page);
  await openHome(page, home);
  const link = sectionOf(page, 'Similar homes').getByRole('link').first();
  await link.hover();
  await page.mouse.down();
  await release();
  await waitForAnimations(page);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(home.title);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('history, cost, and similar homes are readable @full', async ({ page, request }) => {
    const home = await findReducedHome(request);
    await page.goto(`/property/${home._id}`);
    const history = sectionOf(page, 'Price history');
    await expect(history.getByRole('row').last()).toContainText('Listed');
    await expect(sectionOf(page, 'Monthly cost')).toContainText(/\$[\d,]+\/mo/);
    await expect(sectionOf(page, 'Monthly cost').getByRole('textbox')).toHaveCount(0);
    await expect(sectionOf(page, 'Similar homes').getByRole('article').first()).toBeVisible();
  });
});
