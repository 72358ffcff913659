/** The texts of a card. Pure, so that they can be tested without a page. */

import type { Policies } from '#shared/schemas/brokerage/policy-values.ts';
import { countOf, FIXED_AREA_TEXT, formatArea } from '#shared/format/numbers.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { BadgeTone } from '../ui/blocks/badge.tsx';

/** `3 beds`; a studio has none and says so. */
export function bedsText(bedrooms: number): string {
  return bedrooms === 0 ? 'Studio' : countOf(bedrooms, 'bed');
}

/** `2 baths`. */
export function bathsText(bathrooms: number): string {
  return countOf(bathrooms, 'bath');
}

/** The fixed text, or the listing's own area by the policy `cardArea` (docs/product/pages.md, Property card). */
export function cardAreaText(sqft: number, cardArea: Policies['cardArea']): string {
  return cardArea === 'actual' ? formatArea(sqft) : FIXED_AREA_TEXT;
}

/** Green for For Sale, blue for everything else. */
export function statusTone(status: Property['status']): BadgeTone {
  return status === 'For Sale' ? 'sale' : 'rent';
}

/** `12 Willow Lane, Austin, TX 78701`. */
export function fullAddress({ address, city, state, zipCode }: Property): string {
  return `${address}, ${city}, ${state} ${zipCode}`;
}

/**
 * `Sold` or `Rented` for a listing that is not available; null for one that is (docs/product/dashboard.md,
 * Availability).
 */
export function takenWord(property: Pick<Property, 'status' | 'isAvailable'>): string | null {
  if (property.isAvailable) return null;
  return property.status === 'For Sale' ? 'Sold' : 'Rented';
}

/** Splits a description into paragraphs at blank lines; single line breaks stay. */
export function paragraphsOf(description: string): string[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
