import type { Property } from '#shared/schemas/properties/property.ts';

/** Returns a home's address as schema.org JSON-LD. */
export function postalAddress({ address, city, state, zipCode }: Property): Record<string, string> {
  return {
    '@type': 'PostalAddress',
    streetAddress: address,
    addressLocality: city,
    addressRegion: state,
    postalCode: zipCode,
    addressCountry: 'US',
  };
}
