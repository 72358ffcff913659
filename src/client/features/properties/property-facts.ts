/** What a card says about a listing, in words. Pure, so that it can be tested without a page. */

import { countOf, FIXED_AREA_TEXT, formatArea } from '#shared/format/numbers.ts';
import type { Property } from '#shared/schemas/property.ts';
import type { PublicSettings } from '../../api/load-context.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** `3 beds`; a studio has none and says so. */
export function bedsText(bedrooms: number): string {
  return bedrooms === 0 ? 'Studio' : countOf(bedrooms, 'bed');
}

/** `2 baths`. */
export function bathsText(bathrooms: number): string {
  return countOf(bathrooms, 'bath');
}

/** The fixed text that the specification prescribes, or the listing's own area (interface: CARD_AREA). */
export function cardAreaText(sqft: number, cardArea: PublicSettings['cardArea']): string {
  return cardArea === 'actual' ? formatArea(sqft) : FIXED_AREA_TEXT;
}

/** Green for For Sale, blue for everything else (spec section 2, Property card). */
export function statusTone(status: Property['status']): BadgeTone {
  return status === 'For Sale' ? 'sale' : 'rent';
}
