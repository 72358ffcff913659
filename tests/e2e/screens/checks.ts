/** What end-to-end tests measure on a screen: what is cut off, where Tab leads, how large targets are, what moves. */

import type { Page } from '@playwright/test';
import { afterAnimations } from '../fixtures.ts';

/** How far the page scrolls sideways, in CSS pixels, and what sticks out. */
export async function findSideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const over = root.scrollWidth - width;
    if (over <= 0) return [];
    const sticksOut = (element: Element | null) =>
      element !== null && element.getBoundingClientRect().right > width + 1;
    // Where it begins, not what is inside of it.
    const parts = [...document.body.querySelectorAll('*')].filter(
      (element) => sticksOut(element) && !sticksOut(element.parentElement),
    );
    return [`scrolls ${over} px`, ...parts.slice(0, 5).map((part) => part.outerHTML.slice(0, 160))];
  });
}

/** Texts that a box cuts off without saying so by an ellipsis. */
export async function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const shortens = (element: HTMLElement) => {
      const { textOverflow, webkitLineClamp, maskImage } = getComputedStyle(element);
      // An ellipsis, or a text that fades away.
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none';
    };
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const style = getComputedStyle(element);
      const cuts = /hidden|clip/;
      if (!cuts.test(style.overflowX) && !cuts.test(style.overflowY)) continue;
      const box = element.getBoundingClientRect();
      // For screen readers only, or not there.
      if (box.width <= 2 || box.height <= 2 || style.visibility === 'hidden') continue;
      if (shortens(element)) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.textContent?.trim() === '') continue;
        const parent: HTMLElement | null = node.parentElement;
        if (parent === null || parent.closest('.sr-only, [aria-hidden="true"] svg') !== null) {
          continue;
        }
        let holder: HTMLElement | null = parent;
        while (holder !== null && holder !== element && !shortens(holder)) {
          holder = holder.parentElement;
        }
        if (holder !== element) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width === 0 || getComputedStyle(parent).visibility === 'hidden') continue;
        if (
          text.right > box.right + 1 ||
          text.bottom > box.bottom + 2 ||
          text.left < box.left - 1
        ) {
          found.push(
            `${node.textContent?.trim().slice(0, 60)} in ${element.outerHTML.slice(0, 120)}`,
          );
          break;
        }
      }
    }
    return found;
  });
}

/** A place where Tab stopped. */
interface Stop {
  what: string;
  problem: string | null;
}

/**
 * Presses Tab from the page’s start until it comes round again (buttons of cards may come on the way), and says at which stops the focus is not seen: behind
 * something, outside of the window, or without a mark (WCAG 2.4.7, 2.4.11).
 *
 * @returns the problems, and what Tab never came to
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markStops);
  const parts = 4 * (await page.locator('[type="time"], [type="date"]').count());
  const stops: Stop[] = [];
  for (let step = 0; step < expected * 3 + parts + 10; step += 1) {
    await page.keyboard.press('Tab');
    // What moves aside for the focus, or comes forth, is painted by then.
    await afterAnimations(page);
    const stop = await page.evaluate(lookAtFocus);
    if (stop === 'again') break;
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

/** Marks everything that Tab should come to; gives how much that is. */
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
    // Of a group of radio buttons Tab comes to the chosen one.
    const isOtherRadio =
      element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    if (isOff || isOtherRadio) continue;
    element.dataset['stop'] = 'waiting';
    count += 1;
  }
  return count;
}

/** What has the focus, and whether it can be seen; 'again' when Tab has come round. */
function lookAtFocus(): Stop | 'nowhere' | 'again' {
  const element = document.activeElement as HTMLElement | null;
  // Behind the last stop, before it begins again.
  if (element === null || element === document.body || element.tabIndex < 0) return 'nowhere';
  // A field of a time is one stop for each of its parts.
  if (element.dataset['stop'] === 'seen')
    return element.matches('[type="time"], [type="date"], [type="datetime-local"]')
      ? 'nowhere'
      : 'again';
  if (element.matches('[data-base-ui-focus-guard]')) return { what: 'a guard', problem: null };
  element.dataset['stop'] = 'seen';
  const what = element.outerHTML.slice(0, 140);
  // What is for screen readers only is seen by the label around it.
  const label = element.closest('label');
  const seen = label !== null && element.getBoundingClientRect().width <= 2 ? label : element;
  const box = seen.getBoundingClientRect();
  const left = Math.max(box.left, 0);
  const right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return { what, problem: 'outside of the window' };
  let isHit = false;
  for (const x of [0.1, 0.5, 0.9]) {
    for (const y of [0.1, 0.5, 0.9]) {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      if (hit !== null && (seen.contains(hit) || hit.contains(seen))) isHit = true;
    }
  }
  if (!isHit) return { what, problem: 'hidden behind something' };
  const hasRing = [element, seen, element.parentElement].some(
    (each) =>
      each !== null &&
      [null, '::after', '::before'].some((part) => {
        const style = getComputedStyle(each, part);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      }),
  );
  return { what, problem: hasRing ? null : 'without a mark' };
}

