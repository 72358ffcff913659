/** Routes and states alike, as something that is opened and then looked at. */

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
  /** Where there is such a view at all; every width if absent. */
  widths?: readonly number[] | undefined;
  complaints: readonly string[];
  /** Signs in and makes up answers: once, before it is opened for the first time. */
  prepare: (page: Page, world: World) => Promise<void>;
  /** May be opened again, at another width. */
  open: (page: Page, world: World) => Promise<void>;
}

/** A route as one of those who may see it. */
export function routeView(route: string, viewer: Viewer): View[] {
  const screen = ROUTE_SCREENS[route];
  // A test of its own fails for it.
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

/** Each state. */
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
    // Elements that take the focus when they appear have it by then.
    await expectHydrated(page);
    await state.reach(page, world);
  },
}));
