/**
 * Every route for each of its viewers, and every state of every screen: axe finds nothing, nothing
 * is clipped, and the same holds for other ways to use a page (ways.ts). A default run visits every
 * route as one viewer, and every eighth state, each in one width, color scheme, and way, in turn.
 * TEST_FULL=1 visits all of them in all ways.
 */

import type { Page } from '@playwright/test';
import { IS_FULL_RUN, sampled } from '../../helpers/full-run.ts';
import { expectAccessible } from '../support/fixtures.ts';
import { findSideways } from './checks.ts';
import { expect, test } from './fixtures.ts';
import { ROUTES, viewersOf } from './route-table.ts';
import { ROUTE_SCREENS } from './routes.ts';
import { routeView, STATE_VIEWS, type View } from './views.ts';
import { STATE_TURNS, type Way, WAYS } from './ways.ts';
import type { World } from './world.ts';

test.slow();

const WIDTHS = [390, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

test('every route has a screen here', () => {
  expect(Object.keys(ROUTE_SCREENS).sort()).toEqual([...ROUTES].sort());
});

/**
 * On public pages, the viewer only changes the bar at the top. On the dashboard, admins see every
 * page; many show agents only that they are for admins.
 */
const ROUTE_VIEWS = ROUTES.flatMap((route, number) => {
  const viewers = viewersOf(route);
  const inTurn = route.startsWith('/dashboard') ? viewers.at(-1) : pick(viewers, number);
  const chosen = viewers.filter((viewer) => IS_FULL_RUN || viewer === inTurn);
  return chosen.flatMap((viewer) => routeView(route, viewer));
});

for (const [number, view] of [...ROUTE_VIEWS, ...sampled(STATE_VIEWS, 8)].entries()) {
  test(view.name, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push(...view.complaints);
    await view.prepare(page, world);
    if (IS_FULL_RUN) await lookInAllWays(page, view, world);
    else await lookOnce(page, view, world, number);
  });
}

/**
 * In one visit: one of the six combinations of width and color scheme, and one of the other ways in
 * the same window.
 */
async function lookOnce(page: Page, view: View, world: World, number: number): Promise<void> {
  const widths = view.widths ?? WIDTHS;
  const width = pick(widths, number);
  await open(page, view, world, width, pick(SCHEMES, Math.floor(number / widths.length)));
  await expectSound(page, width);
  const way = pick(number < ROUTE_VIEWS.length ? WAYS : STATE_TURNS, number);
  const wayWidth = way.widths.includes(width) ? width : widthsFor(way, view)[0];
  if (wayWidth === undefined) return;
  await test.step(way.name, async () => {
    await page.setViewportSize({ width: wayWidth, height: 900 });
    await way.check(page);
  });
}

async function lookInAllWays(page: Page, view: View, world: World): Promise<void> {
  for (const width of view.widths ?? WIDTHS) {
    for (const scheme of SCHEMES) {
      await test.step(`${width} ${scheme}`, async () => {
        await open(page, view, world, width, scheme);
        await expectSound(page, width);
      });
    }
  }
  for (const way of WAYS) {
    for (const width of widthsFor(way, view)) {
      await test.step(`${way.name}, ${width}`, async () => {
        await open(page, view, world, width, 'light');
        await way.check(page);
      });
    }
  }
}

async function open(page: Page, view: View, world: World, width: number, colorScheme: Scheme) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await view.open(page, world);
}

async function expectSound(page: Page, width: number): Promise<void> {
  await expectAccessible(page);
  expect(await findSideways(page), `sideways scrolling at ${width}`).toEqual([]);
}

const widthsFor = (way: Way, view: View) =>
  way.widths.filter((width) => view.widths === undefined || view.widths.includes(width));

function pick<T>(values: readonly T[], number: number): T {
  const value = values[number % values.length];
  if (value === undefined) throw new Error('The list is empty.');
  return value;
}
