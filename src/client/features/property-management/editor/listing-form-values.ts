/**
 * The listing form's values: from a listing, and on their way to the server (docs/product/dashboard.md, Listing form).
 */

import type { PictureKind } from '#shared/property-choices.ts';
import { FIELD_NAMES, type FieldName } from '#shared/properties/property-fields.ts';
import { textOfValue } from '#shared/schemas/properties/property-field.ts';
import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';

/** The form's values, facts included; '' for unknown ones. */
export type ListingFormValues = Required<PropertyForm>;

/** The form's fields in screen order. */
export const LISTING_FIELDS = FIELD_NAMES;

const textsOf = (text: (name: FieldName) => string) =>
  // Each field by its name; choices are among the form's own.
  Object.fromEntries(LISTING_FIELDS.map((name) => [name, text(name)])) as ListingFormValues;

/** A new listing. */
export const EMPTY_LISTING: ListingFormValues = {
  ...textsOf(() => ''),
  propertyType: 'House',
  status: 'For Sale',
};

/** A listing as the form shows it. */
export function toFormValues(property: ManagedProperty): ListingFormValues {
  return textsOf((name) => textOfValue(property[name]));
}

/** How the listing is to be published, sent beside the fields. */
export type Publishing = Partial<
  Record<'publishState' | 'publishAt' | 'expiresOn' | 'isUnderContract', string>
>;

/** Changes sent beside the fields. */
export interface PictureChanges {
  /** In the order in which the listing shall have them. */
  added: readonly File[];
  /** Paths of pictures that go; undefined for a new listing, which has none. */
  deleted?: readonly string[] | undefined;
  /** Paths, and `new:N` for the new files; empty where the pictures stand as they would anyway. */
  order: readonly string[];
  /** Texts that were changed, by path or `new:N`; '' takes one away. */
  texts: Readonly<Record<string, string>>;
  /** Kinds that were changed, by path or `new:N`. */
  kinds: Readonly<Record<string, PictureKind>>;
}

/** The body of the request: every field as text, and the files at the end (`sharesSent` relies on that). */
export function toListingFormData(
  values: PropertyForm,
  { added, deleted, order, texts, kinds }: PictureChanges,
  publishing: Publishing = {},
): FormData {
  const data = new FormData();
  for (const field of LISTING_FIELDS) {
    const value = values[field];
    if (value !== undefined) data.set(field, value);
  }
  for (const [name, value] of Object.entries(publishing)) data.set(name, value);
  if (deleted !== undefined) data.set('imagesToDelete', JSON.stringify(deleted));
  if (order.length > 0) data.set('imageOrder', JSON.stringify(order));
  if (Object.keys(texts).length > 0) data.set('imageTexts', JSON.stringify(texts));
  if (Object.keys(kinds).length > 0) data.set('imageKinds', JSON.stringify(kinds));
  for (const file of added) data.append('images', file);
  return data;
}
