/**
 * Routes while the API resets connections, is slow, and fails: the page shows an error, offers a
 * retry, and recovers; no page loads forever, and navigation works. A default run visits every fourth
 * route. With TEST_FULL=1, all routes must also recover without a click if connections are only reset
 * or slow.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { IS_FULL_RUN, sampleUnlessFull } from '../../helpers/full-run.ts';
import { actAs } from '../support/accounts.ts';
import { expectHydrated } from '../support/fixtures.ts';
import { EVERY_ENDPOINT, fail, keepNotices } from './responses.ts';
import { expect, test } from './fixtures.ts';
import { ROUTES, viewersOf } from './route-table.ts';
import { ROUTE_SCREENS } from './routes.ts';
import {
  actAsViewer,
  expectNothingPending,
  expectRoute,
  navigateClientSide,
  type RouteScreen,
} from './screen.ts';
import type { World } from './world.ts';

test.slow();

/** Matches retry buttons, except 'Try again now', which retries failed jobs. */
const TRY_AGAIN = /Try again(?! now)/;

/** A control that retries the failed request, or reloads the document. */
const retry = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: TRY_AGAIN })
    .or(page.locator('main').getByRole('link', { name: TRY_AGAIN }));

/** Calls that any page can make, such as unread counts, saved homes, and passkey autofill. */
const BACKGROUND_PATHS = new Set([
  '/api/places/largest',
  '/api/contact',
  '/api/notifications',
  '/api/favorites/ids',
  '/api/events',
  '/api/inquiries',
  '/api/reports',
  '/api/jobs/counts',
  '/api/reviews',
  '/api/auth/passkeys/options',
]);
/** Routes whose main content comes from one of these calls. */
const BACKGROUND_DATA_ROUTES = new Set<string>([
  '/dashboard/messages',
  '/dashboard/inquiries',
  '/dashboard/reports',
  '/dashboard/reviews',
]);

/** Returns whether one of the calls loads the route's main content. */
const needsAnyOf = (route: string, calls: ReadonlySet<string>) =>
  BACKGROUND_DATA_ROUTES.has(route) ||
  [...calls].some((url) => !BACKGROUND_PATHS.has(new URL(url).pathname));

const expectedErrorsOf = ({ expectedError }: RouteScreen) =>
  expectedError === undefined ? [] : [expectedError];

/** Returns the path of another page, which makes no API calls of its own. */
const pageWithoutCalls = (screen: RouteScreen, world: World) =>
  screen.url(world) === pagePaths.about() ? '/forgot-password' : pagePaths.about();

/** Aborts each call once, and delays its retry until the returned function is called with the outcome. */
async function interruptCalls(page: Page, requestedUrls: Set<string>) {
  const settled = Promise.withResolvers<'continue' | 'fail'>();
  await page.route(EVERY_ENDPOINT, async (call) => {
    const url = call.request().url();
    if (!requestedUrls.has(url)) {
      requestedUrls.add(url);
      return call.abort('connectionreset');
    }
    if ((await settled.promise) === 'continue') return call.continue();
    return call.fulfill({ status: 500, json: { message: 'Unavailable.', code: 'UNAVAILABLE' } });
  });
  return settled.resolve;
}

for (const route of sampleUnlessFull(ROUTES)) {
  const screen = ROUTE_SCREENS[route];
  const viewer = viewersOf(route).at(-1) ?? 'visitor';
  if (screen === undefined) continue;

  /** Navigates to the route on the client and expects it to wait for the interrupted calls. */
  const navigateWhileBroken = async (page: Page, world: World, requestedUrls: Set<string>) => {
    await actAsViewer(page, world, viewer);
    await page.goto(pageWithoutCalls(screen, world));
    await expectHydrated(page);
    const settle = await interruptCalls(page, requestedUrls);
    await navigateClientSide(page, screen.url(world));
    // Wait for the page itself or its skeleton, not the previous page.
    if (screen.expectLoaded !== undefined) {
      await expect.poll(() => needsAnyOf(route, requestedUrls)).toBe(true);
      await expect(page.getByText(/^(Loading|Searching)\.\.\.$/).first()).toBeAttached();
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    return settle;
  };

  test(`${route} recovers after the API resets connections, is slow, and fails`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_CONNECTION_RESET', 'status of 500', ...expectedErrorsOf(screen));
    const requestedUrls = new Set<string>();
    const settle = await navigateWhileBroken(page, world, requestedUrls);
    settle('fail');
    await expectNothingPending(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Navigation works, whatever has failed.
    await expect(page.getByRole('navigation').or(page.getByRole('banner')).first()).toBeVisible();
    const needsRetry = needsAnyOf(route, requestedUrls);
    // Check while the API still fails because automatic retries would remove the button.
    if (needsRetry) await expect(retry(page).first()).toBeVisible();
    await page.unroute(EVERY_ENDPOINT);
    if (needsRetry) {
      for (
        let remaining = await retry(page).count();
        remaining > 0;
        remaining = await retry(page).count()
      ) {
        await retry(page).first().click();
        // Right after a click, a button may not be busy yet, so wait until it disappears.
        await expect(retry(page)).not.toHaveCount(remaining);
        await expectNothingPending(page);
      }
    }
    await expectRoute(page, screen, viewer);
  });

  if (!IS_FULL_RUN) continue;
  test(`${route} loads after the API resets connections and is slow`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_CONNECTION_RESET', ...expectedErrorsOf(screen));
    const settle = await navigateWhileBroken(page, world, new Set());
    settle('continue');
    await expectRoute(page, screen, viewer);
  });
}

