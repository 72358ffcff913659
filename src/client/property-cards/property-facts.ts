/** The texts of a card. Pure, so that they can be tested without a page. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { BadgeTone } from '../ui/blocks/badge.tsx';

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

/** `Under contract`, for rent `Application pending`; null for a home that is neither (docs/product/publishing.md). */
export function contractWord(
  property: Pick<Property, 'status'> & { isUnderContract?: boolean },
): string | null {
  if (property.isUnderContract !== true) return null;
  return property.status === 'For Sale' ? 'Under contract' : 'Application pending';
}

/** Splits a description into paragraphs at blank lines; single line breaks stay. */
export function paragraphsOf(description: string): string[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
