/** The office details on the contact page. */

import type { Site } from '#shared/schemas/site.ts';

/** Returns the lines of the address, without empty ones. */
export function addressLines({ company, street, city, state, zipCode }: Site['contact']): string[] {
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [company, street, place].filter(Boolean);
}

/** Returns a phone link; ten digits are a US number. */
export function phoneHref(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}
