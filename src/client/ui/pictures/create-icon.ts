/** How the build draws Lucide's icons (scripts/bundle/icons-plugin.ts). */

import { createElement, type ComponentProps } from 'react';

/** An icon as its file holds it. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * Creates an icon component. Common attributes are in the stylesheet (`.icon`) instead of on each icon: this saves
 * 170 bytes for every icon in a document, and 1.4 kB of Lucide's script.
 */
// oxlint-disable-next-line import/no-default-export -- it stands in for a file of the library that has one
export default function createIcon({ node }: IconData) {
  return function Icon({ className = '', strokeWidth, style, ...rest }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        className: `icon ${className}`,
        'aria-hidden': true,
        // As a style: an attribute is weaker than the sheet.
        style: strokeWidth === undefined ? style : { strokeWidth, ...style },
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
