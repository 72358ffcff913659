/** Money: US dollars, written the American way (spec sections 1 and 9). */

const WHOLE = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

// The notation's own rounding: two digits at least, and no decimals where those are enough.
const COMPACT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
});

/** `$1,250,000`: US dollars without decimals, rounded (spec section 9). */
export function formatPrice(dollars: number): string {
  return WHOLE.format(dollars);
}

/** `$1.3M`, `$52M`: compact US dollars for the dashboards (spec section 9). */
export function formatMoneyCompact(dollars: number): string {
  return COMPACT.format(dollars);
}
