/** On a small phone with visible browser bars, the essential information is above the fold. */

import type { Locator } from '@playwright/test';
import { actAs, makeAccount, makeListing } from '../support/accounts.ts';
import { waitForAnimations, expect, expectHydrated, test } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

/** Returns the bottom edge of an element, in CSS pixels from the viewport's top. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Number.NaN : box.y + box.height;
}

test('a listing shows its price, key facts, and agent above the fold', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  const contact = page.locator('[data-bottom-bar]').getByRole('link', { name: 'Contact Agent' });
  await expect(contact).toBeInViewport({ ratio: 1 });
  await expect(contact.getByText('Contact')).toBeInViewport({ ratio: 1 });
  const bar = page.locator('[data-bottom-bar]');
  const header = page.locator('article header');
  for (const part of [
    header.getByText('$1,695,000'),
    header.getByText('For Sale'),
    header.locator('dl'),
    page.getByRole('heading', { level: 1 }),
  ]) {
    // Both move while resources such as fonts load.
    await expect(async () => {
      const barTop = (await bar.boundingBox())?.y ?? 0;
      expect(await bottomOf(part)).toBeLessThanOrEqual(barTop);
    }).toPass();
  }
  // The agent can be reached at any scroll position.
  await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded();
  await expect(contact).toBeInViewport({ ratio: 1 });
});

test('a toast does not cover the bar with the price and the buttons @full', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expectHydrated(page);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  const toast = page.locator('[data-toast]').filter({ hasText: 'Saved on this device.' });
  await expect(toast).toBeVisible();
  await waitForAnimations(page);
  const bar = await page.locator('[data-bottom-bar]').boundingBox();
  expect(await bottomOf(toast)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('a long word wraps in a multi-line field @full', async ({ page }) => {
  await page.goto('/contact');
  await expectHydrated(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  const { width } = (await message.boundingBox()) ?? { width: 0 };
  await message.fill(`https://example.org/${'path'.repeat(60)}`);
  expect((await message.boundingBox())?.width).toBe(width);
});

test('a listing’s pictures can be swiped, and their position is shown @full', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=1928+spanish+revival');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/property\/\d+$/);
  await expectHydrated(page);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const strip = pictures.getByRole('list');
  await expect(pictures.getByText(/^1 \/ \d+$/)).toBeVisible();
  await expect(strip).toHaveCSS('scroll-snap-type', 'x mandatory');
  await strip.evaluate((list) => list.scrollBy({ left: list.clientWidth, behavior: 'instant' }));
  await expect(pictures.getByText(/^2 \/ \d+$/)).toBeVisible();
});

test('a listing’s very long description is collapsed @full', async ({ page, request }) => {
  const { _id } = await makeListing(request, await makeAccount(request, 'agent'), {
    description: 'There is one more thing to say. '.repeat(300),
  });
  await page.goto(`/property/${_id}`);
  await expectHydrated(page);
  const expandButton = page.getByRole('button', { name: 'Read more' });
  const text = page.locator(`#${await expandButton.getAttribute('aria-controls')}`);
  expect((await text.boundingBox())?.height).toBeLessThan(664);
  await expandButton.click();
  const collapseButton = page.getByRole('button', { name: 'Show less' });
  await expect(collapseButton).toBeVisible();
  expect((await text.boundingBox())?.height).toBeGreaterThan(2000);
  await collapseButton.click();
  await expect(page.getByRole('heading', { name: 'About this home' })).toBeInViewport();
});

test('the filter sheet shows the main filters and the apply button', async ({ page }) => {
  await page.goto('/for-sale?bedrooms=2');
  await expectHydrated(page);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog');
  const apply = sheet.getByRole('button', { name: 'Apply Filters' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  await waitForAnimations(page);
  const footerTop = (await apply.locator('..').boundingBox())?.y ?? 0;
  for (const label of ['Keyword', 'Min. Price', 'Max. Price'])
    expect(await bottomOf(sheet.getByLabel(label)), label).toBeLessThan(footerTop);
  const groups = { Type: 'All', 'Min. Beds': '2+' };
  for (const [name, selectedOption] of Object.entries(groups)) {
    const group = sheet.getByRole('group', { name });
    expect(await bottomOf(group), name).toBeLessThan(footerTop);
    await expect(group.getByRole('radio', { name: selectedOption })).toBeChecked();
  }
  await sheet.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/for-sale');
});

test('an empty result offers alternatives above the fold @full', async ({ page }) => {
  await page.goto('/for-sale?searchTerm=Seattle&propertyType=Condo&bedrooms=5&maxPrice=300000');
  const alternatives = page.getByRole('list', { name: 'Suggested searches' });
  const alternative = alternatives.getByRole('link', { name: /^Just “Seattle”/ });
  await expect(alternative).toBeInViewport();
  const count = /(\d+) homes?$/.exec((await alternative.textContent()) ?? '')?.[1] ?? '';
  await expectHydrated(page);
  await alternative.click();
  await expect(page).toHaveURL('/for-sale?searchTerm=Seattle');
  await expect(page.getByText(`${count} properties found`)).toBeVisible();
});

test('the contact page starts with the form @full', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByLabel('Name')).toBeInViewport({ ratio: 1 });
});

test('the menu closes after a click inside, even if the page stays the same @full', async ({
  page,
  request,
}) => {
  const bar = page.getByRole('banner');
  await actAs(page, await makeAccount(request, 'user'));
  await page.goto('/');
  await expectHydrated(page);
  await bar.locator('summary').click();
  await bar.getByRole('button', { name: 'Logout' }).click();
  await expect(bar.locator('details')).not.toHaveAttribute('open');
  await bar.locator('summary').click();
  await expect(bar.getByRole('link', { name: 'Register' }).last()).toBeVisible();
});
