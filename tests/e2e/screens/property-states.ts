/** States of a listing's page. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import { fail, FAILED, leavePending } from './responses.ts';
import { goInside, type ScreenState } from './screen.ts';
import type { World } from './world.ts';

const ONE_LISTING = /\/api\/properties\/\d+$/;
const HISTORY = /\/api\/properties\/\d+\/history$/;
const SIMILAR = /\/api\/properties\/\d+\/similar$/;

/** Forty price changes in as many weeks, newest first. */
const LONG_HISTORY = Array.from({ length: 41 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 1) - index * 7 * 86_400_000).toISOString(),
  event: index === 40 ? 'listed' : 'price_changed',
  price: 500_000 + ((index * 37) % 23) * 4_000,
  ...(index === 40 ? {} : { previousPrice: 500_000 + (((index + 1) * 37) % 23) * 4_000 }),
}));

/** Opens a home by client-side navigation, so that its sections load, and scrolls to one of them. */
const openInside =
  (heading: string, prepare: (page: Page) => Promise<unknown>) =>
  async (page: Page, world: World) => {
    await expectHydrated(page);
    await prepare(page);
    await goInside(page, pagePaths.property(world.home._id));
    const part = page.getByRole('heading', { name: heading });
    // Sections load on scroll.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400);
        return part.isVisible();
      })
      .toBe(true);
    await part.scrollIntoViewIfNeeded();
  };

const ofHome = ({ home }: World) => pagePaths.property(home._id);

const shows = (text: string | RegExp) => async (page: Page) => {
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
    address: ofHome,
    reach: async (page) => {
      await expectHydrated(page);
      // At the top, so that the bar does not partly cover the field above.
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
    address: ofHome,
    reach: openPictures,
  },
  {
    name: 'property, picture viewer, picture unavailable',
    viewer: 'visitor',
    address: ofHome,
    prepare: (page) => page.route('**/images/**', (route) => route.fulfill({ status: 404 })),
    complaints: ['ERR_FAILED', 'status of 404'],
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
    address: ofHome,
    prepare: (page) => page.route('**/images/**', (route) => route.fulfill({ status: 404 })),
    complaints: ['status of 404'],
    reach: async (page) => {
      await expectHydrated(page);
      await expect(page.getByText('(photo unavailable)').first()).toBeAttached();
    },
  },
  {
    name: 'property, shared',
    viewer: 'visitor',
    address: ofHome,
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
    address: ({ rentedHome }) => pagePaths.property(rentedHome),
    reach: shows('This home is no longer available.'),
  },
  {
    name: 'property, without a location',
    viewer: 'visitor',
    address: ({ homeNowhere }) => pagePaths.property(homeNowhere),
    reach: shows('Map data is not available for this property.'),
  },
  {
    name: 'property, the longest texts',
    viewer: 'visitor',
    address: ({ longHome }) => pagePaths.property(longHome),
    reach: shows('About this home'),
  },
  {
    name: 'property, a long history',
    viewer: 'visitor',
    address: () => pagePaths.about(),
    reach: async (page, world) => {
      const answer = (at: Page) =>
        at.route(HISTORY, (route) => route.fulfill({ json: LONG_HISTORY }));
      await openInside('Price history', answer)(page, world);
      await page.getByRole('button', { name: 'Show all 41' }).click();
      await expect(
        page.getByRole('region', { name: 'Price history' }).getByRole('row'),
      ).toHaveCount(42);
    },
  },
  {
    name: 'property, history failed',
    viewer: 'visitor',
    address: () => pagePaths.about(),
    complaints: [FAILED],
    reach: async (page, world) => {
      await openInside('Price history', fail(HISTORY))(page, world);
      await expect(page.getByText('The price history could not be loaded.')).toBeVisible();
    },
  },
  {
    name: 'property, similar homes failed',
    viewer: 'visitor',
    address: () => pagePaths.about(),
    complaints: [FAILED],
    reach: async (page, world) => {
      await openInside('Similar homes', fail(SIMILAR))(page, world);
      await expect(page.getByText('Similar homes could not be loaded.')).toBeVisible();
    },
  },
  {
    name: 'property, monthly cost with an error',
    viewer: 'visitor',
    address: ofHome,
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
    address: () => pagePaths.property('999999'),
    complaints: ['status of 404'],
    reach: shows('Property not found.'),
  },
  {
    name: 'property, loading',
    viewer: 'visitor',
    address: () => pagePaths.about(),
    reach: async (page, world) => {
      await expectHydrated(page);
      await leavePending(ONE_LISTING)(page);
      await goInside(page, ofHome(world));
      await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
    },
  },
  {
    name: 'property, failed',
    viewer: 'visitor',
    address: () => pagePaths.about(),
    complaints: [FAILED],
    reach: async (page, world) => {
      await expectHydrated(page);
      await fail(ONE_LISTING)(page);
      await goInside(page, ofHome(world));
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];
