/** The listing form as people fill it in: every value is text. */

import type { PropertyForm } from '#shared/schemas/property.ts';

/** A complete form; say what matters to the test. */
export function buildPropertyForm(facts: Partial<PropertyForm> = {}): PropertyForm {
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
    ...facts,
  };
}

/** A form as browsers send it, with pictures under `images`. */
export function toFormData(
  fields: Record<string, string>,
  images: { name: string; data: Buffer }[] = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, data } of images)
    form.append('images', new Blob([new Uint8Array(data)]), name);
  return form;
}
