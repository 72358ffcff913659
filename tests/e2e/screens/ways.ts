/** Other ways to use a screen: zoomed, by keyboard, with text spacing, by touch, and in forced colors. */

import { expect, type Page } from '@playwright/test';
import { afterAnimations } from '../support/fixtures.ts';
import {
  findClippedTexts,
  findMotion,
  findSideways,
  findSmallTargets,
  findUnmarked,
} from './checks.ts';
import { walkByTab } from './tab-walk.ts';

/** A way to use an open screen, without motion. */
export interface Way {
  name: string;
  /** The window widths that it applies to; views that exist at none of them are skipped. */
  widths: readonly number[];
  check: (page: Page) => Promise<void>;
}

/** Text spacing that users can set according to WCAG 1.4.12. */
const SPACED_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Tab also stops at each link and field. */
const WAYS_BY_KEY: readonly Way[] = [
  {
    name: 'at 400 %',
    widths: [390],
    async check(page) {
      // 1280 by 1024 pixels at 400 percent (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      expect.soft(await findSideways(page), 'scrolls sideways').toEqual([]);
      expect.soft(await findClippedTexts(page), 'cut off').toEqual([]);
      expect.soft(await findMotion(page), 'moves').toEqual([]);
      expect.soft(await walkByTab(page), 'focus').toEqual([]);
    },
  },
  {
    name: 'by keyboard',
    widths: [390, 1440],
    async check(page) {
      expect.soft(await walkByTab(page), 'focus').toEqual([]);
    },
  },
];

const QUICK_WAYS: readonly Way[] = [
  {
    name: 'with text spacing',
    widths: [390, 1440],
    async check(page) {
      await page.addStyleTag({ content: SPACED_TEXT });
      expect.soft(await findSideways(page), 'scrolls sideways').toEqual([]);
      expect.soft(await findClippedTexts(page), 'cut off').toEqual([]);
    },
  },
  {
    name: 'by touch',
    widths: [390],
    async check(page) {
      const browser = await page.context().newCDPSession(page);
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      // The browser reevaluates its styles only after another change.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await afterAnimations(page);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      // Targets measure 44 pixels on touch, more than the 24 of WCAG 2.5.8.
      expect.soft(await findSmallTargets(page, 44), 'too small for touch').toEqual([]);
      // Otherwise, touch emulation ends.
      await browser.detach();
    },
  },
  {
    name: 'in forced colors',
    widths: [390, 1440],
    async check(page) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
      await afterAnimations(page);
      expect.soft(await findUnmarked(page), 'unmarked').toEqual([]);
      await page.emulateMedia({ forcedColors: null });
    },
  },
];

export const WAYS: readonly Way[] = [...WAYS_BY_KEY, ...QUICK_WAYS];

/** The ways of states, in turn: the Tab walk takes as long as all others, and most of a state is its route. */
export const STATE_TURNS: readonly Way[] = [...WAYS, ...QUICK_WAYS, ...QUICK_WAYS, ...QUICK_WAYS];
