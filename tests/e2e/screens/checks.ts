/** Checks of a screen: overflow, clipped text, target sizes, motion, and selections that are readable and marked. */

import type { Page } from '@playwright/test';

/** Returns how far the page scrolls horizontally, in CSS pixels, and up to five overflowing elements. */
export async function findHorizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const overflowPx = root.scrollWidth - width;
    if (overflowPx <= 0) return [];
    const overflows = (element: Element | null) =>
      element !== null && element.getBoundingClientRect().right > width + 1;
    // Report only the outermost elements.
    const parts = [...document.body.querySelectorAll('*')].filter(
      (element) => overflows(element) && !overflows(element.parentElement),
    );
    return [
      `scrolls ${overflowPx} px`,
      ...parts.slice(0, 5).map((part) => part.outerHTML.slice(0, 160)),
    ];
  });
}

/** Returns texts that are clipped without an ellipsis or a fade. */
export async function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findings: string[] = [];
    const isTruncated = (element: HTMLElement) => {
      const { textOverflow, webkitLineClamp, maskImage } = getComputedStyle(element);
      // Text that ends with an ellipsis or a fade is truncated on purpose.
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none';
    };
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const style = getComputedStyle(element);
      const clipping = /hidden|clip/;
      if (!clipping.test(style.overflowX) && !clipping.test(style.overflowY)) continue;
      const box = element.getBoundingClientRect();
      // Skip hidden elements, and those only for screen readers.
      if (box.width <= 2 || box.height <= 2 || style.visibility === 'hidden') continue;
      // A map shows a section of a larger area.
      if (isTruncated(element) || element.matches('[role="application"]')) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.textContent?.trim() === '') continue;
        const parent: HTMLElement | null = node.parentElement;
        if (parent === null || parent.closest('.sr-only, [aria-hidden="true"] svg') !== null) {
          continue;
        }
        let container: HTMLElement | null = parent;
        while (container !== null && container !== element && !isTruncated(container)) {
          container = container.parentElement;
        }
        if (container !== element) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width === 0 || getComputedStyle(parent).visibility === 'hidden') continue;
        if (
          text.right > box.right + 1 ||
          text.bottom > box.bottom + 2 ||
          text.left < box.left - 1
        ) {
          findings.push(
            `${node.textContent?.trim().slice(0, 60)} in ${element.outerHTML.slice(0, 120)}`,
          );
          break;
        }
      }
    }
    return findings;
  });
}

/**
 * Returns targets smaller than `minPx` CSS pixels, except in running text (WCAG 2.5.8) and markers on
 * the property page's map.
 */
export async function findSmallTargets(page: Page, minPx: number): Promise<string[]> {
  return page.evaluate((minPx) => {
    const findings: string[] = [];
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"]',
    );
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.matches(':disabled, [inert] *')) continue;
      const label = element.matches('input') ? element.closest('label') : null;
      const boxes = [element, ...(label === null ? [] : [label])].map((target) => {
        const after = getComputedStyle(target, '::after');
        // A card's link covers the whole card.
        const coversContainer =
          after.position === 'absolute' && after.content !== 'none' && after.inset === '0px';
        const isPositioned = getComputedStyle(target).position !== 'static';
        const container =
          coversContainer && !isPositioned ? (target.offsetParent ?? target) : target;
        const { width, height, bottom } = container.getBoundingClientRect();
        // A pseudo-element, such as a map pin's, can extend the target beyond its box.
        const isExtended = after.position === 'absolute' && after.content !== 'none';
        const outset = (side: 'top' | 'right' | 'bottom' | 'left') =>
          isExtended ? Math.max(0, -parseFloat(after[side])) : 0;
        return {
          width: width + outset('left') + outset('right'),
          height: height + outset('top') + outset('bottom'),
          bottom,
        };
      });
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      // Skip elements that are visible only while they have keyboard focus.
      if (width <= 2 || boxes.every((box) => box.bottom < 0)) continue;
      const isInText =
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent ?? '').trim().length >
          (element.textContent ?? '').trim().length;
      // The marker's size is specified (docs/product/pages.md, Property page).
      if (isInText || element.matches('.leaflet-marker-icon')) continue;
      if (width < minPx - 0.5 || height < minPx - 0.5) {
        findings.push(
          `${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 140)}`,
        );
      }
    }
    return findings;
  }, minPx);
}

