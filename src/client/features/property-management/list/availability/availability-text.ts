/** Availability texts in the dashboard (docs/product/dashboard.md, Availability). */

import { countOf } from '#shared/format/numbers.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';

type AvailabilityFields = Pick<ManagedProperty, 'title' | 'status' | 'isAvailable'>;

/** Returns the label in the user's own list: Active, Sold, or Rented. */
export function availabilityLabel({
  status,
  isAvailable,
}: Omit<AvailabilityFields, 'title'>): string {
  if (isAvailable) return 'Active';
  return status === 'For Rent' ? 'Rented' : 'Sold';
}

/** Returns the label in lists with several agents, regardless of the status. */
export function genericAvailabilityLabel(isAvailable: boolean): string {
  return isAvailable ? 'Active' : 'Sold/Rented';
}

/** Returns the announcement of one listing's new availability. */
export function availabilityAnnouncement({
  title,
  status,
  isAvailable,
}: AvailabilityFields): string {
  if (isAvailable) return `“${title}” is active again.`;
  return `“${title}” is marked as ${status === 'For Rent' ? 'rented' : 'sold'}.`;
}

/** Describes unavailable homes: 'sold', 'rented', or 'sold or rented' for a mix. */
export function soldOrRentedText(listings: readonly Pick<AvailabilityFields, 'status'>[]): string {
  if (listings.every(({ status }) => status === 'For Sale')) return 'sold';
  return listings.every(({ status }) => status === 'For Rent') ? 'rented' : 'sold or rented';
}

/** Describes the tours that are canceled if listings become unavailable. */
export const canceledToursText = (count: number): string =>
  `${countOf(count, 'upcoming tour')} will be canceled, and the ${count === 1 ? 'visitor' : 'visitors'} will be emailed.`;

/** Returns the announcement of several listings' new availability. */
export function bulkAvailabilityAnnouncement(listings: readonly AvailabilityFields[]): string {
  const [first] = listings;
  if (first === undefined) return '';
  if (listings.length === 1) return availabilityAnnouncement(first);
  const count = countOf(listings.length, 'listing');
  return first.isAvailable
    ? `${count} are active again.`
    : `${count} are marked as ${soldOrRentedText(listings)}.`;
}
