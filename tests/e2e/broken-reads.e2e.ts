/**
 * Every route while the API fails, is slow, and resets connections: it says what happened, offers a retry, and recovers;
 * nothing loads forever, and navigation always works. By default each route in one of the two ways, in turn, with
 * TEST_FULL=1 in both.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { IS_FULL_RUN } from '../helpers/full-run.ts';
import { actAs } from './accounts.ts';
import { expectHydrated } from './fixtures.ts';
import { EVERY_CALL, fail, keepNotices } from './screens/responses.ts';
import { expect, test } from './screens/fixtures.ts';
import { ROUTES, viewersOf } from './screens/route-table.ts';
import { ROUTE_SCREENS } from './screens/routes.ts';
import {
  actAsViewer,
  expectNothingPending,
  expectRoute,
  goInside,
  type RouteScreen,
} from './screens/screen.ts';
import type { World } from './screens/world.ts';

test.slow();

/** Not 'Try again now', which retries failed jobs. */
const TRY_AGAIN = /Try again(?! now)/;

/** Something that loads what failed again: here, or the whole document. */
const retry = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: TRY_AGAIN })
    .or(page.locator('main').getByRole('link', { name: TRY_AGAIN }));

/** What stands beside every page: counts of what is unread, which homes are saved, links to places. */
const BESIDE_PAGES = new Set([
  '/api/places/largest',
  '/api/contact',
  '/api/notifications',
  '/api/favorites/ids',
  '/api/events',
  '/api/inquiries',
  '/api/reports',
  '/api/jobs/counts',
]);
/** Pages that are about one of them. */
const ABOUT_ONE_OF_THEM = new Set<string>([
  '/dashboard/messages',
  '/dashboard/inquiries',
  '/dashboard/reports',
]);

/** A page that asks the API for nothing. */
const quietPage = (screen: RouteScreen, world: World) =>
  screen.address(world) === pagePaths.about() ? '/forgot-password' : pagePaths.about();

for (const [number, route] of ROUTES.entries()) {
  const screen = ROUTE_SCREENS[route];
  const viewer = viewersOf(route).at(-1) ?? 'visitor';
  if (screen === undefined) continue;

  const testFailing = IS_FULL_RUN || number % 2 === 0 ? test : undefined;
  const testSlow = IS_FULL_RUN || number % 2 === 1 ? test : undefined;

  testFailing?.(`${route} while the API fails`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push('status of 500', screen.complaint ?? 'status of 500');
    await actAsViewer(page, world, viewer);
    await page.goto(quietPage(screen, world));
    await expectHydrated(page);
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (EVERY_CALL.test(request.url())) asked.add(new URL(request.url()).pathname);
    });
    await fail(EVERY_CALL, 500)(page);
    await goInside(page, screen.address(world));
    await expectNothingPending(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // There is a way on, whatever has failed.
    await expect(page.getByRole('navigation').or(page.getByRole('banner')).first()).toBeVisible();
    for (const call of BESIDE_PAGES) asked.delete(call);
    const failed = asked.size > 0 || ABOUT_ONE_OF_THEM.has(route);
    // While the API still fails: what asks again by itself would take the button away.
    if (failed) await expect(retry(page).first()).toBeVisible();
    await page.unroute(EVERY_CALL);
    if (failed) {
      for (let left = await retry(page).count(); left > 0; left = await retry(page).count()) {
        await retry(page).first().click();
        // A button that was just clicked may not look busy yet, and be gone when it is clicked again.
        await expect(retry(page)).not.toHaveCount(left);
        await expectNothingPending(page);
      }
    }
    await expectRoute(page, screen, viewer);
  });

  testSlow?.(
    `${route} while the API breaks off and is slow`,
    async ({ page, world, expectedComplaints }) => {
      expectedComplaints.push('ERR_CONNECTION_RESET', screen.complaint ?? 'ERR_CONNECTION_RESET');
      await actAsViewer(page, world, viewer);
      await page.goto(quietPage(screen, world));
      await expectHydrated(page);
      const gate = Promise.withResolvers<void>();
      const broken = new Set<string>();
      await page.route(EVERY_CALL, async (call) => {
        const url = call.request().url();
        if (broken.has(url)) {
          await gate.promise;
          await call.continue();
        } else {
          broken.add(url);
          await call.abort('connectionreset');
        }
      });
      await goInside(page, screen.address(world));
      // The page's own frame and heading, or the shape of what comes: not the page before.
      if (screen.isThere !== undefined) {
        const isPageWaiting = () =>
          [...broken].some(
            (url) => ABOUT_ONE_OF_THEM.has(route) || !BESIDE_PAGES.has(new URL(url).pathname),
          );
        await expect.poll(isPageWaiting).toBe(true);
        await expect(page.getByText(/^(Loading|Searching)\.\.\.$/).first()).toBeAttached();
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      gate.resolve();
      await expectRoute(page, screen, viewer);
    },
  );
}

/** What is done on a list that is open, what then fails, and what is seen in the end. */
const MOVES: {
  name: string;
  address: string;
  as?: 'agent' | 'admin';
  calls: RegExp;
  act: (page: Page) => Promise<unknown>;
  /** What must still stand there while it has failed. */
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

for (const move of MOVES) {
  test(`${move.name}, gone in the middle`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push('status of 500');
    if (move.as !== undefined) await actAs(page, world.accounts[move.as]);
    // From the start, because the next page may be fetched before a user turns to it.
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

/** Scripts that come when a button is pressed. */
const LATE_SCRIPTS: {
  name: string;
  script: RegExp;
  address: (world: World) => string;
  press: (page: Page) => Promise<void>;
  text: string;
}[] = [
  {
    name: 'the filters of a phone',
    script: /\/assets\/filter-sheet-/,
    address: () => pagePaths.forSale(),
    press: (page) => page.getByRole('button', { name: /^Filters/ }).click(),
    text: 'The filters cannot be opened just now.',
  },
  {
    name: 'the pictures over the window',
    script: /\/assets\/gallery-lightbox-/,
    address: ({ home }) => pagePaths.property(home._id),
    press: (page) =>
      page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click(),
    text: 'The pictures cannot be opened just now.',
  },
];

for (const { name, script, address, press, text } of LATE_SCRIPTS) {
  test(`${name}, whose script cannot be fetched`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push('ERR_FAILED', 'ERR_CONNECTION_RESET');
    await page.setViewportSize({ width: 390, height: 844 });
    // The button to reload the page goes by itself after a while.
    await keepNotices(page);
    await page.goto(address(world));
    await expectHydrated(page);
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.route(script, (route) => route.abort('connectionreset'));
    await press(page);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.unroute(script);
    // The page that goes is hydrated, too.
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await reloaded;
    await expectHydrated(page);
    await press(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}
