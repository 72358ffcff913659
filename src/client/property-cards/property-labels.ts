/**
 * Whether a home is new, and the texts for price cuts, days on the market (docs/product/listings.md,
 * Labels), and monthly costs.
 */

import { formatMonth } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { PriceChange, Property } from '#shared/schemas/properties/property.ts';

/** How long a home counts as new, in days of 24 hours. */
const NEW_DAYS = 3;

/** Returns whether a home was listed recently. */
export function isNew({ daysListed }: Pick<Property, 'daysListed'>): boolean {
  return daysListed < NEW_DAYS;
}

/** Returns `Price cut $20,000 (3.2%)`; null if the last price change, if any, was not a cut. */
export function priceCutText(change: PriceChange | null): string | null {
  if (change === null || change.amount >= 0) return null;
  const percent = change.percent === null ? '' : ` (${formatNumber(-change.percent)}%)`;
  return `Price cut ${formatPrice(-change.amount)}${percent}`;
}

/** Up to this many days, the exact number is shown. */
export const MAX_COUNTED_DAYS = 365;

/**
 * Returns `Listed today`, `Listed 1 day ago`, `Listed 12 days ago`, or after a year `Listed May
 * 2008`.
 */
export function listedText({
  daysListed,
  createdAt,
}: Pick<Property, 'daysListed' | 'createdAt'>): string {
  if (daysListed > MAX_COUNTED_DAYS) return `Listed ${formatMonth(createdAt)}`;
  return daysListed === 0 ? 'Listed today' : `Listed ${countOf(daysListed, 'day')} ago`;
}

/** Formats a monthly cost: `$2,940/mo`. */
export function costText(dollars: number): string {
  return `${formatPrice(dollars)}/mo`;
}
