/** The availability texts in the dashboard (docs/product/dashboard.md, Availability). */

import { countOf } from '#shared/format/numbers.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';

type Offer = Pick<ManagedProperty, 'title' | 'status' | 'isAvailable'>;

/** Returns the label in the user's own list: Active, else Sold or Rented. */
export function availabilityLabel({ status, isAvailable }: Omit<Offer, 'title'>): string {
  if (isAvailable) return 'Active';
  return status === 'For Rent' ? 'Rented' : 'Sold';
}

/** Returns the label in the admin's list. */
export function adminAvailabilityLabel(isAvailable: boolean): string {
  return isAvailable ? 'Active' : 'Sold/Rented';
}

/** Returns the announcement after one listing was switched. */
export function availabilityNews({ title, status, isAvailable }: Offer): string {
  if (isAvailable) return `“${title}” is active again.`;
  return `“${title}” is marked as ${status === 'For Rent' ? 'rented' : 'sold'}.`;
}

/** Describes unavailable homes: 'sold', 'rented', or 'sold or rented' for a mix. */
export function soldOrRentedText(offers: readonly Pick<Offer, 'status'>[]): string {
  if (offers.every(({ status }) => status === 'For Sale')) return 'sold';
  return offers.every(({ status }) => status === 'For Rent') ? 'rented' : 'sold or rented';
}

/** Returns the announcement after several listings were marked. */
export function manyAvailabilityNews(offers: readonly Offer[]): string {
  const [first] = offers;
  if (first === undefined) return '';
  if (offers.length === 1) return availabilityNews(first);
  const count = countOf(offers.length, 'listing');
  return first.isAvailable
    ? `${count} are active again.`
    : `${count} are marked as ${soldOrRentedText(offers)}.`;
}
