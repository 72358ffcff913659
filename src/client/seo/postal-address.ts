import type { Property } from '#shared/schemas/properties/property.ts';

/** Where a home is, in the words of schema.org. */
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