/** Navigations on an open list whose request fails. */
const NAVIGATIONS: {
  name: string;
  startUrl: string;
  viewer?: 'agent' | 'admin';
  calls: RegExp;
  act: (page: Page) => Promise<unknown>;
  /** Expects that the user's choice is preserved after the failure. */
  expectPreserved?: (page: Page) => Promise<void>;
  url: RegExp;
}[] = [
  {
    name: 'for-sale, the next page',
    startUrl: pagePaths.forSale(),
    calls: /\/api\/properties\?.*page=2/,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    url: /page=2/,
  },
  {
    name: 'for-sale, another sort order',
    startUrl: pagePaths.forSale(),
    calls: /\/api\/properties\?.*price_asc/,
    act: (page) => page.getByLabel('Sort by').selectOption('Price: Low to High'),
    expectPreserved: (page) => expect(page.getByLabel('Sort by')).toHaveValue('price_asc'),
    url: /sort=price_asc/,
  },
  {
    name: 'for-rent, a search',
    startUrl: pagePaths.forRent(),
    calls: /\/api\/properties\?.*Seattle/,
    act: async (page) => {
      await page.getByLabel('Keyword').fill('Seattle');
      await page.getByLabel('Keyword').press('Enter');
    },
    expectPreserved: (page) => expect(page.getByLabel('Keyword')).toHaveValue('Seattle'),
    url: /searchTerm=Seattle/,
  },
  {
    name: 'agents, a search',
    startUrl: pagePaths.agents(),
    calls: /\/api\/users\/agents\?.*maren/,
    act: (page) => page.getByPlaceholder('Search by agent name...').fill('maren'),
    expectPreserved: (page) =>
      expect(page.getByPlaceholder('Search by agent name...')).toHaveValue('maren'),
    url: /searchTerm=maren/,
  },
  {
    name: 'manage-users, a search',
    viewer: 'admin',
    startUrl: pagePaths.manageUsers(),
    calls: /\/api\/users\?.*maren/,
    act: (page) => page.getByPlaceholder('Search by name or email...').fill('maren'),
    expectPreserved: (page) =>
      expect(page.getByPlaceholder('Search by name or email...')).toHaveValue('maren'),
    url: /searchTerm=maren/,
  },
  {
    name: 'manage-users, a role',
    viewer: 'admin',
    startUrl: pagePaths.manageUsers(),
    calls: /\/api\/users\?.*role=agent/,
    act: (page) => page.getByLabel('Role', { exact: true }).selectOption('Agent'),
    expectPreserved: (page) =>
      expect(page.getByLabel('Role', { exact: true })).toHaveValue('agent'),
    url: /role=agent/,
  },
  {
    name: 'manage-properties, the next page',
    viewer: 'admin',
    startUrl: pagePaths.manageProperties(),
    calls: /\/api\/properties\/all\?.*page=2/,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    url: /page=2/,
  },
  {
    name: 'manage-properties, a status',
    viewer: 'admin',
    startUrl: pagePaths.manageProperties(),
    calls: /\/api\/properties\/all\?.*status=For/,
    act: (page) => page.getByLabel('Status', { exact: true }).selectOption('For Rent'),
    expectPreserved: (page) =>
      expect(page.getByLabel('Status', { exact: true })).toHaveValue('For Rent'),
    url: /status=For/,
  },
];

for (const navigation of sampleUnlessFull(NAVIGATIONS)) {
  test(`${navigation.name}: shows a retry button if the request fails`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 500');
    if (navigation.viewer !== undefined) await actAs(page, world.accounts[navigation.viewer]);
    // Make requests fail before the list opens because its next page may be prefetched.
    await fail(navigation.calls, 500)(page);
    await page.goto(navigation.startUrl);
    await expectHydrated(page);
    await expect(page.getByRole('article').or(page.getByRole('table')).first()).toBeVisible();
    await navigation.act(page);
    await expect(page).toHaveURL(navigation.url);
    await expect(retry(page)).toBeVisible();
    await expectNothingPending(page);
    await navigation.expectPreserved?.(page);
    await page.unroute(navigation.calls);
    await retry(page).click();
    await expectNothingPending(page);
    await expect(page.getByRole('article').or(page.getByRole('table')).first()).toBeVisible();
    await navigation.expectPreserved?.(page);
  });
}

/** Scripts that load when a button is clicked. */
const DEFERRED_SCRIPTS: {
  name: string;
  script: RegExp;
  url: (world: World) => string;
  press: (page: Page) => Promise<void>;
  text: string;
}[] = [
  {
    name: 'the filters on a phone',
    script: /\/assets\/filter-sheet-/,
    url: () => pagePaths.forSale(),
    press: (page) => page.getByRole('button', { name: /^Filters/ }).click(),
    text: 'The filters couldn’t be opened.',
  },
  {
    name: 'the picture viewer',
    script: /\/assets\/gallery-lightbox-/,
    url: ({ home }) => pagePaths.property(home._id),
    press: (page) =>
      page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click(),
    text: 'The pictures couldn’t be opened.',
  },
];

for (const { name, script, url, press, text } of DEFERRED_SCRIPTS) {
  test(`${name}: offers to reload the page if the script cannot be loaded`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_FAILED', 'ERR_CONNECTION_RESET');
    await page.setViewportSize({ width: 390, height: 844 });
    // Otherwise, the button that reloads the page would disappear after a while.
    await keepNotices(page);
    await page.goto(url(world));
    await expectHydrated(page);
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.route(script, (route) => route.abort('connectionreset'));
    await press(page);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.unroute(script);
    // Wait for the load because the previous document is hydrated, too.
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await reloaded;
    await expectHydrated(page);
    await press(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}
