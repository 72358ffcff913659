/** A home's figures in words. */

import { countOf, FIXED_AREA_TEXT, formatArea } from '../format/numbers.ts';

/** `3 beds`; a studio has none and says so. */
export function bedsText(bedrooms: number): string {
  return bedrooms === 0 ? 'Studio' : countOf(bedrooms, 'bed');
}

/** `2 baths`. */
export function bathsText(bathrooms: number): string {
  return countOf(bathrooms, 'bath');
}

/** The fixed text, or the listing's own area by the policy `cardArea` (docs/product/pages.md, Property card). */
export function cardAreaText(sqft: number, cardArea: 'fixed' | 'actual'): string {
  return cardArea === 'actual' ? formatArea(sqft) : FIXED_AREA_TEXT;
}
