/**
 * Routes while the API resets connections, is slow, and fails: the page shows an error, offers a
 * retry, and recovers; nothing loads forever, and navigation works. A default run visits every
 * fourth route. With TEST_FULL=1 all routes also recover without a click when connections are only
 * reset or slow.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { IS_FULL_RUN, sampled } from '../../helpers/full-run.ts';
import { actAs } from '../support/accounts.ts';
import { expectHydrated } from '../support/fixtures.ts';
import { EVERY_CALL, fail, keepNotices } from './responses.ts';
import { expect, test } from './fixtures.ts';
import { ROUTES, viewersOf } from './route-table.ts';
import { ROUTE_SCREENS } from './routes.ts';
import {
  actAsViewer,
  expectNothingPending,
  expectRoute,
  goInside,
  type RouteScreen,
} from './screen.ts';
import type { World } from './world.ts';

test.slow();

/** Not 'Try again now', which retries failed jobs. */
const TRY_AGAIN = /Try again(?! now)/;

/** A control that retries the failed request, or reloads the document. */
const retry = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: TRY_AGAIN })
    .or(page.locator('main').getByRole('link', { name: TRY_AGAIN }));

/** Requests of every page: unread counts, saved homes, links to places, and passkey autofill. */
const BESIDE_PAGES = new Set([
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
/** Pages about one of these records. */
const ABOUT_ONE_OF_THEM = new Set<string>([
  '/dashboard/messages',
  '/dashboard/inquiries',
  '/dashboard/reports',
  '/dashboard/reviews',
]);

/** Whether one of the calls loads the route's main content. */
const needsOneOf = (route: string, calls: ReadonlySet<string>) =>
  ABOUT_ONE_OF_THEM.has(route) ||
  [...calls].some((url) => !BESIDE_PAGES.has(new URL(url).pathname));

const complaintsOf = ({ complaint }: RouteScreen) => (complaint === undefined ? [] : [complaint]);

/** A page without API calls. */
const quietPage = (screen: RouteScreen, world: World) =>
  screen.address(world) === pagePaths.about() ? '/forgot-password' : pagePaths.about();

/** Aborts each call once, and holds the next one until the returned function is called with its outcome. */
async function breakOff(page: Page, asked: Set<string>) {
  const gate = Promise.withResolvers<'go on' | 'fail'>();
  await page.route(EVERY_CALL, async (call) => {
    const url = call.request().url();
    if (!asked.has(url)) {
      asked.add(url);
      return call.abort('connectionreset');
    }
    if ((await gate.promise) === 'go on') return call.continue();
    return call.fulfill({ status: 500, json: { message: 'Away.', code: 'UNAVAILABLE' } });
  });
  return gate.resolve;
}

for (const route of sampled(ROUTES)) {
  const screen = ROUTE_SCREENS[route];
  const viewer = viewersOf(route).at(-1) ?? 'visitor';
  if (screen === undefined) continue;

  /** Navigates to the route inside the site, and expects it to wait for the interrupted calls. */
  const enter = async (page: Page, world: World, asked: Set<string>) => {
    await actAsViewer(page, world, viewer);
    await page.goto(quietPage(screen, world));
    await expectHydrated(page);
    const answer = await breakOff(page, asked);
    await goInside(page, screen.address(world));
    // The page's own layout and heading, or its skeleton, not the previous page.
    if (screen.isThere !== undefined) {
      await expect.poll(() => needsOneOf(route, asked)).toBe(true);
      await expect(page.getByText(/^(Loading|Searching)\.\.\.$/).first()).toBeAttached();
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    return answer;
  };

  test(`${route} while the API resets connections, is slow, and fails`, async ({
    page,
    world,
    expectedComplaints,
  }) => {
    expectedComplaints.push('ERR_CONNECTION_RESET', 'status of 500', ...complaintsOf(screen));
    const asked = new Set<string>();
    const answer = await enter(page, world, asked);
    answer('fail');
    await expectNothingPending(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // There is always a way to continue, whatever has failed.
    await expect(page.getByRole('navigation').or(page.getByRole('banner')).first()).toBeVisible();
    const failed = needsOneOf(route, asked);
    // While the API still fails: automatic retries would remove the button.
    if (failed) await expect(retry(page).first()).toBeVisible();
    await page.unroute(EVERY_CALL);
    if (failed) {
      for (let left = await retry(page).count(); left > 0; left = await retry(page).count()) {
        await retry(page).first().click();
        // A button may not look busy right after a click, and be gone by the next one.
        await expect(retry(page)).not.toHaveCount(left);
        await expectNothingPending(page);
      }
    }
    await expectRoute(page, screen, viewer);
  });

  if (!IS_FULL_RUN) continue;
  test(`${route} while the API resets connections and is slow`, async ({
    page,
    world,
    expectedComplaints,
  }) => {
    expectedComplaints.push('ERR_CONNECTION_RESET', ...complaintsOf(screen));
    const answer = await enter(page, world, new Set());
    answer('go on');
    await expectRoute(page, screen, viewer);
  });
}

/** An action on an open list, the request that then fails, and the final state. */
const MOVES: {
  name: string;
  address: string;
  as?: 'agent' | 'admin';
  calls: RegExp;
  act: (page: Page) => Promise<unknown>;
  /** Must still be visible after the failure. */
  preserved?: (page: Page) => Promise<void>;
  url: RegExp;
}[] = [
  {
    name: 'for-sale, the next page',
    address: pagePaths.forSale(),
    calls: /\/api\/properties\?.*page=2/,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    url: /page=2/,
  },
  {
    name: 'for-sale, another order',
    address: pagePaths.forSale(),
    calls: /\/api\/properties\?.*price_asc/,
    act: (page) => page.getByLabel('Sort by').selectOption('Price: Low to High'),
    preserved: (page) => expect(page.getByLabel('Sort by')).toHaveValue('price_asc'),
    url: /sort=price_asc/,
  },
  {
    name: 'for-rent, a search',
    address: pagePaths.forRent(),
    calls: /\/api\/properties\?.*Seattle/,
    act: async (page) => {
      await page.getByLabel('Keyword').fill('Seattle');
      await page.getByLabel('Keyword').press('Enter');
    },
    preserved: (page) => expect(page.getByLabel('Keyword')).toHaveValue('Seattle'),
    url: /searchTerm=Seattle/,
  },
  {
    name: 'agents, a search',
    address: pagePaths.agents(),
    calls: /\/api\/users\/agents\?.*maren/,
    act: (page) => page.getByPlaceholder('Search by agent name...').fill('maren'),
    preserved: (page) =>
      expect(page.getByPlaceholder('Search by agent name...')).toHaveValue('maren'),
    url: /searchTerm=maren/,
  },
  {
    name: 'manage-users, a search',
    as: 'admin',
    address: pagePaths.manageUsers(),
    calls: /\/api\/users\?.*maren/,
    act: (page) => page.getByPlaceholder('Search by name or email...').fill('maren'),
    preserved: (page) =>
      expect(page.getByPlaceholder('Search by name or email...')).toHaveValue('maren'),
    url: /searchTerm=maren/,
  },
  {
    name: 'manage-users, a role',
    as: 'admin',
    address: pagePaths.manageUsers(),
    calls: /\/api\/users\?.*role=agent/,
    act: (page) => page.getByLabel('Role', { exact: true }).selectOption('Agent'),
    preserved: (page) => expect(page.getByLabel('Role', { exact: true })).toHaveValue('agent'),
    url: /role=agent/,
  },
  {
    name: 'manage-properties, the next page',
    as: 'admin',
    address: pagePaths.manageProperties(),
    calls: /\/api\/properties\/all\?.*page=2/,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    url: /page=2/,
  },
  {
    name: 'manage-properties, a status',
    as: 'admin',
    address: pagePaths.manageProperties(),
    calls: /\/api\/properties\/all\?.*status=For/,
    act: (page) => page.getByLabel('Status', { exact: true }).selectOption('For Rent'),
    preserved: (page) => expect(page.getByLabel('Status', { exact: true })).toHaveValue('For Rent'),
    url: /status=For/,
  },
];

for (const move of sampled(MOVES)) {
  test(`${move.name}, interrupted`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push('status of 500');
    if (move.as !== undefined) await actAs(page, world.accounts[move.as]);
    // From the first page, because the next one may be prefetched.
    await fail(move.calls, 500)(page);
    await page.goto(move.address);
    await expectHydrated(page);
    await expect(page.getByRole('article').or(page.getByRole('table')).first()).toBeVisible();
    await move.act(page);
    await expect(page).toHaveURL(move.url);
    await expect(retry(page)).toBeVisible();
    await expectNothingPending(page);
    await move.preserved?.(page);
    await page.unroute(move.calls);
    await retry(page).click();
    await expectNothingPending(page);
    await expect(page.getByRole('article').or(page.getByRole('table')).first()).toBeVisible();
    await move.preserved?.(page);
  });
}

/** Scripts that load when a button is pressed. */
const LATE_SCRIPTS: {
  name: string;
  script: RegExp;
  address: (world: World) => string;
  press: (page: Page) => Promise<void>;
  text: string;
}[] = [
  {
    name: 'the filters on a phone',
    script: /\/assets\/filter-sheet-/,
    address: () => pagePaths.forSale(),
    press: (page) => page.getByRole('button', { name: /^Filters/ }).click(),
    text: 'The filters couldn’t be opened.',
  },
  {
    name: 'the picture viewer',
    script: /\/assets\/gallery-lightbox-/,
    address: ({ home }) => pagePaths.property(home._id),
    press: (page) =>
      page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click(),
    text: 'The pictures couldn’t be opened.',
  },
];

for (const { name, script, address, press, text } of LATE_SCRIPTS) {
  test(`${name}, whose script cannot be loaded`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push('ERR_FAILED', 'ERR_CONNECTION_RESET');
    await page.setViewportSize({ width: 390, height: 844 });
    // The button that reloads the page hides after a while.
    await keepNotices(page);
    await page.goto(address(world));
    await expectHydrated(page);
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.route(script, (route) => route.abort('connectionreset'));
    await press(page);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.unroute(script);
    // The page being left is hydrated, too.
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await reloaded;
    await expectHydrated(page);
    await press(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}
