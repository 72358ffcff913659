/** 'New', how much a price was cut and since when a home is listed, in words (docs/product/listings.md, Labels). */

import { formatMonth } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { PriceChange, Property } from '#shared/schemas/properties/property.ts';

/** A home is new for its first so many days of 24 hours. */
const NEW_DAYS = 3;

/** Whether a home was listed just now. */
export function isNew({ daysListed }: Pick<Property, 'daysListed'>): boolean {
  return daysListed < NEW_DAYS;
}

/** `Price cut $20,000 (3.2%)`; null where the last change was none, or not a cut. */
export function priceCutText(change: PriceChange | null): string | null {
  if (change === null || change.amount >= 0) return null;
  const percent = change.percent === null ? '' : ` (${formatNumber(-change.percent)}%)`;
  return `Price cut ${formatPrice(-change.amount)}${percent}`;
}

/** From more days on, a number of days says little. */
export const COUNTED_DAYS = 365;

/** `Listed today`, `Listed 1 day ago`, `Listed 12 days ago`, and after a year `Listed May 2008`. */
export function listedText({
  daysListed,
  createdAt,
}: Pick<Property, 'daysListed' | 'createdAt'>): string {
  if (daysListed > COUNTED_DAYS) return `Listed ${formatMonth(createdAt)}`;
  return daysListed === 0 ? 'Listed today' : `Listed ${countOf(daysListed, 'day')} ago`;
}

/** `$2,940/mo`: what a home costs a month. */
export function costText(dollars: number): string {
  return `${formatPrice(dollars)}/mo`;
}
