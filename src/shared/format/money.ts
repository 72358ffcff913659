/** Money: US dollars, written the American way (spec sections 1 and 9). */

import { formatNumber } from './numbers.ts';

/** `$1,250,000`: US dollars without decimals, rounded (spec section 9). */
export function formatPrice(dollars: number): string {
  return `$${formatNumber(Math.round(dollars))}`;
}

/** `$1.3M`, `$52M`: compact US dollars for the dashboards (spec section 9). */
export function formatMoneyCompact(dollars: number): string {
  // The notation's own rounding: two digits at least, and no decimals where those are enough.
  const options = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
  return new Intl.NumberFormat('en-US', options).format(dollars);
}
