/** Formats bedrooms, bathrooms, areas, and availability. */

import { countOf, FIXED_AREA_TEXT, formatArea } from '../format/numbers.ts';

/** Formats bedrooms: `3 beds`, or `Studio` for 0. */
export function bedsText(bedrooms: number): string {
  return bedrooms === 0 ? 'Studio' : countOf(bedrooms, 'bed');
}

/** Formats bathrooms: `2 baths`. */
export function bathsText(bathrooms: number): string {
  return countOf(bathrooms, 'bath');
}

/** Returns the fixed text or the listing's area, by the policy `cardArea` (docs/product/pages.md, Property card). */
export function cardAreaText(sqft: number, cardArea: 'fixed' | 'actual'): string {
  return cardArea === 'actual' ? formatArea(sqft) : FIXED_AREA_TEXT;
}

/**
 * Returns `Sold`, `Rented`, or `Off market` for an unavailable listing; null for an available one
 * (docs/product/listings.md, Labels).
 */
export function unavailableLabel(property: {
  status: string;
  isAvailable: boolean;
  isOffMarket: boolean;
}): string | null {
  if (property.isAvailable) return null;
  if (property.isOffMarket) return 'Off market';
  return property.status === 'For Sale' ? 'Sold' : 'Rented';
}
