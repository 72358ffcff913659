/** A screen for the end-to-end tests: its URL, its viewer, and how it is reached. */

import type { Page } from '@playwright/test';
import { actAs, type Account } from '../support/accounts.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import type { Viewer } from './route-table.ts';
import type { World } from './world.ts';

/** A route as a user sees it at first. */
export interface RouteScreen {
  address: (world: World) => string;
  /** The heading's text. */
  heading: (viewer: Viewer) => string | RegExp;
  /** Visible once all of the page's data has loaded. */
  isThere?: (page: Page, viewer: Viewer) => Promise<void>;
  complaint?: string;
}

/** A state of a screen beyond how it opens: something open, something wrong, something on its way. */
export interface ScreenState {
  /** The route, and what is the matter there: 'login, refused'. */
  name: string;
  viewer: Viewer;
  /** Instead of the viewer's usual account. */
  account?: (world: World) => Account;
  address: (world: World) => string;
  /** Before the page is opened, such as answers of the API that fail. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Brings the page into the state, and waits until it is. */
  reach: (page: Page, world: World) => Promise<void>;
  /** Where there is such a state at all; every width if absent. */
  widths?: readonly number[];
  /** Parts of complaints that belong to it. */
  complaints?: readonly string[];
}

/** Signs in without the form. */
export async function actAsViewer(page: Page, world: World, viewer: Viewer): Promise<void> {
  if (viewer !== 'visitor') await actAs(page, world.accounts[viewer]);
}

/** Opens a route and waits for everything on it. */
export async function openRoute(
  page: Page,
  screen: RouteScreen,
  world: World,
  viewer: Viewer,
): Promise<void> {
  await page.goto(screen.address(world));
  await expectRoute(page, screen, viewer);
}

/** Waits until a route's screen is complete. */
export async function expectRoute(page: Page, screen: RouteScreen, viewer: Viewer): Promise<void> {
  await expectHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading(viewer));
  await screen.isThere?.(page, viewer);
  await expectNothingPending(page);
}

/** Whether nothing says that it is still loading. */
export async function expectNothingPending(page: Page): Promise<void> {
  await expect(page.getByText(/^(Loading|Searching)\.\.\.$/)).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"], [aria-label="Loading..."]')).toHaveCount(0);
}

/** Goes to an address inside the site, as a link there would, and waits until the previous page is unloaded. */
export async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  await expect(page.locator('[data-before]')).toHaveCount(0);
}
