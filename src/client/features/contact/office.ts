/** The office as the contact page shows it. */

import type { Site } from '#shared/schemas/site.ts';

/** The address in lines, without those that are empty. */
export function addressLines({ company, street, city, state, zipCode }: Site['contact']): string[] {
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [company, street, place].filter(Boolean);
}

/** A telephone number as a link: ten digits are a number of the United States. */
export function phoneHref(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const isWhole = phone.trim().startsWith('+') || digits.length !== 10;
  return `tel:${isWhole && !phone.trim().startsWith('+') ? '' : '+'}${isWhole ? '' : '1'}${digits}`;
}
