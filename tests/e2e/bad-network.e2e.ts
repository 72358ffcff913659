/** Public pages opened inside the site while the API fails, is slow, or breaks off: words, a way to retry, no dead end. */

import type { Page } from '@playwright/test';
import { expect, expectHydrated, test } from './fixtures.ts';

/** Where the way starts, the link that leads on, what says that it failed, and what stands there in the end. */
const WAYS: [
  name: string,
  start: string,
  link: (page: Page) => Promise<void>,
  failed: string,
  end: string,
][] = [
  [
    'home',
    '/about',
    (page) => page.getByRole('link', { name: 'Doorstep, home page' }).first().click(),
    'Could not load properties.',
    'article',
  ],
  [
    'for-sale',
    '/about',
    (page) => page.getByRole('link', { name: 'For Sale' }).first().click(),
    'Could not load properties at this time. Please try again later.',
    'article',
  ],
  [
    'agents',
    '/about',
    (page) => page.getByRole('link', { name: 'Agents' }).first().click(),
    'Failed to load agents.',
    'main li h2',
  ],
  [
    'property',
    '/for-sale?searchTerm=Seattle',
    (page) => page.locator('article a').first().click(),
    'The listing could not be loaded at this time. Please try again later.',
    'main article h1',
  ],
];

const API = '**/api/{properties,users}**';

for (const [name, start, follow, failed, end] of WAYS) {
  test.describe(name, () => {
    test('says that it failed, and tries again', async ({ page, expectedComplaints }) => {
      expectedComplaints.push('status of 503');
      await page.goto(start);
      await expectHydrated(page);
      await page.route(API, (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'The database is away.', code: 'UNAVAILABLE' },
        }),
      );
      await follow(page);
      await expect(page.getByText(failed)).toBeVisible({ timeout: 15_000 });
      await page.unroute(API);
      await page.getByRole('button', { name: /try again/i }).click();
      await expect(page.locator(end).first()).toBeVisible();
      await expect(page.getByText(failed)).toBeHidden();
    });

    test('shows the shape of what comes while it is slow', async ({ page }) => {
      await page.goto(start);
      await expectHydrated(page);
      const gate = Promise.withResolvers<void>();
      await page.route(API, async (route) => {
        await gate.promise;
        await route.continue();
      });
      await follow(page);
      await expect(page).not.toHaveURL(new RegExp(`${start}$`));
      await expect(
        page
          .locator('main')
          .getByText(/^(Loading|Searching)\.\.\.$/)
          .first(),
      ).toBeAttached();
      await expect(page.locator(end)).toHaveCount(0);
      gate.resolve();
      await expect(page.locator(end).first()).toBeVisible();
    });

    test('recovers when the answer breaks off', async ({ page, expectedComplaints }) => {
      expectedComplaints.push('ERR_CONNECTION_RESET');
      await page.goto(start);
      await expectHydrated(page);
      let broken = 0;
      await page.route(API, async (route) => {
        broken += 1;
        await (broken > 1 ? route.continue() : route.abort('connectionreset'));
      });
      await follow(page);
      // Tried again by itself.
      await expect(page.locator(end).first()).toBeVisible();
      expect(broken).toBeGreaterThan(1);
    });
  });
}