/** Returns animations longer than a few milliseconds, and smooth scrolling. */
export async function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const movingElements = document.getAnimations().flatMap((animation) => {
      const timing = animation.effect?.getComputedTiming();
      const durationMs = Number(timing?.activeDuration ?? 0);
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      return durationMs > 5 ? [`${durationMs} ms: ${target?.outerHTML.slice(0, 120)}`] : [];
    });
    const smooth = [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).scrollBehavior === 'smooth')
      .map((element) => `scrolls smoothly: ${element.outerHTML.slice(0, 120)}`);
    return [...movingElements, ...smooth];
  });
}

/** Returns texts of selected or current elements with a contrast below 3:1, for forced colors. */
export async function findUnreadableSelections(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    /** Returns the luminance of colors that are painted over each other, on white. */
    const luminanceOf = (colors: readonly string[]) => {
      if (context === null) return NaN;
      for (const color of ['white', ...colors]) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const findings: string[] = [];
    const selected = document.querySelectorAll(
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"]',
    );
    for (const element of selected) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || node.textContent?.trim() === '') continue;
        if (!parent.checkVisibility() || parent.closest('.sr-only') !== null) continue;
        // With `auto`, the browser paints a backplate behind the text.
        if (getComputedStyle(parent).forcedColorAdjust === 'auto') continue;
        const backgrounds: string[] = [];
        for (
          let ancestor: Element | null = parent;
          ancestor !== null;
          ancestor = ancestor.parentElement
        )
          backgrounds.unshift(getComputedStyle(ancestor).backgroundColor);
        const background = luminanceOf(backgrounds);
        const text = luminanceOf([...backgrounds, getComputedStyle(parent).color]);
        const contrast = (Math.max(background, text) + 0.05) / (Math.min(background, text) + 0.05);
        if (contrast < 3)
          findings.push(`${contrast.toFixed(1)}: ${node.textContent?.trim().slice(0, 60)}`);
      }
    }
    return findings;
  });
}

/** Returns selected or current elements that look like their neighbors, for forced colors. */
export async function findUnmarkedSelections(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selectedSelector =
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], :checked';
    // Forced colors preserve only the alpha of a background, so an opaque one looks like the canvas.
    const canvas = document.createElement('div');
    canvas.style.backgroundColor = 'Canvas';
    document.body.append(canvas);
    const canvasColor = getComputedStyle(canvas).backgroundColor;
    canvas.remove();
    const paintedColor = (color: string) => (color.endsWith(', 0)') ? canvasColor : color);
    const appearanceOf = (element: Element): string =>
      [element, ...(element.matches('input') ? [element.closest('label')] : [])]
        .flatMap((styledElement) =>
          styledElement === null
            ? []
            : [null, '::before', '::after'].map((part) => {
                const style = getComputedStyle(styledElement, part);
                if (part !== null && style.content === 'none') return 'none';
                const { backgroundColor, borderStyle, borderColor, outlineStyle } = style;
                const { textDecorationLine, appearance, translate } = style;
                // A filled icon, such as the heart, has its own color.
                const icon = styledElement.querySelector('svg');
                const fill = icon === null ? '' : getComputedStyle(icon).fill;
                return `${fill} ${paintedColor(backgroundColor)} ${borderStyle} ${borderColor} ${outlineStyle} ${textDecorationLine} ${appearance} ${translate}`;
              }),
        )
        .join('; ');
    const findings: string[] = [];
    for (const element of document.querySelectorAll(selectedSelector)) {
      if (!element.checkVisibility() || element.matches('option')) continue;
      // Skip controls that the browser draws.
      if (element.matches('input') && getComputedStyle(element).appearance !== 'none') continue;
      const group =
        element.closest('ul, ol, nav, fieldset, tbody, [role="tablist"]') ?? element.parentElement;
      const peers = [...(group?.querySelectorAll(element.tagName) ?? [])].filter(
        (peer) => !peer.matches(selectedSelector) && peer.checkVisibility(),
      );
      if (peers.length > 0 && peers.every((peer) => appearanceOf(peer) === appearanceOf(element))) {
        findings.push(element.outerHTML.slice(0, 160));
      }
    }
    return findings;
  });
}
