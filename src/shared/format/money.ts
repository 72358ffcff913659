/** Formats US dollars (docs/product/pages.md, Loading and errors). */

import { formatNumber } from './numbers.ts';

/** Formats whole US dollars, rounded: `$1,250,000`. */
export function formatPrice(dollars: number): string {
  return `$${formatNumber(Math.round(dollars))}`;
}

/** Formats compact US dollars for the dashboard: `$1.3M`, `$52M`. */
export function formatMoneyCompact(dollars: number): string {
  // The default rounding of compact notation: at least two digits, and decimals only if needed.
  const options = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
  return new Intl.NumberFormat('en-US', options).format(dollars);
}
