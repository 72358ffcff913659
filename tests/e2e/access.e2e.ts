/**
 * Every route and every state of every screen for those who enlarge it, space its text or choose its colors, go by
 * keyboard or by touch, or want no motion. By default each route in one of these ways and every fifth state, in turn;
 * with TEST_FULL=1 everything in all of them.
 */

import { IS_FULL_RUN } from '../helpers/full-run.ts';
import {
  findClippedTexts,
  findMotion,
  findSideways,
  findSmallTargets,
  findUnmarked,
  walkByTab,
} from './screens/checks.ts';
import { expect, test } from './screens/fixtures.ts';
import { ROUTE_VIEWS, STATE_VIEWS, type View } from './screens/views.ts';

test.slow();

const WAYS = [
  'at 400 %',
  'by keyboard',
  'with spaced text',
  'by touch',
  'in forced colors',
] as const;

/** What WCAG 1.4.12 says that people may set. */
const SPACED_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

function viewsOf(way: (typeof WAYS)[number]): View[] {
  const turn = WAYS.indexOf(way);
  const inTurn = (views: readonly View[], every: number) =>
    views.filter((_, number) => IS_FULL_RUN || number % every === turn);
  return [...inTurn(ROUTE_VIEWS, WAYS.length), ...inTurn(STATE_VIEWS, WAYS.length * 5)];
}

for (const view of viewsOf('at 400 %')) {
  test(`${view.name}, at 400 %`, async ({ page, world, expectedComplaints }) => {
    if (view.widths !== undefined && !view.widths.includes(390)) return;
    expectedComplaints.push(...view.complaints);
    await view.prepare(page, world);
    // 1280 by 1024 pixels, four times as large (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await view.open(page, world);
    expect.soft(await findSideways(page), 'scrolls sideways').toEqual([]);
    expect.soft(await findClippedTexts(page), 'cut off').toEqual([]);
    expect.soft(await findMotion(page), 'moves').toEqual([]);
    expect.soft(await walkByTab(page), 'focus').toEqual([]);
  });
}

for (const [number, view] of viewsOf('by keyboard').entries()) {
  test(`${view.name}, by keyboard`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push(...view.complaints);
    await view.prepare(page, world);
    // Each stop is looked at when nothing moves anymore.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const widths = view.widths ?? [390, 1440];
    for (const width of IS_FULL_RUN ? widths : [widths[number % widths.length] ?? 390]) {
      await page.setViewportSize({ width, height: 800 });
      await view.open(page, world);
      expect.soft(await walkByTab(page), `focus at ${width}`).toEqual([]);
    }
  });
}

for (const view of viewsOf('with spaced text')) {
  test(`${view.name}, with spaced text`, async ({ page, world, expectedComplaints }) => {
    expectedComplaints.push(...view.complaints);
    await view.prepare(page, world);
    for (const width of view.widths ?? [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await view.open(page, world);
      await page.addStyleTag({ content: SPACED_TEXT });
      expect.soft(await findSideways(page), `scrolls sideways at ${width}`).toEqual([]);
      expect.soft(await findClippedTexts(page), `cut off at ${width}`).toEqual([]);
    }
  });
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  for (const view of viewsOf('by touch')) {
    test(`${view.name}, by touch`, async ({ page, world, expectedComplaints }) => {
      const width = view.widths?.[0] ?? 390;
      if (width > 768) return;
      expectedComplaints.push(...view.complaints);
      await view.prepare(page, world);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await view.open(page, world);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      // Targets measure 44 pixels on touch, more than the 24 of WCAG 2.5.8.
      expect.soft(await findSmallTargets(page, 44), 'smaller than a finger').toEqual([]);
    });
  }
});

test.describe('in forced colors', () => {
  test.use({ forcedColors: 'active' });
  for (const view of viewsOf('in forced colors')) {
    test(`${view.name}, in forced colors`, async ({ page, world, expectedComplaints }) => {
      expectedComplaints.push(...view.complaints);
      await view.prepare(page, world);
      for (const width of view.widths ?? [390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await view.open(page, world);
        expect.soft(await findUnmarked(page), `unmarked at ${width}`).toEqual([]);
      }
    });
  }
});
