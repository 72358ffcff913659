/** The screens of the end-to-end tests: their URLs, viewers, and states. */

import type { Page } from '@playwright/test';
import { actAs, type Account } from '../support/accounts.ts';
import { expect, expectHydrated } from '../support/fixtures.ts';
import type { Viewer } from './route-table.ts';
import type { World } from './world.ts';

/** The initial screen of a route. */
export interface RouteScreen {
  url: (world: World) => string;
  /** The heading's text. */
  heading: (viewer: Viewer) => string | RegExp;
  /** Expects something that is visible once all of the page's data has loaded. */
  expectLoaded?: (page: Page, viewer: Viewer) => Promise<void>;
  /** A substring of an expected console message. */
  expectedError?: string;
}

/** A state of a screen other than the initial one: something open, failed, or pending. */
export interface ScreenState {
  /** The route and its state, such as 'login, failed'. */
  name: string;
  viewer: Viewer;
  /** Returns the account to sign in with; if absent, it is the viewer's usual account. */
  account?: (world: World) => Account;
  url: (world: World) => string;
  /** Runs before the page opens, such as simulating failed responses. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Puts the page into the state and waits for it. */
  reach: (page: Page, world: World) => Promise<void>;
  /** The widths where the state exists; all if absent. */
  widths?: readonly number[];
  /** Substrings of expected console messages. */
  expectedErrors?: readonly string[];
}

/** Signs in as the viewer, without the form. */
export async function actAsViewer(page: Page, world: World, viewer: Viewer): Promise<void> {
  if (viewer !== 'visitor') await actAs(page, world.accounts[viewer]);
}

/** Opens a route and waits until it is complete. */
export async function openRoute(
  page: Page,
  screen: RouteScreen,
  world: World,
  viewer: Viewer,
): Promise<void> {
  await page.goto(screen.url(world));
  await expectRoute(page, screen, viewer);
}

/** Waits until a route's screen is complete. */
export async function expectRoute(page: Page, screen: RouteScreen, viewer: Viewer): Promise<void> {
  await expectHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading(viewer));
  await screen.expectLoaded?.(page, viewer);
  await expectNothingPending(page);
}

/** Waits until nothing is loading. */
export async function expectNothingPending(page: Page): Promise<void> {
  await expect(page.getByText(/^(Loading|Searching)\.\.\.$/)).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"], [aria-label="Loading..."]')).toHaveCount(0);
}

/** Navigates on the client, like a link, and waits until the previous page is unmounted. */
export async function navigateClientSide(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, url);
  await expect(page.locator('[data-before]')).toHaveCount(0);
}
