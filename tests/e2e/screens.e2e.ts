/**
 * Every route as everyone who may see it, and every state of every screen: nothing that axe finds, nothing cut off.
 * By default each in one combination of width and color scheme, in turn, and public routes by one viewer, in turn;
 * with TEST_FULL=1 in all six, by all.
 */

import { IS_FULL_RUN } from '../helpers/full-run.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures.ts';
import { expect, test } from './screens/fixtures.ts';
import { ROUTES, viewersOf } from './screens/route-table.ts';
import { ROUTE_SCREENS } from './screens/routes.ts';
import { routeView, STATE_VIEWS } from './screens/views.ts';

test.slow();

const WIDTHS = [390, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
type Look = { width: number; schemes: readonly (typeof SCHEMES)[number][] };

/** All looks, or one of the six, another for each number. */
function looksFor(number: number, widths: readonly number[] = WIDTHS): Look[] {
  if (IS_FULL_RUN) return widths.map((width) => ({ width, schemes: SCHEMES }));
  const scheme = SCHEMES[Math.floor(number / widths.length) % SCHEMES.length] ?? 'light';
  return [{ width: widths[number % widths.length] ?? 390, schemes: [scheme] }];
}

async function expectSound(page: Page, { width, schemes }: Look): Promise<void> {
  for (const colorScheme of schemes) {
    await test.step(`${width} ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    });
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `sideways scrolling at ${width}`).toBeLessThanOrEqual(0);
}

test('every route has a screen here', () => {
  expect(Object.keys(ROUTE_SCREENS).sort()).toEqual([...ROUTES].sort());
});

/** On a public page someone else is another bar at the top; in the dashboard everything is different. */
const routeViews = ROUTES.flatMap((route, number) => {
  const viewers = viewersOf(route);
  const chosen =
    IS_FULL_RUN || route.startsWith('/dashboard')
      ? viewers
      : viewers.filter((_, index) => index === number % viewers.length);
  return chosen.flatMap((viewer) => routeView(route, viewer));
});

for (const [number, view] of [...routeViews, ...STATE_VIEWS].entries()) {
  test(view.name, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push(...view.complaints);
    await view.prepare(page, world);
    for (const look of looksFor(number, view.widths)) {
      await page.setViewportSize({ width: look.width, height: 900 });
      await page.emulateMedia({ colorScheme: look.schemes[0] ?? 'light', reducedMotion: 'reduce' });
      await view.open(page, world);
      await expectSound(page, look);
    }
  });
}
