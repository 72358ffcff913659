/** The listing form's values: from a listing, and on their way to the server (spec sections 3 and 7). */

import type { Property, PropertyForm } from '#shared/schemas/property.ts';

/** The form's fields in the order in which they stand on the screen. */
export const LISTING_FIELDS = [
  'title',
  'description',
  'propertyType',
  'status',
  'price',
  'bedrooms',
  'bathrooms',
  'sqft',
  'address',
  'city',
  'state',
  'zipCode',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof PropertyForm)[];

/** A new listing. */
export const EMPTY_LISTING: PropertyForm = {
  title: '',
  description: '',
  propertyType: 'House',
  status: 'For Sale',
  price: '',
  bedrooms: '',
  bathrooms: '',
  sqft: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  latitude: '',
  longitude: '',
};

/** A listing as the form shows it. */
export function toFormValues(property: Property): PropertyForm {
  return {
    title: property.title,
    description: property.description,
    propertyType: property.propertyType,
    status: property.status,
    price: String(property.price),
    bedrooms: String(property.bedrooms),
    bathrooms: String(property.bathrooms),
    sqft: String(property.sqft),
    address: property.address,
    city: property.city,
    state: property.state,
    zipCode: property.zipCode,
    latitude: decimalText(property.latitude),
    longitude: decimalText(property.longitude),
  };
}

/** A number without an exponent, which the schema does not take: 1e-7 is a tenth of a millionth. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text;
}

/** What is sent beside the fields. */
export interface PictureChanges {
  /** In the order in which the listing shall have them. */
  added: readonly File[];
  /** Paths of pictures that go; undefined for a new listing, which has none. */
  deleted?: readonly string[] | undefined;
}

/** The body of the call: every field as text, and the files at the end (`sharesSent` relies on that). */
export function toListingFormData(
  values: PropertyForm,
  { added, deleted }: PictureChanges,
): FormData {
  const data = new FormData();
  for (const field of LISTING_FIELDS) data.set(field, values[field]);
  if (deleted !== undefined) data.set('imagesToDelete', JSON.stringify(deleted));
  for (const file of added) data.append('images', file);
  return data;
}
