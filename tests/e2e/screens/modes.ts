/** Modes of using a screen: zoomed, by keyboard, with text spacing, by touch, and in forced colors. */

import { expect, type Page } from '@playwright/test';
import { waitForAnimations } from '../support/fixtures.ts';
import {
  findClippedTexts,
  findMotion,
  findHorizontalOverflow,
  findSmallTargets,
  findUnmarkedSelections,
  findUnreadableSelections,
} from './checks.ts';
import { walkByTab } from './tab-walk.ts';

/** A mode of using an open screen, with reduced motion. */
export interface Mode {
  name: string;
  /** The window widths to check; views that exist at none of them are skipped. */
  widths: readonly number[];
  check: (page: Page) => Promise<void>;
}

/** The text spacing that users can set (WCAG 1.4.12). */
const SPACED_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Slow modes, which walk through all tab stops. */
const KEYBOARD_MODES: readonly Mode[] = [
  {
    name: 'at 400 percent zoom',
    widths: [390],
    async check(page) {
      // 1280 by 1024 pixels at 400 percent (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      // Browsers apply viewport units such as `vw` a frame later.
      await waitForAnimations(page);
      expect.soft(await findHorizontalOverflow(page), 'horizontal overflow').toEqual([]);
      expect.soft(await findClippedTexts(page), 'clipped').toEqual([]);
      expect.soft(await findMotion(page), 'motion').toEqual([]);
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

const QUICK_MODES: readonly Mode[] = [
  {
    name: 'with text spacing',
    widths: [390, 1440],
    async check(page) {
      await page.addStyleTag({ content: SPACED_TEXT });
      expect.soft(await findHorizontalOverflow(page), 'horizontal overflow').toEqual([]);
      expect.soft(await findClippedTexts(page), 'clipped').toEqual([]);
    },
  },
  {
    name: 'by touch',
    widths: [390],
    async check(page) {
      const browser = await page.context().newCDPSession(page);
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      // The browser reevaluates the styles only after another change.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await waitForAnimations(page);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      // On touch screens, targets measure at least 44 pixels, more than the 24 of WCAG 2.5.8.
      expect.soft(await findSmallTargets(page, 44), 'small targets').toEqual([]);
      // Detach last because it ends touch emulation.
      await browser.detach();
    },
  },
  {
    name: 'in forced colors',
    widths: [390, 1440],
    async check(page) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
      await waitForAnimations(page);
      expect.soft(await findUnmarkedSelections(page), 'unmarked selections').toEqual([]);
      expect.soft(await findUnreadableSelections(page), 'unreadable selections').toEqual([]);
      await page.emulateMedia({ forcedColors: null });
    },
  },
];

export const MODES: readonly Mode[] = [...KEYBOARD_MODES, ...QUICK_MODES];

/**
 * The modes for checking states in a default run, in turn. Slow modes are rarer because a state
 * differs little from the initial screen of its route.
 */
export const STATE_MODES: readonly Mode[] = [
  ...MODES,
  ...QUICK_MODES,
  ...QUICK_MODES,
  ...QUICK_MODES,
];
