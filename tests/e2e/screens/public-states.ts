/** States of the public screens. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import { VIEWERS } from './route-table.ts';
import { expectNothingPending, navigateClientSide, type ScreenState } from './screen.ts';

const LIST_CALLS = /\/api\/(properties|users)\b/;
/** The widths with a menu instead of the navigation bar, and the width with the navigation bar. */
const NARROW_WIDTHS = [390, 768];
const WIDE_WIDTHS = [1440];

const MAP_PATH = pagePaths.place('For Sale', { state: 'tx', city: 'austin' }, { view: 'map' });

const about = () => pagePaths.about();
const expectVisible = (text: string | RegExp) => async (page: Page) => {
  await expectHydrated(page);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expectNothingPending(page);
};
/** Returns a function that navigates to a page on the client while API responses are simulated. */
const navigateTo =
  (url: string, prepare: (page: Page) => Promise<unknown>, text: string | RegExp) =>
  async (page: Page) => {
    await expectHydrated(page);
    await prepare(page);
    await navigateClientSide(page, url);
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeAttached();
  };
const openFilters = async (page: Page) => {
  await expectHydrated(page);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const suggestPlaces = async (page: Page) => {
  await expectHydrated(page);
  const field = page.getByRole('combobox', { name: 'Keyword' }).first();
  await field.fill('aus');
  const places = page.getByRole('listbox', { name: 'Places' });
  await expect(places).toBeVisible();
  await field.press('ArrowDown');
  await expect(places.getByRole('option', { selected: true })).toBeVisible();
};

export const PUBLIC_STATES: readonly ScreenState[] = [
  ...[pagePaths.home(), pagePaths.forSale()].map((url): ScreenState => ({
    name: `places suggested on ${url}`,
    viewer: 'visitor',
    url: () => url,
    reach: suggestPlaces,
  })),
  ...VIEWERS.flatMap((viewer): ScreenState[] => [
    {
      name: `menu open, ${viewer}`,
      viewer,
      url: about,
      widths: NARROW_WIDTHS,
      reach: async (page) => {
        await expectHydrated(page);
        await page.getByRole('banner').locator('summary').click();
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      },
    },
  ]),
  ...(['user', 'agent', 'admin'] as const).map((viewer): ScreenState => ({
    name: `account menu open, ${viewer}`,
    viewer,
    url: about,
    widths: WIDE_WIDTHS,
    reach: async (page, world) => {
      await expectHydrated(page);
      await page.getByRole('button', { name: world.accounts[viewer].name }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  })),
  {
    name: 'home, homes loading',
    viewer: 'visitor',
    url: about,
    reach: navigateTo('/', leavePending(LIST_CALLS), 'Loading...'),
  },
  {
    name: 'home, homes failed',
    viewer: 'visitor',
    url: about,
    expectedErrors: [SERVER_ERROR],
    reach: navigateTo('/', fail(LIST_CALLS), 'Could not load properties.'),
  },
  {
    name: 'for-sale, filtered',
    viewer: 'visitor',
    url: () =>
      pagePaths.forSale({ propertyType: 'House', bedrooms: 3, maxPrice: 5_000_000, page: 1 }),
    reach: expectVisible('Clear all'),
  },
  {
    name: 'for-sale, second page',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ page: 2 }),
    reach: expectVisible(/properties found/),
  },
  {
    name: 'for-sale, past the last page',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ page: 99 }),
    reach: expectVisible('There is no page 99'),
  },
  {
    name: 'for-sale, corrected spelling',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ searchTerm: 'Austn' }),
    reach: expectVisible('Showing homes for'),
  },
  {
    name: 'for-sale, nothing found',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ searchTerm: 'Seattle', minPrice: 90_000_000 }),
    reach: expectVisible('Include homes under $90,000,000'),
  },
  {
    name: 'for-sale, nothing found, no suggestions',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ searchTerm: 'zzyzx' }),
    reach: expectVisible('No Properties Found'),
  },
  {
    name: 'for-sale, contradictory prices',
    viewer: 'visitor',
    url: () => '/for-sale?minPrice=2000&maxPrice=1000',
    widths: [768, 1440],
    reach: expectVisible('Max. price is below min. price.'),
  },
  {
    name: 'for-sale, homes loading',
    viewer: 'visitor',
    url: about,
    reach: navigateTo(pagePaths.forSale(), leavePending(LIST_CALLS), 'Searching...'),
  },
  {
    name: 'for-sale, homes failed',
    viewer: 'visitor',
    url: about,
    expectedErrors: [SERVER_ERROR],
    reach: navigateTo(pagePaths.forSale(), fail(LIST_CALLS), 'An Error Occurred'),
  },
  {
    name: 'for-sale, another sort order loading',
    viewer: 'visitor',
    url: () => pagePaths.forSale(),
    reach: async (page) => {
      await expectHydrated(page);
      await leavePending(/sort=price_asc/)(page);
      await page.getByLabel('Sort by').selectOption('Price: Low to High');
      await expect(page.getByText('Searching...')).toBeVisible();
    },
  },
  {
    name: 'for-sale, homes being counted',
    viewer: 'visitor',
    url: () => pagePaths.forSale(),
    widths: WIDE_WIDTHS,
    reach: async (page) => {
      await expectHydrated(page);
      await leavePending(/maxPrice=900000&limit=1$/)(page);
      const counting = page.waitForRequest(/maxPrice=900000&limit=1$/);
      await page.locator('summary', { hasText: 'Price' }).click();
      await page.getByLabel('Max. Price').fill('900000');
      await counting;
    },
  },
  {
    name: 'place, map',
    viewer: 'visitor',
    url: () => MAP_PATH,
    reach: async (page) => {
      await expectHydrated(page);
      await expect(page.locator('.map-pin').first()).toBeVisible();
    },
  },
  {
    name: 'place, map with a chosen home',
    viewer: 'visitor',
    url: () => MAP_PATH,
    reach: async (page) => {
      await expectHydrated(page);
      await page.locator('.map-pin', { hasText: '$' }).first().press('Enter');
      const card = page.getByRole('region', { name: 'Selected home' });
      await expect(card.getByRole('link')).toBeVisible();
    },
  },
  {
    name: 'for-sale, filter sheet',
    viewer: 'visitor',
    url: () => pagePaths.forSale({ propertyType: 'House' }),
    widths: [390],
    reach: openFilters,
  },
  {
    name: 'for-sale, filter sheet with an error',
    viewer: 'visitor',
    url: () => pagePaths.forSale(),
    widths: [390],
    reach: async (page) => {
      await openFilters(page);
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Min. Price').fill('2000');
      await sheet.getByLabel('Max. Price').fill('1000');
      await sheet.getByRole('button', { name: 'Apply Filters' }).click();
      await expect(sheet.getByText('Max. price is below min. price.')).toBeVisible();
    },
  },
  {
    name: 'for-sale, with recently viewed homes',
    viewer: 'visitor',
    url: ({ home }) => pagePaths.property(home._id),
    reach: async (page) => {
      await expectHydrated(page);
      await page.goto(pagePaths.forSale());
      await expectHydrated(page);
      const recentHomes = page.getByRole('region', { name: 'Recently viewed on this device' });
      await recentHomes.scrollIntoViewIfNeeded();
      await expect(recentHomes.getByRole('link').first()).toContainText('$');
    },
  },
  {
    name: 'for-rent, long texts',
    viewer: 'visitor',
    url: ({ longNameAgent }) => pagePaths.forRent({ searchTerm: longNameAgent.name.slice(0, 14) }),
    reach: expectVisible(/properties found|No Properties Found/),
  },
  {
    name: 'agents, no results',
    viewer: 'visitor',
    url: () => pagePaths.agents({ searchTerm: 'zzyzx' }),
    reach: expectVisible('No Agents Found'),
  },
  {
    name: 'agents, the longest name',
    viewer: 'visitor',
    url: ({ longNameAgent }) =>
      pagePaths.agents({ searchTerm: longNameAgent.name.split(' ')[1] ?? '' }),
    reach: expectVisible(/^1 agent$/),
  },
  {
    name: 'agents, loading',
    viewer: 'visitor',
    url: about,
    reach: navigateTo(pagePaths.agents(), leavePending(LIST_CALLS), 'Searching...'),
  },
  {
    name: 'agents, failed',
    viewer: 'visitor',
    url: about,
    expectedErrors: [SERVER_ERROR],
    reach: navigateTo(pagePaths.agents(), fail(LIST_CALLS), 'Failed to load agents.'),
  },
  {
    name: 'agent-listings, without an agent',
    viewer: 'visitor',
    url: () => '/agent-listings',
    reach: expectVisible('No agent was specified to view listings for.'),
  },
  {
    name: 'agent-listings, unknown agent',
    viewer: 'visitor',
    url: () => pagePaths.agentListings({ agentId: '999999', agentName: 'Ada' }),
    expectedErrors: ['status of 404'],
    reach: expectVisible('They may have left.'),
  },
  {
    name: 'agent-listings, with long texts',
    viewer: 'visitor',
    url: ({ longNameAgent }) =>
      pagePaths.agentListings({ agentId: longNameAgent._id, agentName: longNameAgent.name }),
    reach: expectVisible(/2 properties found/),
  },
  {
    name: 'agent-listings, no homes',
    viewer: 'visitor',
    url: ({ newAgent }) =>
      pagePaths.agentListings({ agentId: newAgent._id, agentName: newAgent.name }),
    reach: expectVisible('No Properties Found'),
  },
  {
    name: 'contact, with errors',
    viewer: 'visitor',
    url: () => pagePaths.contact(),
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Message must be at least 10 characters')).toBeVisible();
    },
  },
  ...(
    [
      ['pending', leavePending('**/api/contact'), 'Sending...', []],
      ['failed', fail('**/api/contact'), 'The database is unavailable.', [SERVER_ERROR]],
      [
        'sent',
        (page: Page) => page.route('**/api/contact', (route) => route.fulfill({ status: 201 })),
        'Message Sent!',
        [],
      ],
    ] as const
  ).map(([name, prepare, text, expectedErrors]): ScreenState => ({
    name: `contact, ${name}`,
    viewer: 'visitor',
    url: () => pagePaths.contact(),
    prepare,
    expectedErrors,
    reach: async (page) => {
      await expectHydrated(page);
      await page.getByLabel('Name').fill('Vera Visitor');
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByLabel('Subject').fill('The house by the river');
      await page.getByLabel('Message').fill('Will it still be available in spring?');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText(text)).toBeVisible();
    },
  })),
  {
    name: 'not-found, an invalid listing URL',
    viewer: 'visitor',
    url: () => '/property/abc',
    expectedErrors: ['status of 404'],
    reach: expectVisible('Property not found.'),
  },
];
