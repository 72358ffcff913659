/** The Tab order of a screen. */

import type { Page } from '@playwright/test';
import { waitForAnimations } from '../support/fixtures.ts';

/** An element that Tab reached. */
interface Stop {
  html: string;
  problem: string | null;
}

/** The maximum number of entries to visit per list because a list's entries are similar. */
const MAX_ENTRIES = 6;

/**
 * Presses Tab from the current focus until it wraps around (card buttons may load on the way), and
 * finds stops whose focus is not visible: covered, outside the viewport, or without an
 * indicator (WCAG 2.4.7, 2.4.11).
 *
 * @returns the problems, and the elements that Tab never reached
 */
export async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(hideRepeatedEntries, MAX_ENTRIES);
  const expected = await page.evaluate(markStops);
  const partStops = 4 * (await page.locator('[type="time"], [type="date"]').count());
  const stops: Stop[] = [];
  for (let step = 0; step < expected * 3 + partStops + 10; step += 1) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(inspectFocus, false);
    if (stop === 'wrapped') break;
    if (stop !== 'none' && stop.problem !== null) {
      // Wait until elements that move or appear because of focus are painted.
      await waitForAnimations(page);
      stop = await page.evaluate(inspectFocus, true);
      if (stop === 'wrapped') break;
    }
    if (stop !== 'none') stops.push(stop);
  }
  const missedElements = await page.evaluate(() =>
    [...document.querySelectorAll('[data-stop="pending"]')].map(
      (element) => `never reached: ${element.outerHTML.slice(0, 140)}`,
    ),
  );
  const problems = stops.flatMap(({ html, problem }) =>
    problem === null ? [] : [`${problem}: ${html}`],
  );
  return [...problems, ...missedElements];
}

function hideRepeatedEntries(max: number): void {
  for (const list of document.querySelectorAll('main tbody, main ul, main ol'))
    for (const entry of [...list.children].slice(max)) entry.setAttribute('hidden', '');
}

/** Marks every element that Tab should reach; returns their number. */
function markStops(): number {
  const scope = [...document.querySelectorAll('[role$="dialog"]:not([data-closed])')].at(-1);
  const all = (scope ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  );
  let count = 0;
  for (const element of document.querySelectorAll('[data-stop]')) {
    element.removeAttribute('data-stop');
  }
  for (const element of all) {
    const isSkipped =
      element.tabIndex < 0 ||
      element.matches(
        ':disabled, [type="hidden"], [hidden] *, [inert] *, [data-base-ui-focus-guard]',
      ) ||
      !element.checkVisibility({ visibilityProperty: true });
    // In a group of radio buttons, Tab only reaches the selected one.
    const isOtherRadio =
      element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    if (isSkipped || isOtherRadio) continue;
    element.dataset['stop'] = 'pending';
    count += 1;
  }
  return count;
}

/**
 * Returns the focused element and the problem with its focus in the next frame, if any; 'wrapped'
 * once Tab has wrapped around, and 'none' if nothing new has focus.
 *
 * @param isLast whether this is the last check of this element
 */
async function inspectFocus(isLast: boolean): Promise<Stop | 'none' | 'wrapped'> {
  await new Promise(requestAnimationFrame);
  const element = document.activeElement as HTMLElement | null;
  // After the last stop, before Tab wraps around.
  if (element === null || element === document.body || element.tabIndex < 0) return 'none';
  // Time and date fields have a stop for each of their parts.
  if (element.dataset['stop'] === 'visited')
    return element.matches('[type="time"], [type="date"], [type="datetime-local"]')
      ? 'none'
      : 'wrapped';
  if (element.matches('[data-base-ui-focus-guard]'))
    return { html: 'a focus guard', problem: null };
  // For visually hidden elements, the label around them must be visible.
  const label = element.closest('label');
  const visibleElement =
    label !== null && element.getBoundingClientRect().width <= 2 ? label : element;

  const findProblem = (): string | null => {
    const box = visibleElement.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return 'outside the viewport';
    const isHit = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const topElement = document.elementFromPoint(
          left + (right - left) * x,
          top + (bottom - top) * y,
        );
        return (
          topElement !== null &&
          (visibleElement.contains(topElement) || topElement.contains(visibleElement))
        );
      }),
    );
    if (!isHit) return 'covered';
    const hasRing = [element, visibleElement, element.parentElement].some(
      (candidate) =>
        candidate !== null &&
        [null, '::after', '::before'].some((part) => {
          const style = getComputedStyle(candidate, part);
          return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        }),
    );
    return hasRing ? null : 'without a focus indicator';
  };

  const problem = findProblem();
  if (problem === null || isLast) element.dataset['stop'] = 'visited';
  return { html: element.outerHTML.slice(0, 140), problem };
}
