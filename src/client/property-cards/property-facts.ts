/** The texts and badge tones of a home, for cards and its page. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { BadgeTone } from '../ui/blocks/badge.tsx';

/** Returns the badge tone: green for For Sale, blue for For Rent. */
export function statusTone(status: Property['status']): BadgeTone {
  return status === 'For Sale' ? 'sale' : 'rent';
}

/** Formats a full address: `12 Willow Lane, Austin, TX 78701`. */
export function fullAddress({ address, city, state, zipCode }: Property): string {
  return `${address}, ${city}, ${state} ${zipCode}`;
}

/**
 * Returns `Under contract`, or `Application pending` for a rental; null if neither applies
 * (docs/product/publishing.md).
 */
export function contractLabel(
  property: Pick<Property, 'status'> & { isUnderContract?: boolean },
): string | null {
  if (property.isUnderContract !== true) return null;
  return property.status === 'For Sale' ? 'Under contract' : 'Application pending';
}

/** Splits a description into paragraphs at blank lines; single line breaks are preserved. */
export function paragraphsOf(description: string): string[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
