/**
 * Every route for each of its viewers, and every state of every screen: axe finds nothing, nothing
 * overflows, and the checks of each mode of use pass (modes.ts). A default run visits every route as
 * one viewer, and every eighth state, each in one width, color scheme, and mode, in turn. TEST_FULL=1
 * visits all of them in all widths, color schemes, and modes.
 */

import type { Page } from '@playwright/test';
import { IS_FULL_RUN, sampleUnlessFull } from '../../helpers/full-run.ts';
import { expectAccessible } from '../support/fixtures.ts';
import { findHorizontalOverflow } from './checks.ts';
import { expect, test } from './fixtures.ts';
import { ROUTES, viewersOf } from './route-table.ts';
import { ROUTE_SCREENS } from './routes.ts';
import { routeViews, STATE_VIEWS, type View } from './views.ts';
import { STATE_MODES, type Mode, MODES } from './modes.ts';
import type { World } from './world.ts';

test.slow();

const WIDTHS = [390, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

test('every route has a screen, and every screen a route', () => {
  expect(Object.keys(ROUTE_SCREENS).sort()).toEqual([...ROUTES].sort());
});

/**
 * On public pages, the viewer changes only the top bar. On the dashboard, admins see every page, but
 * many pages show agents only a notice.
 */
const ROUTE_VIEWS = ROUTES.flatMap((route, index) => {
  const viewers = viewersOf(route);
  const defaultViewer = route.startsWith('/dashboard') ? viewers.at(-1) : pick(viewers, index);
  const selectedViewers = viewers.filter((viewer) => IS_FULL_RUN || viewer === defaultViewer);
  return selectedViewers.flatMap((viewer) => routeViews(route, viewer));
});

for (const [index, view] of [...ROUTE_VIEWS, ...sampleUnlessFull(STATE_VIEWS, 8)].entries()) {
  test(view.name, async ({ page, world, expectedErrors }) => {
    expectedErrors.push(...view.expectedErrors);
    await view.prepare(page, world);
    if (IS_FULL_RUN) await checkInAllModes(page, view, world);
    else await checkOnce(page, view, world, index);
  });
}

/**
 * Checks one combination of width and color scheme, and one mode that exists for the view, if any,
 * in a single visit.
 */
async function checkOnce(page: Page, view: View, world: World, index: number): Promise<void> {
  const widths = view.widths ?? WIDTHS;
  const width = pick(widths, index);
  await open(page, view, world, width, pick(SCHEMES, Math.floor(index / widths.length)));
  await expectLayout(page, width);
  const mode = pick(index < ROUTE_VIEWS.length ? MODES : STATE_MODES, index);
  const modeWidth = mode.widths.includes(width) ? width : selectWidths(mode, view)[0];
  if (modeWidth === undefined) return;
  await test.step(mode.name, async () => {
    await page.setViewportSize({ width: modeWidth, height: 900 });
    await mode.check(page);
  });
}

async function checkInAllModes(page: Page, view: View, world: World): Promise<void> {
  for (const width of view.widths ?? WIDTHS) {
    for (const scheme of SCHEMES) {
      await test.step(`${width} ${scheme}`, async () => {
        await open(page, view, world, width, scheme);
        await expectLayout(page, width);
      });
    }
  }
  for (const mode of MODES) {
    for (const width of selectWidths(mode, view)) {
      await test.step(`${mode.name}, ${width}`, async () => {
        await open(page, view, world, width, 'light');
        await mode.check(page);
      });
    }
  }
}

async function open(page: Page, view: View, world: World, width: number, colorScheme: Scheme) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await view.open(page, world);
}

async function expectLayout(page: Page, width: number): Promise<void> {
  await expectAccessible(page);
  expect(await findHorizontalOverflow(page), `horizontal overflow at ${width}`).toEqual([]);
}

const selectWidths = (mode: Mode, view: View) =>
  mode.widths.filter((width) => view.widths === undefined || view.widths.includes(width));

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('The list is empty.');
  return value;
}
