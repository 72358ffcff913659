/** The Tab order of a screen. */

import type { Page } from '@playwright/test';
import { afterAnimations } from '../support/fixtures.ts';

/** An element that Tab reached. */
interface Stop {
  what: string;
  problem: string | null;
}

/** Entries of one list are alike: the walk visits this many of each. */
const MAX_ENTRIES = 6;

/**
 * Presses Tab from the start of the page until it wraps around (card buttons may load on the way),
 * and finds stops whose focus is not visible: covered, outside the viewport, or without an
 * indicator (WCAG 2.4.7, 2.4.11).
 *
 * @returns the problems, and the elements that Tab never reached
 */
export async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(hideRepeatedEntries, MAX_ENTRIES);
  const expected = await page.evaluate(markStops);
  const parts = 4 * (await page.locator('[type="time"], [type="date"]').count());
  const stops: Stop[] = [];
  for (let step = 0; step < expected * 3 + parts + 10; step += 1) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(lookAtFocus, false);
    if (stop === 'again') break;
    if (stop !== 'nowhere' && stop.problem !== null) {
      // By then, elements that move or appear because of the focus are painted.
      await afterAnimations(page);
      stop = await page.evaluate(lookAtFocus, true);
      if (stop === 'again') break;
    }
    if (stop !== 'nowhere') stops.push(stop);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-stop="waiting"]')].map(
      (element) => `never reached: ${element.outerHTML.slice(0, 140)}`,
    ),
  );
  const problems = stops.flatMap(({ what, problem }) =>
    problem === null ? [] : [`${problem}: ${what}`],
  );
  return [...problems, ...missed];
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
    const isOff =
      element.tabIndex < 0 ||
      element.matches(
        ':disabled, [type="hidden"], [hidden] *, [inert] *, [data-base-ui-focus-guard]',
      ) ||
      !element.checkVisibility({ visibilityProperty: true });
    // In a group of radio buttons, Tab only reaches the selected one.
    const isOtherRadio =
      element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    if (isOff || isOtherRadio) continue;
    element.dataset['stop'] = 'waiting';
    count += 1;
  }
  return count;
}

/**
 * Returns the focused element, and whether it is visible in the next frame; 'again' once Tab has
 * wrapped around.
 *
 * @param isLast whether there will be no second check if it is not visible
 */
async function lookAtFocus(isLast: boolean): Promise<Stop | 'nowhere' | 'again'> {
  await new Promise(requestAnimationFrame);
  const element = document.activeElement as HTMLElement | null;
  // After the last stop, before it starts again.
  if (element === null || element === document.body || element.tabIndex < 0) return 'nowhere';
  // A time field is one stop for each of its parts.
  if (element.dataset['stop'] === 'seen')
    return element.matches('[type="time"], [type="date"], [type="datetime-local"]')
      ? 'nowhere'
      : 'again';
  if (element.matches('[data-base-ui-focus-guard]'))
    return { what: 'a focus guard', problem: null };
  // Elements for screen readers only are visible by the label around them.
  const label = element.closest('label');
  const seen = label !== null && element.getBoundingClientRect().width <= 2 ? label : element;

  const findProblem = (): string | null => {
    const box = seen.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return 'outside the viewport';
    const isHit = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return hit !== null && (seen.contains(hit) || hit.contains(seen));
      }),
    );
    if (!isHit) return 'covered';
    const hasRing = [element, seen, element.parentElement].some(
      (each) =>
        each !== null &&
        [null, '::after', '::before'].some((part) => {
          const style = getComputedStyle(each, part);
          return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        }),
    );
    return hasRing ? null : 'without a focus indicator';
  };

  const problem = findProblem();
  if (problem === null || isLast) element.dataset['stop'] = 'seen';
  return { what: element.outerHTML.slice(0, 140), problem };
}