/** Targets smaller than `least` CSS pixels, links in running text aside (WCAG 2.5.8; ours measure 44 on touch). */
export async function findSmallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"]',
    );
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.matches(':disabled, [inert] *')) continue;
      const label = element.matches('input') ? element.closest('label') : null;
      const boxes = [element, ...(label === null ? [] : [label])].map((each) => {
        const after = getComputedStyle(each, '::after');
        // A card's link covers its card.
        const covers =
          after.position === 'absolute' && after.content !== 'none' && after.inset === '0px';
        const holder = covers ? (each.closest('article') ?? each) : each;
        return holder.getBoundingClientRect();
      });
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      // For the keyboard alone, until it has the focus.
      if (width <= 2 || boxes.every((box) => box.bottom < 0)) continue;
      const isInText =
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent ?? '').trim().length >
          (element.textContent ?? '').trim().length;
      // Its size is given (docs/product/pages.md, Property page).
      if (isInText || element.matches('.leaflet-marker-icon')) continue;
      if (width < least - 0.5 || height < least - 0.5) {
        found.push(`${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 140)}`);
      }
    }
    return found;
  }, least);
}

/** What still moves for longer than a few milliseconds, or would scroll smoothly. */
export async function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = document.getAnimations().flatMap((animation) => {
      const timing = animation.effect?.getComputedTiming();
      const lasts = Number(timing?.activeDuration ?? 0);
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      return lasts > 5 ? [`${lasts} ms: ${target?.outerHTML.slice(0, 120)}`] : [];
    });
    const smooth = [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).scrollBehavior === 'smooth')
      .map((element) => `scrolls smoothly: ${element.outerHTML.slice(0, 120)}`);
    return [...moving, ...smooth];
  });
}

/** What is chosen or current, and looks like its neighbors which are not. To be asked in forced colors. */
export async function findUnmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isChosen =
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], :checked';
    // Forced colors keep only the alpha of a background: an opaque one cannot be told from none on the page's own.
    const canvas = document.createElement('div');
    canvas.style.backgroundColor = 'Canvas';
    document.body.append(canvas);
    const canvasColor = getComputedStyle(canvas).backgroundColor;
    canvas.remove();
    const painted = (color: string) => (color.endsWith(', 0)') ? canvasColor : color);
    const look = (element: Element): string =>
      [element, ...(element.matches('input') ? [element.closest('label')] : [])]
        .flatMap((each) =>
          each === null
            ? []
            : [null, '::before', '::after'].map((part) => {
                const style = getComputedStyle(each, part);
                if (part !== null && style.content === 'none') return 'no part';
                const { backgroundColor, borderStyle, borderColor, outlineStyle } = style;
                const { textDecorationLine, appearance, translate } = style;
                // A filled icon, such as the heart, keeps its own color.
                const icon = each.querySelector('svg');
                const fill = icon === null ? '' : getComputedStyle(icon).fill;
                return `${fill} ${painted(backgroundColor)} ${borderStyle} ${borderColor} ${outlineStyle} ${textDecorationLine} ${appearance} ${translate}`;
              }),
        )
        .join('; ');
    const found: string[] = [];
    for (const element of document.querySelectorAll(isChosen)) {
      if (!element.checkVisibility() || element.matches('option')) continue;
      // The browser draws its own.
      if (element.matches('input') && getComputedStyle(element).appearance !== 'none') continue;
      const group =
        element.closest('ul, ol, nav, fieldset, tbody, [role="tablist"]') ?? element.parentElement;
      const peers = [...(group?.querySelectorAll(element.tagName) ?? [])].filter(
        (peer) => !peer.matches(isChosen) && peer.checkVisibility(),
      );
      if (peers.length > 0 && peers.every((peer) => look(peer) === look(element))) {
        found.push(element.outerHTML.slice(0, 160));
      }
    }
    return found;
  });
}
