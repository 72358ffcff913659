/** Finds missing fields of a draft, and prepares its preview (docs/product/publishing.md, Drafts). */

import { BASE_NAMES, PROPERTY_FIELDS } from '../../properties/property-fields.ts';
import type { ManagedProperty, Property } from './property.ts';

/** Returns the labels of fields that are missing or too short for publication, in form order. */
export function findMissingFields(listing: ManagedProperty): string[] {
  return BASE_NAMES.filter((name) => {
    const field = PROPERTY_FIELDS[name];
    const value = listing[name];
    if (value === null) return true;
    return field.kind === 'text' && String(value).length < field.minLength;
  }).map((name) => PROPERTY_FIELDS[name].label);
}

/** Converts a listing for a preview of its page. Missing fields get placeholder values, such as 0 or `House`. */
export function toPreview(listing: ManagedProperty): Property {
  if (listing.publishState === 'published') return listing;
  if (listing.publishState !== 'draft') return { ...listing, isAvailable: true };
  return {
    ...listing,
    isAvailable: true,
    publishState: 'in_review',
    description: listing.description ?? '',
    propertyType: listing.propertyType ?? 'House',
    status: listing.status ?? 'For Sale',
    price: listing.price ?? 0,
    bedrooms: listing.bedrooms ?? 0,
    bathrooms: listing.bathrooms ?? 0,
    sqft: listing.sqft ?? 0,
    address: listing.address ?? '',
    city: listing.city ?? '',
    state: listing.state ?? '',
    zipCode: listing.zipCode ?? '',
    latitude: listing.latitude ?? 0,
    longitude: listing.longitude ?? 0,
  };
}
