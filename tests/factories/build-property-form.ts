/** Builds listing forms with text values, as users enter them. */

import type { BaseName } from '#shared/properties/property-fields.ts';
import type { PropertyForm } from '#shared/schemas/properties/property.ts';

/** Builds a form without optional fields; pass the fields that matter to the test. */
export function buildPropertyForm<Overrides extends Partial<PropertyForm>>(
  overrides?: Overrides,
): Pick<PropertyForm, BaseName> & Overrides;
export function buildPropertyForm(overrides: Partial<PropertyForm> = {}): PropertyForm {
  return {
    title: 'House with a green door',
    description: 'Three rooms upstairs, one below, and a garden behind.',
    price: '350000',
    address: '12 Willow Lane',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    latitude: '30.2672',
    longitude: '-97.7431',
    bedrooms: '3',
    bathrooms: '2',
    sqft: '1600',
    propertyType: 'House',
    status: 'For Sale',
    ...overrides,
  };
}

/** All optional fields as form text. */
export const FACTS_FORM = {
  yearBuilt: '1987',
  lotSqft: '6500',
  stories: '2',
  parkingSpaces: '3',
  hoaFee: '120.50',
  taxAnnual: '4321.99',
  features: 'pool,garage',
  pets: 'cats',
  furnished: 'partly',
  availableFrom: '2026-04-01',
  leaseMonths: '12',
  deposit: '1500',
  virtualTourUrl: 'https://tours.example.org/12?view=1',
  mlsNumber: 'ACT-1234567',
} as const satisfies Required<Omit<PropertyForm, BaseName>>;

/** Converts a form to the data that browsers send, with pictures as `images`. */
export function toFormData(
  fields: Record<string, string | undefined>,
  images: { name: string; data: Buffer }[] = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  for (const { name, data } of images)
    form.append('images', new Blob([new Uint8Array(data)]), name);
  return form;
}
