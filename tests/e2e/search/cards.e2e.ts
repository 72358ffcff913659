/** Card pictures: paging by arrows, keys, and swipes, and a small map if there are none. */

import type { Page } from '@playwright/test';
import { makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectHydrated,
  expectTap,
  TAP_MS,
  test,
} from '../support/fixtures.ts';

const SEARCH_URL = '/for-sale?searchTerm=1928+spanish+revival';

/** Returns an array that collects the path of each request for a single listing. */
function recordListingRequests(page: Page): string[] {
  const requestedPaths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/properties\/\d+$/.test(pathname)) requestedPaths.push(pathname);
  });
  return requestedPaths;
}

test('arrows page through a card’s pictures, which load on demand', async ({ page }) => {
  const requestedPaths = recordListingRequests(page);
  await page.goto(SEARCH_URL);
  await expectHydrated(page);
  const card = page.getByRole('article').first();
  const next = card.getByRole('button', { name: 'Next picture' });
  await expect(next).toBeAttached();
  expect(requestedPaths).toEqual([]);
  await next.focus();
  await expect(card.getByRole('status')).toHaveText('');
  await card.hover();
  await next.click();
  await expect(card.getByText('Picture 2 of 7')).toBeAttached();
  // The previous picture may still be animating out.
  await expect(card.getByRole('img').last()).toHaveAttribute('src', /^\/images\//);
  expect(requestedPaths).toHaveLength(1);
  // Move to the last picture with the keyboard.
  await next.focus();
  for (const number of [3, 4, 5]) {
    await page.keyboard.press('Enter');
    await expect(card.getByText(`Picture ${number} of 7`)).toBeAttached();
  }
  await page.keyboard.press('Enter');
  await expect(card.locator('strong', { hasText: 'See all 7 pictures' })).toBeVisible();
  await expect(card.getByRole('status')).toHaveText('See all 7 pictures');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Previous picture' }).click();
  await expect(card.getByText('Picture 5 of 7')).toBeAttached();
  expect(requestedPaths).toHaveLength(1);
  await expect(page).toHaveURL(SEARCH_URL);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the buttons on a picture are aligned @full', async ({ page }) => {
    await page.goto('/for-sale');
    const card = page.getByRole('article').first();
    const centers = await Promise.all(
      ['Compare', 'Save'].map(async (name) => {
        const box = await card.getByRole('button', { name, exact: true }).boundingBox();
        return (box?.y ?? NaN) + (box?.height ?? NaN) / 2;
      }),
    );
    expect(centers[0]).toBe(centers[1]);
  });

  test('a swipe shows the next picture, and a tap opens the listing @full', async ({ page }) => {
    await page.goto(SEARCH_URL);
    await expectHydrated(page);
    const card = page.getByRole('article').first();
    await expect(card.getByRole('button', { name: 'Next picture' })).toBeAttached();
    const box = await card.boundingBox();
    if (box === null) throw new Error('The card is not visible.');
    const touches = await page.context().newCDPSession(page);
    const [y, from, to] = [box.y + 120, box.x + 250, box.x + 90];
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      });
    await touch('touchStart', from);
    for (const x of [from - 40, from - 90, to]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect(card.getByText('Picture 2 of 7')).toBeAttached();
    await expect(page).toHaveURL(SEARCH_URL);
    await expectTap(
      async () => page.touchscreen.tap(from, y),
      async () => expect(page).toHaveURL(/\/property\/\d+$/, { timeout: TAP_MS }),
    );
  });
});

test('a home without pictures shows its location @full', async ({ page, request }) => {
  const word = uniqueWord('plain');
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent, { title: `House ${word}` });
  const { _id: otherId } = await makeListing(request, agent, { title: 'Another house' });
  await page.goto(`/for-rent?searchTerm=${word}`);
  const staticMap = page.getByRole('article').locator('.static-map');
  await expect(staticMap.getByText('Portland')).toBeVisible();
  await expect(staticMap.locator('[data-land]')).toHaveAttribute('d', /^M.+Z/);
  await expectAccessible(page);

  await page.goto(`/for-rent?searchTerm=${word}&view=map`);
  await page.getByRole('group', { name: 'Homes on the map' }).getByRole('button').click();
  await expect(
    page.getByRole('region', { name: 'Selected home' }).locator('.static-map'),
  ).toBeVisible();
  await page.goto(`/compare?ids=${_id},${otherId}`);
  await expect(page.getByRole('columnheader').locator('.static-map')).toHaveCount(2);
});
