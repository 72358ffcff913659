/** Money: US dollars, written the American way (docs/product/pages.md, Waiting and failing). */

import { formatNumber } from './numbers.ts';

/** `$1,250,000`: US dollars without decimals, rounded. */
export function formatPrice(dollars: number): string {
  return `$${formatNumber(Math.round(dollars))}`;
}

/** `$1.3M`, `$52M`: compact US dollars for the dashboard. */
export function formatMoneyCompact(dollars: number): string {
  // The notation's own rounding: two digits at least, and no decimals where those are enough.
  const options = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
  return new Intl.NumberFormat('en-US', options).format(dollars);
}
