/** States of a listing's page. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import { navigateClientSide, type ScreenState } from './screen.ts';
import type { World } from './world.ts';

const LISTING_CALL = /\/api\/properties\/\d+$/;
const HISTORY_CALL = /\/api\/properties\/\d+\/history$/;
const SIMILAR_CALL = /\/api\/properties\/\d+\/similar$/;

/** A listing date and 40 weekly price changes, newest first. */
const LONG_HISTORY = Array.from({ length: 41 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 1) - index * 7 * 86_400_000).toISOString(),
  event: index === 40 ? 'listed' : 'price_changed',
  price: 500_000 + ((index * 37) % 23) * 4_000,
  ...(index === 40 ? {} : { previousPrice: 500_000 + (((index + 1) * 37) % 23) * 4_000 }),
}));

/** Opens a home by client-side navigation so that its sections call the API, and scrolls to one of them. */
const openClientSide =
  (heading: string, prepare: (page: Page) => Promise<unknown>) =>
  async (page: Page, world: World) => {
    await expectHydrated(page);
    await prepare(page);
    await navigateClientSide(page, pagePaths.property(world.home._id));
    const sectionHeading = page.getByRole('heading', { name: heading });
    // Sections load on scroll.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400);
        return sectionHeading.isVisible();
      })
      .toBe(true);
    await sectionHeading.scrollIntoViewIfNeeded();
  };

const homeUrl = ({ home }: World) => pagePaths.property(home._id);

const expectVisible = (text: string | RegExp) => async (page: Page) => {
  await expectHydrated(page);
  await page.getByText(text).filter({ visible: true }).first().scrollIntoViewIfNeeded();
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
};

const openPictures = async (page: Page) => {
  await expectHydrated(page);
  await page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

export const PROPERTY_STATES: readonly ScreenState[] = [
  {
    name: 'property, map and its marker',
    viewer: 'visitor',
    url: homeUrl,
    reach: async (page) => {
      await expectHydrated(page);
      // Scroll the heading to the top so that the site's header does not partly cover a field above it.
      await page
        .getByRole('heading', { name: 'Location' })
        .evaluate((heading) => heading.scrollIntoView());
      const marker = page.locator('.leaflet-marker-icon');
      await marker.press('Enter');
      await expect(page.locator('.leaflet-popup')).toBeVisible();
    },
  },
  {
    name: 'property, picture viewer',
    viewer: 'visitor',
    url: homeUrl,
    reach: openPictures,
  },
  {
    name: 'property, picture viewer, picture unavailable',
    viewer: 'visitor',
    url: homeUrl,
    prepare: (page) => page.route('**/images/**', (route) => route.fulfill({ status: 404 })),
    expectedErrors: ['ERR_FAILED', 'status of 404'],
    reach: async (page) => {
      await openPictures(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByLabel('Picture not available').first()).toBeAttached();
    },
  },
  {
    name: 'property, pictures unavailable',
    viewer: 'visitor',
    url: homeUrl,
    prepare: (page) => page.route('**/images/**', (route) => route.fulfill({ status: 404 })),
    expectedErrors: ['status of 404'],
    reach: async (page) => {
      await expectHydrated(page);
      await expect(page.getByText('(photo unavailable)').first()).toBeAttached();
    },
  },
  {
    name: 'property, shared',
    viewer: 'visitor',
    url: homeUrl,
    reach: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await expectHydrated(page);
      await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByText('Link copied')).toBeVisible();
    },
  },
  {
    name: 'property, rented, without pictures',
    viewer: 'visitor',
    url: ({ rentedHome }) => pagePaths.property(rentedHome),
    reach: expectVisible('This home is no longer available.'),
  },
  {
    name: 'property, without a location',
    viewer: 'visitor',
    url: ({ homeWithoutLocation }) => pagePaths.property(homeWithoutLocation),
    reach: expectVisible('Map data is not available for this property.'),
  },
  {
    name: 'property, long texts',
    viewer: 'visitor',
    url: ({ longHome }) => pagePaths.property(longHome),
    reach: expectVisible('About this home'),
  },
  {
    name: 'property, a long history',
    viewer: 'visitor',
    url: () => pagePaths.about(),
    reach: async (page, world) => {
      const simulateHistory = (target: Page) =>
        target.route(HISTORY_CALL, (route) => route.fulfill({ json: LONG_HISTORY }));
      await openClientSide('Price history', simulateHistory)(page, world);
      await page.getByRole('button', { name: 'Show all 41' }).click();
      await expect(
        page.getByRole('region', { name: 'Price history' }).getByRole('row'),
      ).toHaveCount(42);
    },
  },
  {
    name: 'property, history failed',
    viewer: 'visitor',
    url: () => pagePaths.about(),
    expectedErrors: [SERVER_ERROR],
    reach: async (page, world) => {
      await openClientSide('Price history', fail(HISTORY_CALL))(page, world);
      await expect(page.getByText('The price history could not be loaded.')).toBeVisible();
    },
  },
  {
    name: 'property, similar homes failed',
    viewer: 'visitor',
    url: () => pagePaths.about(),
    expectedErrors: [SERVER_ERROR],
    reach: async (page, world) => {
      await openClientSide('Similar homes', fail(SIMILAR_CALL))(page, world);
      await expect(page.getByText('Similar homes could not be loaded.')).toBeVisible();
    },
  },
  {
    name: 'property, monthly cost with an error',
    viewer: 'visitor',
    url: homeUrl,
    reach: async (page) => {
      await expectHydrated(page);
      const section = page.getByRole('region', { name: 'Monthly cost' });
      await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
      await section.getByLabel('Interest rate (%)').fill('99');
      await expect(section.getByText('Enter a number from 0 to 30.')).toBeVisible();
    },
  },
  {
    name: 'property, not found',
    viewer: 'visitor',
    url: () => pagePaths.property('999999'),
    expectedErrors: ['status of 404'],
    reach: expectVisible('Property not found.'),
  },
  {
    name: 'property, loading',
    viewer: 'visitor',
    url: () => pagePaths.about(),
    reach: async (page, world) => {
      await expectHydrated(page);
      await leavePending(LISTING_CALL)(page);
      await navigateClientSide(page, homeUrl(world));
      await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
    },
  },
  {
    name: 'property, failed',
    viewer: 'visitor',
    url: () => pagePaths.about(),
    expectedErrors: [SERVER_ERROR],
    reach: async (page, world) => {
      await expectHydrated(page);
      await fail(LISTING_CALL)(page);
      await navigateClientSide(page, homeUrl(world));
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];
