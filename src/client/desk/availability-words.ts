/** How desks speak of availability (spec sections 2 and 4). */

import type { Property } from '#shared/schemas/property.ts';

type Offer = Pick<Property, 'title' | 'status' | 'isAvailable'>;

/** In one's own list: Active, else Sold or Rented. */
export function availabilityLabel({ status, isAvailable }: Omit<Offer, 'title'>): string {
  if (isAvailable) return 'Active';
  return status === 'For Rent' ? 'Rented' : 'Sold';
}

/** In everybody's list. */
export function adminAvailabilityLabel(isAvailable: boolean): string {
  return isAvailable ? 'Active' : 'Sold/Rented';
}

/** After the switch was moved. */
export function availabilityNews({ title, status, isAvailable }: Offer): string {
  if (isAvailable) return `“${title}” is active again.`;
  return `“${title}” is marked as ${status === 'For Rent' ? 'rented' : 'sold'}.`;
}
