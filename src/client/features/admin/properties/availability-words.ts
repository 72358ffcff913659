/** How the desk speaks of availability (spec sections 2 and 4). */

import type { Property } from '#shared/schemas/property.ts';

type Offer = Pick<Property, 'title' | 'status' | 'isAvailable'>;

/** Beside the switch. */
export function availabilityLabel(isAvailable: boolean): string {
  return isAvailable ? 'Active' : 'Sold/Rented';
}

/** After the switch was moved. */
export function availabilityNews({ title, status, isAvailable }: Offer): string {
  if (isAvailable) return `“${title}” is active again.`;
  return `“${title}” is marked as ${status === 'For Rent' ? 'rented' : 'sold'}.`;
}
