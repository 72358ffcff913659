/** Formats the site's contact details for the contact page. */

import type { Site } from '#shared/schemas/site.ts';

/** Returns the lines of the address, without empty ones. */
export function addressLines({ company, street, city, state, zipCode }: Site['contact']): string[] {
  const cityLine = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [company, street, cityLine].filter(Boolean);
}

/** Returns a `tel:` URL. Ten digits without a leading `+` are a US number. */
export function phoneHref(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}
