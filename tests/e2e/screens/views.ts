/** Routes and states as views, which can be opened and checked. */

import type { Page } from '@playwright/test';
import { actAs } from '../support/accounts.ts';
import { expectHydrated } from '../support/fixtures.ts';
import { keepNotices } from './responses.ts';
import type { Viewer } from './route-table.ts';
import { ROUTE_SCREENS } from './routes.ts';
import { actAsViewer, openRoute } from './screen.ts';
import { STATES } from './states.ts';
import type { World } from './world.ts';

export interface View {
  name: string;
  /** The widths where the view exists; all if absent. */
  widths?: readonly number[] | undefined;
  expectedErrors: readonly string[];
  /** Signs in and simulates responses. Called once, before `open`. */
  prepare: (page: Page, world: World) => Promise<void>;
  /** Opens the view. Can be called several times, such as once for each width. */
  open: (page: Page, world: World) => Promise<void>;
}

/** Returns a route as a view for one of its viewers; an empty array for a route without a screen. */
export function routeViews(route: string, viewer: Viewer): View[] {
  const screen = ROUTE_SCREENS[route];
  // A separate test fails for a route without a screen.
  if (screen === undefined) return [];
  return [
    {
      name: `${route} as ${viewer}`,
      expectedErrors: screen.expectedError === undefined ? [] : [screen.expectedError],
      prepare: (page, world) => actAsViewer(page, world, viewer),
      open: (page, world) => openRoute(page, screen, world, viewer),
    },
  ];
}

/** All states as views. */
export const STATE_VIEWS: readonly View[] = STATES.map((state) => ({
  name: state.name,
  widths: state.widths,
  expectedErrors: state.expectedErrors ?? [],
  async prepare(page, world) {
    if (state.account === undefined) await actAsViewer(page, world, state.viewer);
    else await actAs(page, state.account(world));
    await keepNotices(page);
    await state.prepare?.(page);
  },
  async open(page, world) {
    await page.goto(state.url(world));
    // Hydration can move the focus, so wait for it before interacting.
    await expectHydrated(page);
    await state.reach(page, world);
  },
}));
