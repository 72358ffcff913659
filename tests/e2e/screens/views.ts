/** Routes and states in the same form: something to open and then check. */

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
  /** The widths at which the view exists; all if absent. */
  widths?: readonly number[] | undefined;
  complaints: readonly string[];
  /** Signs in and simulates responses; called once, before it is first opened. */
  prepare: (page: Page, world: World) => Promise<void>;
  /** Can be called again, at another width. */
  open: (page: Page, world: World) => Promise<void>;
}

/** A route as one of its viewers. */
export function routeView(route: string, viewer: Viewer): View[] {
  const screen = ROUTE_SCREENS[route];
  // A separate test fails for it.
  if (screen === undefined) return [];
  return [
    {
      name: `${route} as ${viewer}`,
      complaints: screen.complaint === undefined ? [] : [screen.complaint],
      prepare: (page, world) => actAsViewer(page, world, viewer),
      open: (page, world) => openRoute(page, screen, world, viewer),
    },
  ];
}

/** Returns each state. */
export const STATE_VIEWS: readonly View[] = STATES.map((state) => ({
  name: state.name,
  widths: state.widths,
  complaints: state.complaints ?? [],
  async prepare(page, world) {
    if (state.account === undefined) await actAsViewer(page, world, state.viewer);
    else await actAs(page, state.account(world));
    await keepNotices(page);
    await state.prepare?.(page);
  },
  async open(page, world) {
    await page.goto(state.address(world));
    // By then, elements that take focus when they appear have it.
    await expectHydrated(page);
    await state.reach(page, world);
  },
}));
